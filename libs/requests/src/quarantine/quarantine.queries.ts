import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** How long a spool that has nothing set aside is shown after what it had was put back, in days. */
const SHOWN_DAYS = 7;

/** A spool with what it has set aside, as an operator sees one. */
export interface SpoolRow {
  id: string;
  service: string;
  host: string;
  setAside: number;
  lookedAt: Date;
  askedAt: Date | null;
  putBack: number;
  answeredAt: Date | null;
}

/** A decision that was set aside. */
export interface QuarantinedRow {
  spoolId: string;
  at: Date | null;
  kind: 'settle' | 'release' | 'loss' | null;
  reason: string;
  opId: string | null;
  attempt: number | null;
  userId: string | null;
}

const SPOOL = `id, service, host, set_aside as "setAside", looked_at as "lookedAt",
  asked_at as "askedAt", put_back as "putBack", answered_at as "answeredAt"`;

/** Spools that have something set aside, or had lately; those looked at last come first. */
export function listSpools(db: Db, limit: number): Promise<SpoolRow[]> {
  return rows<SpoolRow>(
    db,
    `select ${SPOOL} from requests.spool
     where set_aside > 0 or (asked_at is not null and answered_at is null)
       or answered_at > clock_timestamp() - make_interval(days => ${SHOWN_DAYS})
     order by set_aside > 0 desc, looked_at desc, id limit :limit`,
    { limit },
  );
}

/** What was set aside, the newest of all spools first. Each spool mirrors a bounded number. */
export function listQuarantinedRows(db: Db, limit: number): Promise<QuarantinedRow[]> {
  return rows<QuarantinedRow>(
    db,
    `select spool_id as "spoolId", at, kind, reason, op_id as "opId", attempt, user_id as "userId"
     from requests.quarantined order by at desc nulls last, spool_id, n limit :limit`,
    { limit },
  );
}

/** How much was set aside by all spools. */
export async function countSetAside(db: Db): Promise<number> {
  const sum = await row<{ total: number }>(
    db,
    'select cast(coalesce(sum(set_aside), 0) as double precision) as total from requests.spool',
  );
  return sum?.total ?? 0;
}

/** Holds a spool for a change. For a transaction. */
export function lockSpool(trx: Db, id: string): Promise<SpoolRow | null> {
  return row<SpoolRow>(trx, `select ${SPOOL} from requests.spool where id = :id for update`, {
    id,
  });
}

/**
 * Wants everything put back that a spool has set aside; its process does that. For a transaction
 * that holds the spool.
 */
export async function askPutBack(trx: Db, id: string): Promise<SpoolRow> {
  const asked = await row<SpoolRow>(
    trx,
    `update requests.spool set asked_at = clock_timestamp(), put_back = 0, answered_at = null
     where id = :id returning ${SPOOL}`,
    { id },
  );
  if (asked === null) throw new Error('a spool that is held has gone');
  return asked;
}
