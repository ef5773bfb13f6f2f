import type { Entry, MovedBy } from '@tollgate/contract/billing';
import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { Page, Timed } from './query-shapes.ts';

/** An entry as its table has it. */
export type EntryRow = Timed<Entry, 'at'>;

/** The columns of an {@link EntryRow}, of a source called `moved`. */
const ENTRY_COLUMNS = `moved.id, moved.user_id, moved.kind,
  cast(moved.available_n as text) as available_nano,
  cast(moved.reserved_n as text) as reserved_nano, cast(moved.consumed_n as text) as consumed_nano,
  cast(moved.issued_n as text) as issued_nano, moved.grant_id, moved.op_id, moved.attempt,
  moved.actor, moved.at`;

/** Where a page of movements begins, and whether it has holds. */
export interface EntryPage extends Page {
  holds: boolean;
}

/** Movements within a wallet leave what it has as it is. */
const withoutHolds = ({ holds }: EntryPage): string =>
  holds ? '' : `and kind not in ('reserve', 'release', 'expire_hold')`;

/**
 * Movements of a user's wallet with the balance after each, newest first. Balances are reckoned
 * back from the wallet of now: what is left out of a page has changed none. The list ends where
 * years have left, because what is kept of those has no balance any more.
 */
export async function listEntries(db: Db, userId: string, page: EntryPage): Promise<Entry[]> {
  const { limit, before } = page;
  const found = await rows<EntryRow>(
    db,
    `select ${ENTRY_COLUMNS}, cast(w.available_n + w.reserved_n - coalesce(newer.net, 0)
       - coalesce(sum(moved.available_n + moved.reserved_n) over (
           order by moved.id desc rows between unbounded preceding and 1 preceding), 0)
       as text) as balance_nano
     from (
       select * from billing.entry
       where user_id = :userId and (cast(:before as uuid) is null or id < cast(:before as uuid))
         and id >= (select billing.left_before()) ${withoutHolds(page)}
       order by id desc limit :limit
     ) moved
     join billing.wallet w on w.user_id = moved.user_id
     cross join lateral (
       select sum(e.available_n + e.reserved_n) as net from billing.entry e
       where e.user_id = w.user_id and e.id >= cast(:before as uuid)
     ) newer
     order by moved.id desc`,
    { userId, limit, before },
  );
  return found.map(entryOut);
}

/**
 * From … to of the years that left in which a wallet moved; null where there is none.
 * @param userId null: whatever wallet
 */
export async function findArchivedEntries(
  db: Db,
  userId: string | null,
): Promise<{ from: string; to: string } | null> {
  const found = await row<{ from: Date | null; to: Date | null }>(
    db,
    `select min(make_timestamptz(y.year, 1, 1, 0, 0, 0, 'UTC')) as "from",
       billing.moment_of(billing.left_before()) as "to"
     from billing.left_year y
     where y.left_at is not null and (cast(:userId as uuid) is null or exists (
       select from billing.left_wallet w where w.year = y.year and w.user_id = :userId))`,
    { userId },
  );
  if (found === null || found.from === null || found.to === null) return null;
  return { from: found.from.toISOString(), to: found.to.toISOString() };
}

/**
 * What a query asks of the cause of a movement: grants have an index of their own among the many
 * movements of requests.
 */
const MOVED_BY: Readonly<Record<MovedBy | 'any', string>> = {
  grants: 'and grant_id is not null',
  requests: 'and op_id is not null',
  any: '',
};

/**
 * Movements of all wallets, newest first; of years that left those of grants alone, which are all
 * kept.
 * @param movedBy null: of either cause
 */
export async function listAllEntries(
  db: Db,
  page: EntryPage,
  movedBy: MovedBy | null,
): Promise<Entry[]> {
  const found = await rows<EntryRow>(
    db,
    `select ${ENTRY_COLUMNS} from billing.entry moved
     where (cast(:before as uuid) is null or id < cast(:before as uuid)) ${MOVED_BY[movedBy ?? 'any']}
       and ${movedBy === 'grants' ? 'true' : '(id >= (select billing.left_before()) or grant_id is not null)'}
       ${withoutHolds(page)}
     order by id desc limit :limit`,
    { limit: page.limit, before: page.before },
  );
  return found.map(entryOut);
}

/** A movement as others see it. */
function entryOut(found: EntryRow): Entry {
  return { ...found, at: found.at.toISOString() };
}

/**
 * An entry's id begins with the moment of its hold, or of a millisecond or two later within a large
 * batch.
 */
const BATCH_SPAN = `interval '10 milliseconds'`;

/** The first and the last id that an entry of a moment can have. */
const idsFrom = (moment: string): string => boundOf(moment, '70008000000000000000');
const idsUntil = (moment: string): string => boundOf(moment, '7fffbfffffffffffffff');

function boundOf(moment: string, rest: string): string {
  return `cast(lpad(to_hex(cast(floor(extract(epoch from ${moment}) * 1000) as bigint)), 12, '0')
    || '${rest}' as uuid)`;
}

/**
 * A hold has the times of its creation and its end, so its entries are found by the index of the
 * wallet's list.
 */
const entriesAt = (moment: string): string => `
  select e.* from billing.entry e
  where e.user_id = h.user_id and e.op_id = h.op_id and e.attempt = h.attempt
    and e.at = ${moment} and e.id >= ${idsFrom(moment)}
    and e.id <= ${idsUntil(`${moment} + ${BATCH_SPAN}`)}`;

/**
 * Every movement of an operation, attempt by attempt, oldest first. A late charge may come long
 * after the hold was closed.
 */
export async function listOperationEntries(db: Db, opId: string): Promise<Entry[]> {
  const found = await rows<EntryRow>(
    db,
    `select ${ENTRY_COLUMNS} from billing.reservation h
     cross join lateral (
       ${entriesAt('h.created_at')}
       union ${entriesAt('h.closed_at')}
       union select e.* from billing.entry e
       where h.late and e.user_id = h.user_id and e.op_id = h.op_id and e.attempt = h.attempt
         and e.at >= h.closed_at and e.id >= ${idsFrom('h.closed_at')}
     ) moved
     where h.op_id = :opId order by moved.attempt, moved.id`,
    { opId },
  );
  return found.map(entryOut);
}
