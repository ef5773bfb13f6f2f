import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { leasedRows, renewLease } from '@tollgate/db/leased-rows';

/** The database's clock. */
export async function getMoment(db: Db): Promise<Date> {
  const found = await row<{ now: Date }>(db, "select date_trunc('milliseconds', now()) as now");
  if (found === null) throw new Error('the database has no clock');
  return found.now;
}

/** A purge in its present state. */
export interface PurgeRow {
  id: string;
  scope: string;
  bodySha: Buffer;
  asOf: Date;
  state: 'queued' | 'running' | 'done' | 'failed';
  failure: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

const PURGE_COLUMNS = `id, scope, body_sha as "bodySha", as_of as "asOf", state, failure,
  created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`;

/** A purge to be accepted. */
export interface NewPurge {
  id: string;
  scope: string;
  onceKey: string;
  bodySha: Buffer;
  requestedBy: string | null;
  asOf: Date;
  digest: string | null;
}

/** False when the name is taken. */
export async function insertPurge(db: Db, purge: NewPurge): Promise<boolean> {
  const made = await row(
    db,
    `insert into retention.purge (id, scope, once_key, body_sha, requested_by, as_of, digest)
     values (:id, :scope, :onceKey, :bodySha, :requestedBy, :asOf, :digest)
     on conflict (scope, once_key) do nothing returning id`,
    { ...purge },
  );
  return made !== null;
}

export function findPurgeByName(
  db: Db,
  name: { scope: string; onceKey: string },
): Promise<PurgeRow | null> {
  return row<PurgeRow>(
    db,
    `select ${PURGE_COLUMNS} from retention.purge where scope = :scope and once_key = :onceKey`,
    name,
  );
}

export function findPurgeById(db: Db, id: string): Promise<PurgeRow | null> {
  return row<PurgeRow>(db, `select ${PURGE_COLUMNS} from retention.purge where id = :id`, { id });
}

/** How many purges there are of each state. */
export interface PurgeCounts {
  queued: number;
  running: number;
  done: number;
  failed: number;
  /** Null when none waits. */
  oldestQueuedMs: number | null;
}

export async function countPurges(db: Db): Promise<PurgeCounts> {
  const counts = await row<PurgeCounts>(
    db,
    `select count(*) filter (where state = 'queued')::int as queued,
       count(*) filter (where state = 'running')::int as running,
       count(*) filter (where state = 'done')::int as done,
       count(*) filter (where state = 'failed')::int as failed,
       cast(extract(epoch from now() - min(created_at) filter (where state = 'queued')) * 1000
         as float8) as "oldestQueuedMs"
     from retention.purge`,
  );
  if (counts === null) throw new Error('counting gave no row');
  return counts;
}

/** Open purges first, then the latest others. */
export function listLatestPurges(db: Db, limit: number): Promise<PurgeRow[]> {
  return rows<PurgeRow>(
    db,
    `select ${PURGE_COLUMNS} from retention.purge
     order by (state in ('queued', 'running')) desc, created_at desc, id desc limit :limit`,
    { limit },
  );
}

/** The claim that a row is written for. */
export interface PurgeFence {
  id: string;
  claims: number;
}

/** Purges are claimed by workers, who keep the lease up from step to step. */
const LEASES = leasedRows({
  table: 'retention.purge',
  key: { id: 'id' },
  fence: 'claims',
  owner: null,
  standing: `state = 'running'`,
});
const { held: CLAIMED, release } = LEASES;
const OPEN = LEASES.next({
  where: `state in ('queued', 'running') and sent_at < now() - :staleMs * interval '1 millisecond'`,
  orderBy: 'created_at',
  limit: ':limit',
});

/** Takes purges that nobody works on and that no job has been sent for lately. */
export function takeOpenPurges(
  db: Db,
  given: { staleMs: number; limit: number },
): Promise<PurgeFence[]> {
  return rows<PurgeFence>(
    db,
    `update retention.purge set sent_at = now() where id in ${OPEN} returning id, claims`,
    given,
  );
}

/** Claims a purge that waits or whose worker is gone; null when there is nothing to do. */
export function claimPurge(
  db: Db,
  claim: { id: string; leaseMs: number },
): Promise<PurgeFence | null> {
  return row<PurgeFence>(
    db,
    `update retention.purge set state = 'running', started_at = coalesce(started_at, now()),
       ${LEASES.claim}
     where id = :id and state in ('queued', 'running') and ${LEASES.free}
     returning id, claims`,
    claim,
  );
}

/** Extends the lease in the transaction of a step; false when the claim is lost. */
export function keepPurgeClaim(db: Db, fence: PurgeFence & { leaseMs: number }): Promise<boolean> {
  return renewLease(db, LEASES, { ...fence });
}

/** Writes the end of a purge; false when the claim is lost. */
export async function finishPurge(
  db: Db,
  end: PurgeFence & { failure: string | null },
): Promise<boolean> {
  const ended = await row(
    db,
    `update retention.purge set finished_at = now(), ${release}, failure = :failure,
       state = case when cast(:failure as text) is null then 'done' else 'failed' end
     where ${CLAIMED} returning id`,
    { ...end },
  );
  return ended !== null;
}

/** Gives a claim back, so that another worker goes on at once. */
export async function giveBackPurge(db: Db, fence: PurgeFence): Promise<void> {
  await rows(db, `update retention.purge set ${release}, sent_at = '-infinity' where ${CLAIMED}`, {
    ...fence,
  });
}
