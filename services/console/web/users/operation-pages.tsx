import { Link, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { texts } from '../shared/texts/users.ts';

/** Links to older and to the newest operations or videos. */
export function OperationPages({ next }: { next: string | null }): ReactElement {
  const { cursor, ...search } = useSearch({ from: '/operations' });
  return (
    <p className="mt-3 flex gap-4 text-sm">
      {cursor !== undefined && (
        <Link to="/operations" search={search} className="text-accent underline">
          {texts.requests.newest}
        </Link>
      )}
      {next !== null && (
        <Link
          to="/operations"
          search={{ ...search, cursor: next }}
          className="text-accent underline"
        >
          {texts.requests.older}
        </Link>
      )}
    </p>
  );
}
