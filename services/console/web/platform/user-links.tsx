import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { lookup } from '../shared/texts/lookup.ts';

const words = lookup.user;
const LOOK = 'text-accent underline';

/** The ways to what other pages know of a user. */
export function MoreLinks({ userId }: { userId: string }): ReactElement {
  return (
    <nav aria-label={words.links} className="flex flex-wrap gap-4 text-sm">
      <Link to="/requests" search={{ organization_id: userId }} className={LOOK}>
        {words.requests}
      </Link>
      <Link to="/analytics" search={{ organization_id: userId }} className={LOOK}>
        {words.analytics}
      </Link>
      <Link to="/audit" search={{ user_id: userId }} className={LOOK}>
        {words.audit}
      </Link>
      <Link to="/access" search={{ organization_id: userId }} className={LOOK}>
        {words.access}
      </Link>
    </nav>
  );
}
