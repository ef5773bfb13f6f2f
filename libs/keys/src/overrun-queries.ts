import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** Notes by how much a prompt of an owner came out above its bound. */
export async function insertOverrun(
  db: Db,
  overrun: { ownerId: string; ratio: number },
): Promise<void> {
  await rows(
    db,
    'select keys.note_overrun(cast(:ownerId as uuid), cast(:ratio as double precision))',
    overrun,
  );
}

/** By how much an owner's bounds are widened now. */
export function selectWidening(db: Db, ownerId: string): Promise<{ factor: number } | null> {
  return row(db, 'select factor from keys.widening where owner_id = :ownerId', { ownerId });
}
