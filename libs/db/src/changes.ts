import type { Knex } from 'knex';
import { rows, transaction } from './connect.ts';
import type { Db } from './connect.ts';

/** What a change is about. `catalog` covers credentials, models, prices and aliases. */
export type ChangeTopic = 'key' | 'user' | 'catalog' | 'administrator';

/** One line of the change log; epochs are in the order of commits. */
export interface Change {
  epoch: bigint;
  topic: ChangeTopic;
  /** The uuid of what changed; null for a whole topic. */
  id: string | null;
}

/**
 * The Redis channel on which replicas are woken. The message carries nothing: the log is the truth.
 */
export const CHANGE_CHANNEL = 'tollgate:change';

/** The setting of a transaction that is rolled back whatever it does, see {@link dryRun}. */
const DRY_RUN = 'tollgate.dry_run';

/**
 * Notes a change in the transaction that makes it. The row lock of the counter is kept until
 * commit, so that epochs appear in the order in which they become visible and no reader skips an
 * epoch. A dry run notes nothing, because all other changes would wait for it.
 */
export async function recordChange(
  trx: Knex.Transaction,
  topic: ChangeTopic,
  id: string | null,
): Promise<void> {
  await rows(
    trx,
    `with next as (
       update change.counter set epoch = epoch + 1
       where current_setting('${DRY_RUN}', true) is distinct from 'on' returning epoch)
     insert into change.log (epoch, topic, id) select epoch, :topic, cast(:id as uuid) from next`,
    { topic, id },
  );
}

/** The newest epoch. */
export async function currentEpoch(db: Db): Promise<bigint> {
  const [counter] = await rows<{ epoch: bigint }>(db, 'select epoch from change.counter');
  return counter?.epoch ?? 0n;
}

/** Changes after an epoch, oldest first. */
export async function listChangesAfter(db: Db, epoch: bigint): Promise<Change[]> {
  return rows<Change>(
    db,
    'select epoch, topic, id from change.log where epoch > :epoch order by epoch',
    { epoch: epoch.toString() },
  );
}

/**
 * Makes a change in a transaction, then wakes every replica that remembers what was changed.
 * @param work notes what it changes with {@link recordChange}
 * @returns what the work gives
 */
export async function changeTransaction<Result>(
  { db, redis }: { db: Knex; redis: ChangePublisher },
  work: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  const result = await transaction(db, work);
  // Losing the message costs a poll interval, nothing else.
  await redis.publish(CHANGE_CHANNEL, '').catch(() => undefined);
  return result;
}

/**
 * Does work in a transaction that is rolled back, whatever becomes of it.
 * @returns what the work gives
 */
export async function dryRun<Result>(
  db: Knex,
  work: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  const trx = await db.transaction();
  try {
    await rows(trx, `select set_config('${DRY_RUN}', 'on', true)`);
    return await work(trx);
  } finally {
    await trx.rollback();
  }
}

/**
 * Does a part of a transaction; where it fails, what it did is undone and the transaction goes on.
 */
export async function savepoint<Result>(
  trx: Knex.Transaction,
  work: () => Promise<Result>,
): Promise<Result> {
  await rows(trx, 'savepoint part');
  try {
    const result = await work();
    await rows(trx, 'release savepoint part');
    return result;
  } catch (error) {
    await rows(trx, 'rollback to savepoint part');
    throw error;
  }
}

interface ChangePublisher {
  publish(channel: string, message: string): Promise<unknown>;
}
