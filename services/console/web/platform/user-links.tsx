import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { lookup } from '../shared/texts/lookup.ts';

const labels = lookup.user;
const LOOK = 'text-accent underline';

/** Links to other pages, filtered by a user. */
export function MoreLinks({ userId }: { userId: string }): ReactElement {
  return (
    <nav aria-label={labels.links} className="flex flex-wrap gap-4 text-sm">
      <Link to="/requests" search={{ organization_id: userId }} className={LOOK}>
        {labels.requests}
      </Link>
      <Link to="/analytics" search={{ organization_id: userId }} className={LOOK}>
        {labels.analytics}
      </Link>
      <Link to="/audit" search={{ user_id: userId }} className={LOOK}>
        {labels.audit}
      </Link>
      <Link to="/access" search={{ organization_id: userId }} className={LOOK}>
        {labels.access}
      </Link>
    </nav>
  );
}
