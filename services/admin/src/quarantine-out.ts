import type { QuarantinedOut, SpoolOut } from '@tollgate/contract/platform/quarantine';
import type { QuarantinedRow, SpoolRow } from '@tollgate/requests/quarantine/quarantine.queries';
import { encodeId } from '@tollgate/runtime/ids';

/** A spool as administrators see one. */
export function spoolOut(spool: SpoolRow): SpoolOut {
  const { askedAt, putBack, answeredAt } = spool;
  return {
    id: encodeId('spl', spool.id),
    service: spool.service,
    host: spool.host,
    set_aside: spool.setAside,
    looked_at: spool.lookedAt.toISOString(),
    put_back:
      askedAt === null
        ? null
        : {
            asked_at: askedAt.toISOString(),
            count: putBack,
            ended_at: answeredAt?.toISOString() ?? null,
          },
  };
}

/**
 * A decision that was set aside, as administrators see one. A request has the id of its operation.
 */
export function quarantinedOut(row: QuarantinedRow): QuarantinedOut {
  const { spoolId, at, kind, reason, opId, attempt, userId } = row;
  return {
    spool_id: encodeId('spl', spoolId),
    at: at?.toISOString() ?? null,
    kind,
    reason,
    request_id: opId === null ? null : encodeId('req', opId),
    attempt,
    user_id: userId === null ? null : encodeId('usr', userId),
  };
}
