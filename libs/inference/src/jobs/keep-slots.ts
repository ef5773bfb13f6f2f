import type { Knex } from '@tollgate/db/connect';
import { listOpenSlots, listStillOpen } from '@tollgate/requests/operations/operation-turn.queries';
import { freeSlot } from '../limits/limits.ts';
import type { LimitStore } from '../limits/store.ts';

/**
 * Keeps the slots of open operations for another lease, and takes them again where Redis has
 * forgotten them; the rows of the operations are the truth. An operation that has ended between the
 * look and the renewal gives its slots back.
 */
export async function keepSlots({
  db,
  limits,
}: {
  db: Knex;
  limits: Pick<LimitStore, 'renew' | 'correct'>;
}): Promise<void> {
  const open = await listOpenSlots(db);
  if (open.length === 0) return;
  await Promise.all(open.map(({ slot }) => limits.renew(slot.id, slot.keys)));
  const still = new Set(
    await listStillOpen(
      db,
      open.map(({ opId }) => opId),
    ),
  );
  const ended = open.filter(({ opId }) => !still.has(opId));
  await Promise.all(ended.map(({ slot }) => freeSlot(limits, slot)));
}
