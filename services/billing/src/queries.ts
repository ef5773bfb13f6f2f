import type {
  Grant,
  GrantEnd,
  ReleaseItem,
  ReleaseResult,
  Reservation,
  ReserveItem,
  ReserveResult,
  SettleItem,
  SettleResult,
  Wallet,
} from '@tollgate/contract/billing';
import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { run, statement } from '@tollgate/db/statement';

/** Where a page of a list begins and how long it is. */
export interface Page {
  limit: number;
  /** The id of the last row of the page before. */
  before: string | null;
}

/** What a transaction does about wallets that others have locked: it waits for them, or leaves their items out. */
export type WalletLocks = 'wait' | 'skip';

/** The verdict on an item whose wallet was locked. The item has not been moved. */
export interface Locked {
  outcome: 'locked';
}

/** One transaction of a movement; results in the order of the items. Nobody is left out where wallets are waited for. */
export interface RunBatch<Item, Result> {
  (db: Db, items: readonly Item[], locks?: 'wait'): Promise<Result[]>;
  (db: Db, items: readonly Item[], locks: WalletLocks): Promise<(Result | Locked)[]>;
}

interface BatchBindings {
  items: string;
  waits: boolean;
}

const asBatch = <Item, Result>(sql: string): RunBatch<Item, Result> => {
  const batch = statement<BatchBindings>(sql);
  return ((db: Db, items: readonly Item[], locks: WalletLocks = 'wait') =>
    run<Result | Locked, BatchBindings>(db, batch, {
      items: JSON.stringify(items),
      waits: locks === 'wait',
    })) as RunBatch<Item, Result>;
};

const reserve = asBatch<ReserveItem, Required<ReserveResult>>(
  `select outcome, cast(required_n as text) as required_nano,
     cast(available_n as text) as available_nano
   from billing.reserve_batch(cast(:items as jsonb), :waits) order by ordinal`,
);

/** Places holds. */
export const reserveBatch = (async (db: Db, items: readonly ReserveItem[], locks: WalletLocks) => {
  const verdicts = await reserve(db, items, locks);
  return verdicts.map(asReserved);
}) as RunBatch<ReserveItem, ReserveResult>;

/** The verdict on a hold as callers see it: amounts are told where credit was short. */
export function asReserved(verdict: { outcome: string }): ReserveResult {
  const { outcome } = verdict;
  const isShort = outcome === 'insufficient_credit' || outcome === 'credit_held';
  return (isShort ? verdict : { outcome }) as ReserveResult;
}

/** Turns holds into charges. */
export const settleBatch = asBatch<SettleItem, SettleResult>(
  `select outcome, cast(charged_n as text) as charged_nano,
     cast(uncovered_n as text) as uncovered_nano
   from billing.settle_batch(cast(:items as jsonb), :waits) order by ordinal`,
);

/** Gives holds back. */
export const releaseBatch = asBatch<ReleaseItem, ReleaseResult>(
  'select outcome from billing.release_batch(cast(:items as jsonb), :waits) order by ordinal',
);

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

/** Notes that a process lives. */
export async function heartbeat(db: Db, process: { id: string; service: string }): Promise<void> {
  await rows(db, 'select billing.heartbeat(:id, :service)', process);
}

/** Closes what a leaving process still holds; gives the number of holds. */
export async function farewell(db: Db, processId: string): Promise<number> {
  const found = await row<{ closed: number }>(db, 'select billing.farewell(:processId) as closed', {
    processId,
  });
  return found?.closed ?? 0;
}

/** A grant to make. */
export interface NewGrant {
  userId: string;
  amountNano: string;
  reason: string | null;
  expiresAt: string | null;
  actor: string;
  idempotencyKey: string | null;
}

/** What became of a grant that was asked for; `unknown`: nothing was granted under its key. */
export interface GrantVerdict {
  outcome: 'granted' | 'repeated' | 'conflict' | 'unknown';
  grantId: string | null;
}

const GRANT_ASKED = `cast(:userId as uuid), cast(:amountNano as bigint), :reason,
  cast(:expiresAt as timestamptz), :actor, :idempotencyKey`;

/** Grants credit; the same key of the same actor again gives the first grant, or `conflict` when the body differs. */
export async function createGrant(db: Db, grant: NewGrant): Promise<GrantVerdict> {
  const found = await row<GrantVerdict>(
    db,
    `select outcome, grant_id as "grantId" from billing.create_grant(${GRANT_ASKED})`,
    { ...grant },
  );
  if (found === null) throw new Error('create_grant gave no verdict');
  return found;
}

/** The grant that the same actor made under the same key, or `conflict` when the body differs; grants nothing. */
export async function findRepeatedGrant(db: Db, grant: NewGrant): Promise<GrantVerdict> {
  const found = await row<GrantVerdict>(
    db,
    `select outcome, grant_id as "grantId" from billing.repeated_grant(${GRANT_ASKED})`,
    { ...grant },
  );
  return found ?? { outcome: 'unknown', grantId: null };
}

const WALLET_COLUMNS = `user_id, cast(granted_n as text) as granted_nano,
  cast(available_n as text) as available_nano, cast(reserved_n as text) as reserved_nano,
  cast(consumed_n as text) as consumed_nano, cast(revoked_n as text) as revoked_nano,
  cast(expired_n as text) as expired_nano`;

/** The wallets that exist among those of the users asked for. */
export function listWallets(db: Db, userIds: readonly string[]): Promise<Wallet[]> {
  return rows<Wallet>(
    db,
    `select ${WALLET_COLUMNS} from billing.wallet where user_id = any (cast(:userIds as uuid[]))`,
    { userIds },
  );
}

/** A shape as a query gives it: moments are dates. */
export type Timed<Shape, Columns extends keyof Shape> = {
  [Name in keyof Shape]: Name extends Columns
    ? Date | (null extends Shape[Name] ? null : never)
    : Shape[Name];
};

const GRANT_COLUMNS = `id, user_id, cast(amount_n as text) as amount_nano,
  cast(remaining_n as text) as remaining_nano, cast(revoked_n as text) as revoked_nano,
  cast(expired_n as text) as expired_nano, reason, expires_at, created_by, created_at`;

type GrantRow = Timed<Grant, 'expires_at' | 'created_at'>;

/** A grant, or null. */
export async function findGrant(db: Db, grantId: string): Promise<Grant | null> {
  const found = await row<GrantRow>(
    db,
    `select ${GRANT_COLUMNS} from billing.credit_grant where id = :grantId`,
    { grantId },
  );
  return found === null ? null : grantOut(found);
}

/** Grants of a user, newest first. */
export async function listGrants(db: Db, userId: string, page: Page): Promise<Grant[]> {
  const found = await rows<GrantRow>(
    db,
    `select ${GRANT_COLUMNS} from billing.credit_grant
     where user_id = :userId and (cast(:before as uuid) is null or id < cast(:before as uuid))
     order by id desc limit :limit`,
    { userId, ...page },
  );
  return found.map(grantOut);
}

/** The next moment at which credit of a user ends, with what is left of the grants that end then; null when none will. */
export async function findNextEnd(db: Db, userId: string): Promise<GrantEnd | null> {
  const found = await row<{ at: Date; remaining_nano: string }>(
    db,
    `select expires_at as at, cast(sum(remaining_n) as text) as remaining_nano
     from billing.credit_grant
     where user_id = :userId and remaining_n > 0 and expires_at > now()
     group by expires_at order by expires_at limit 1`,
    { userId },
  );
  return found === null ? null : { ...found, at: found.at.toISOString() };
}

function grantOut(found: GrantRow): Grant {
  return {
    ...found,
    expires_at: found.expires_at?.toISOString() ?? null,
    created_at: found.created_at.toISOString(),
  };
}

/** One look of a sweep; gives how many it closed, `limit` at most. */
export type SweepQuery = (db: Db, limit: number) => Promise<number>;

/** Closes holds of processes that were not seen for `leaseMs`. */
export const sweepOwners =
  (leaseMs: number): SweepQuery =>
  (db, limit) =>
    swept(db, 'billing.sweep_owners(:leaseMs, :limit)', { leaseMs, limit });

/** Closes holds that are past their own end. */
export const sweepEndedHolds: SweepQuery = (db, limit) =>
  swept(db, 'billing.sweep_ended_holds(:limit)', { limit });

/** Takes what is left of grants past their end, as far as no hold needs it. */
export const sweepEndedGrants: SweepQuery = (db, limit) =>
  swept(db, 'billing.sweep_ended_grants(:limit)', { limit });

/** Forgets marks and processes that nothing refers to any more. */
export const forgetOld =
  (days: number): SweepQuery =>
  (db) =>
    swept(db, 'billing.forget_old(:days)', { days });

async function swept(
  db: Db,
  call: string,
  bindings: Readonly<Record<string, number>>,
): Promise<number> {
  const found = await row<{ swept: number }>(db, `select ${call} as swept`, bindings);
  return found?.swept ?? 0;
}
