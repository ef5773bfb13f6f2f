import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** Decisions of one spool that the mirror shows. */
export const MIRRORED_MAX = 100;
/** Spools that nobody has looked at for so long are forgotten, in days: their disks are gone. */
const FORGOTTEN_DAYS = 30;
/** Spools that one write forgets at most. */
const FORGOTTEN_MAX = 100;

/** A decision that billing refused permanently. Nulls: what could not be read of it. */
export interface MirroredDecision {
  /** When it was set aside, in RFC 3339. */
  at: string | null;
  kind: 'settle' | 'release' | 'loss' | null;
  reason: string;
  opId: string | null;
  attempt: number | null;
  userId: string | null;
}

/** What a process has set aside. */
export interface QuarantineMirror {
  spoolId: string;
  /** The name of the service. */
  service: string;
  /** Where the process runs. */
  host: string;
  /** How many were set aside in all. */
  total: number;
  /** The newest first, at most {@link MIRRORED_MAX}. */
  latest: readonly MirroredDecision[];
}

/** Replaces a mirror. For a transaction. */
export async function keepMirror(trx: Db, mirror: QuarantineMirror): Promise<void> {
  const { spoolId, service, host, total, latest } = mirror;
  await rows(
    trx,
    `insert into requests.spool (id, service, host, set_aside, looked_at)
     values (:spoolId, :service, :host, :total, clock_timestamp())
     on conflict (id) do update set service = excluded.service, host = excluded.host,
       set_aside = excluded.set_aside, looked_at = excluded.looked_at`,
    { spoolId, service, host, total },
  );
  await rows(trx, 'delete from requests.quarantined where spool_id = :spoolId', { spoolId });
  await rows(
    trx,
    `insert into requests.quarantined (spool_id, n, at, kind, reason, op_id, attempt, user_id)
     select :spoolId, row_number() over (order by ord), one.at, one.kind, one.reason, one."opId",
       one.attempt, one."userId"
     from rows from (jsonb_to_recordset(cast(:latest as jsonb)) as (
       at timestamptz, kind text, reason text, "opId" uuid, attempt int, "userId" uuid
     )) with ordinality as one (at, kind, reason, "opId", attempt, "userId", ord)`,
    { spoolId, latest: JSON.stringify(latest.slice(0, MIRRORED_MAX)) },
  );
  await rows(
    trx,
    `delete from requests.spool where id in (
       select id from requests.spool
       where looked_at < clock_timestamp() - make_interval(days => ${FORGOTTEN_DAYS}) and id <> :spoolId
       order by looked_at limit ${FORGOTTEN_MAX} for update skip locked)`,
    { spoolId },
  );
}

/**
 * Notes that a process has looked at its spool and that nothing is new.
 * @returns false where the mirror has to be written again
 */
export async function touchMirror(db: Db, spoolId: string): Promise<boolean> {
  const touched = await row(
    db,
    'update requests.spool set looked_at = clock_timestamp() where id = :spoolId returning id',
    { spoolId },
  );
  return touched !== null;
}

/**
 * When an administrator wanted what a spool has set aside put back, to the microsecond; null where
 * nobody waits for that.
 */
export async function findPutBack(db: Db, spoolId: string): Promise<string | null> {
  const asked = await row<{ askedAt: string }>(
    db,
    `select cast(asked_at as text) as "askedAt" from requests.spool
     where id = :spoolId and asked_at is not null and answered_at is null`,
    { spoolId },
  );
  return asked?.askedAt ?? null;
}

/** Notes what was put back. */
export async function addPutBack(
  db: Db,
  step: { spoolId: string; count: number; isDone: boolean },
): Promise<void> {
  await rows(
    db,
    `update requests.spool set put_back = put_back + :count,
       answered_at = case when :isDone then clock_timestamp() end
     where id = :spoolId and answered_at is null`,
    step,
  );
}
