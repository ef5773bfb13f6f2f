import type { Entry, MovedBy } from '@tollgate/contract/billing';
import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { Page, Timed } from './queries.ts';

/** An entry as its table has it. */
export type EntryRow = Timed<Entry, 'at'>;

/** The columns of an {@link EntryRow}, of a source called `moved`. */
export const ENTRY_COLUMNS = `moved.id, moved.user_id, moved.kind,
  cast(moved.available_n as text) as available_nano,
  cast(moved.reserved_n as text) as reserved_nano, cast(moved.consumed_n as text) as consumed_nano,
  cast(moved.issued_n as text) as issued_nano, moved.grant_id, moved.op_id, moved.attempt,
  moved.actor, moved.at`;

/** Movements of a user's wallet, newest first. */
export async function listEntries(db: Db, userId: string, page: Page): Promise<Entry[]> {
  const found = await rows<EntryRow>(
    db,
    `select ${ENTRY_COLUMNS} from billing.entry moved
     where user_id = :userId and (cast(:before as uuid) is null or id < cast(:before as uuid))
     order by id desc limit :limit`,
    { userId, ...page },
  );
  return found.map(entryOut);
}

/** What a query asks of the cause of a movement: grants have an index of their own among the many movements of requests. */
const MOVED_BY: Readonly<Record<MovedBy | 'any', string>> = {
  grants: 'and grant_id is not null',
  requests: 'and op_id is not null',
  any: '',
};

/** Movements of all wallets, newest first. @param movedBy null: of either cause */
export async function listAllEntries(
  db: Db,
  page: Page,
  movedBy: MovedBy | null,
): Promise<Entry[]> {
  const found = await rows<EntryRow>(
    db,
    `select ${ENTRY_COLUMNS} from billing.entry moved
     where (cast(:before as uuid) is null or id < cast(:before as uuid)) ${MOVED_BY[movedBy ?? 'any']}
     order by id desc limit :limit`,
    { ...page },
  );
  return found.map(entryOut);
}

/** A movement as others see it. */
export function entryOut(found: EntryRow): Entry {
  return { ...found, at: found.at.toISOString() };
}
