import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { common } from './texts/common.ts';

interface Transaction {
  operation_id: string | null;
  grant_id: string | null;
}

/**
 * What a transaction belongs to: a request, whose record has the operation's own id, or a grant.
 */
export function BelongsTo({
  of: { operation_id: id, grant_id: grantId },
}: {
  of: Transaction;
}): ReactElement {
  if (id === null) return <code className="text-xs">{grantId ?? common.none}</code>;
  return (
    <Link
      to="/requests/$id"
      params={{ id: id.replace(/^op_/u, 'req_') }}
      className="text-accent underline"
    >
      <code className="text-xs">{id}</code>
    </Link>
  );
}
