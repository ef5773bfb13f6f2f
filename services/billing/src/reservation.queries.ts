import { VIDEO_HOLDER } from '@tollgate/contract/billing';
import type {
  ReleaseItem,
  ReleaseResult,
  Reservation,
  ReserveItem,
  ReserveResult,
  SettleItem,
  SettleResult,
} from '@tollgate/contract/billing';
import type { OpenHold } from '@tollgate/contract/open-holds';
import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { run, statement } from '@tollgate/db/statement';
import type { Timed } from './query-shapes.ts';
import {
  asReleased,
  asReserved,
  asSettled,
  columnParameters,
  columnValues,
  resultsOf,
} from './ledger-items.ts';
import type { ChargeVerdict, Columns, HoldVerdict, Verdict } from './ledger-items.ts';

/**
 * What a transaction does about wallets that others have locked: it waits for them, or leaves their
 * items out.
 */
export type WalletLocks = 'wait' | 'skip';

/** The verdict on an item whose wallet was locked. The item has not been moved. */
export interface Locked {
  outcome: 'locked';
}

/**
 * One transaction of a movement; results in the order of the items. Nobody is left out where
 * wallets are waited for.
 */
export interface RunBatch<Item, Result> {
  (db: Db, items: readonly Item[], locks?: 'wait'): Promise<Result[]>;
  (db: Db, items: readonly Item[], locks: WalletLocks): Promise<(Result | Locked)[]>;
}

/** How a function of the ledger takes items, and what it says of one. */
interface Batch<Item, Row extends Verdict, Result> {
  sql: string;
  valuesOf: (items: readonly Item[]) => object;
  resultOf: (verdict: Row, item: Item) => Result;
}

const asBatch = <Item, Row extends Verdict, Result>({
  sql,
  valuesOf,
  resultOf,
}: Batch<Item, Row, Result>): RunBatch<Item, Result> => {
  const batch = statement<object>(sql);
  return (async (db: Db, items: readonly Item[], locks: WalletLocks = 'wait') => {
    const bindings = { ...valuesOf(items), waits: locks === 'wait' };
    return resultsOf(items, await run<Row, object>(db, batch, bindings), resultOf);
  }) as RunBatch<Item, Result>;
};

/** What `billing.reserve_holds` takes of an item. */
export const HOLD_COLUMNS: Columns<ReserveItem> = [
  ['op_id', 'uuid'],
  ['attempt', 'int'],
  ['user_id', 'uuid'],
  ['api_key_id', 'uuid'],
  ['amount_nano', 'bigint'],
  ['ttl_ms', 'bigint'],
  ['owner', 'uuid'],
  ['price_version_id', 'uuid'],
  ['uplift_bp', 'int'],
  ['estimate', 'jsonb'],
  ['supersedes', 'int'],
];

/** What `billing.settle_holds` takes of an item. */
export const CHARGE_COLUMNS: Columns<SettleItem> = [
  ['op_id', 'uuid'],
  ['attempt', 'int'],
  ['user_id', 'uuid'],
  ['cost_nano', 'bigint'],
  ['ceiling_nano', 'bigint'],
  ['usage', 'jsonb'],
  ['usage_source', 'text'],
  ['partial', 'boolean'],
];

/** Creates holds. */
export const reserveBatch = asBatch<ReserveItem, HoldVerdict, ReserveResult>({
  sql: `select ordinal, outcome, cast(required_n as text) as required_nano,
     cast(available_n as text) as available_nano
   from billing.reserve_holds(${columnParameters('hold', HOLD_COLUMNS)}, :waits)`,
  valuesOf: (items) => columnValues('hold', HOLD_COLUMNS, items),
  resultOf: asReserved,
});

/** Turns holds into charges. */
export const settleBatch = asBatch<SettleItem, ChargeVerdict, SettleResult>({
  sql: `select ordinal, outcome, cast(charged_n as text) as charged_nano,
     cast(uncovered_n as text) as uncovered_nano
   from billing.settle_holds(${columnParameters('charge', CHARGE_COLUMNS)}, :waits)`,
  valuesOf: (items) => columnValues('charge', CHARGE_COLUMNS, items),
  resultOf: asSettled,
});

/** Gives holds back. */
export const releaseBatch = asBatch<ReleaseItem, Verdict, ReleaseResult>({
  sql: `select ordinal, outcome from billing.release_batch(cast(:items as jsonb), :waits)`,
  valuesOf: (items) => ({ items: JSON.stringify(items) }),
  resultOf: asReleased,
});

/** The holds of an operation, first attempt first. */
export async function listReservations(db: Db, opId: string): Promise<Reservation[]> {
  const found = await rows<ReservationRow>(
    db,
    `select ${RESERVATION} from billing.reservation where op_id = :opId order by attempt`,
    { opId },
  );
  return found.map(reservationOut);
}

const UNOWNED_MAX = 500;

/** Open holds without a process that are older than the given age. */
export async function listUnowned(
  db: Db,
  given: { olderThanMs: number; holder: string | null },
): Promise<Reservation[]> {
  const found = await rows<ReservationRow>(
    db,
    `select ${RESERVATION} from billing.reservation
     where state = 'held' and owner is not distinct from cast(:holder as uuid)
       and created_at < now() - :olderThanMs * interval '1 millisecond'
     order by created_at limit ${UNOWNED_MAX}`,
    given,
  );
  return found.map(reservationOut);
}

type ReservationRow = Timed<Reservation, 'created_at' | 'closed_at'>;
const RESERVATION = `op_id, attempt, user_id, api_key_id, cast(amount_n as text) as amount_nano, state,
  cast(coalesce(charged_n, late_charged_n) as text) as charged_nano, close_reason,
  price_version_id, uplift_bp, usage, usage_source, created_at, closed_at`;

const reservationOut = (one: ReservationRow): Reservation => ({
  ...one,
  created_at: one.created_at.toISOString(),
  closed_at: one.closed_at?.toISOString() ?? null,
});

type OpenHoldRow = Omit<OpenHold, 'created_at' | 'expires_at'> & {
  created_at: Date;
  expires_at: Date;
};

/** What an integer of the database holds: 24 days, longer than any hold lives. */
const AGE_MS_MAX = 2_147_483_647;

/**
 * A page of the open holds of a user, oldest first. The index of open holds has those of all users,
 * which are as many as there is work under way.
 */
export async function listOpenHolds(
  db: Db,
  page: { userId: string; after: string | null; limit: number },
): Promise<OpenHold[]> {
  const found = await rows<OpenHoldRow>(
    db,
    `select op_id, api_key_id, cast(amount_n as text) as amount_nano, created_at, expires_at,
       case when owner is null then 'async' when owner = cast(:video as uuid) then 'video'
         else 'call' end as kind,
       cast(least(:most, greatest(0, extract(epoch from now() - created_at) * 1000)) as int)
         as age_ms
     from billing.reservation
     where state = 'held' and user_id = cast(:userId as uuid)
       and (cast(:after as uuid) is null or op_id > cast(:after as uuid))
     order by op_id limit :limit`,
    { ...page, video: VIDEO_HOLDER, most: AGE_MS_MAX },
  );
  return found.map((hold) => ({
    ...hold,
    created_at: hold.created_at.toISOString(),
    expires_at: hold.expires_at.toISOString(),
  }));
}

/** Kinds of tokens of a prompt and of an answer, which usage has in each service tier. */
const PROMPT = ['input', 'cache_read', 'cache_write'];
const ANSWER = ['output', 'reasoning'];
const TIERS = ['', 'flex_', 'priority_', 'batch_'];

function sumOf(kinds: readonly string[]): string {
  const names = kinds.flatMap((kind) => TIERS.map((tier) => `${tier}${kind}`));
  const others =
    kinds === PROMPT ? ['cache_write_1h', 'batch_cache_write_1h', 'image_input'] : ['image_output'];
  const all = [...names, ...others];
  return all.map((name) => `coalesce(cast(usage->>'${name}' as numeric), 0)`).join(' + ');
}

/**
 * Charges of a span by the counts that they were made of. Answers that broke off have no whole line
 * at a provider, and are left out.
 */
export function listChargesBetween(
  db: Db,
  span: { since: Date; until: Date },
): Promise<{ opId: string; at: Date; input: number; output: number }[]> {
  return rows(
    db,
    `select op_id as "opId", created_at as at,
       cast(${sumOf(PROMPT)} as double precision) as input,
       cast(${sumOf(ANSWER)} as double precision) as output
     from billing.reservation
     where created_at >= :since and created_at < :until and usage_source = 'provider'
       and not partial and coalesce(charged_n, late_charged_n, 0) > 0
     order by created_at`,
    span,
  );
}
