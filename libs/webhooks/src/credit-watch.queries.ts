import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { OPERATORS } from './owner.ts';

/** The last report about a user's credit. */
export interface CreditState {
  isLow: boolean;
  /** The least balance since exhaustion was reported; null when it was not, or was and is over. */
  exhaustedNano: bigint | null;
}

/** A user who wants to be notified of credit. */
export interface WatchedUser {
  userId: string;
  /** Null: the user has set none. */
  thresholdNano: bigint | null;
  state: CreditState;
  /** Refusals before are past. */
  armedAt: Date;
}

/**
 * Users with an active endpoint for events of credit, in the order of their ids.
 * @param page.after the last user of the page before; null for the first
 */
export async function listWatchedUsers(
  db: Db,
  page: { after: string | null; limit: number },
): Promise<WatchedUser[]> {
  const found = await rows<Omit<WatchedUser, 'state'> & CreditState>(
    db,
    `select e.owner_id as "userId", w.threshold_n as "thresholdNano",
       coalesce(w.is_low, false) as "isLow", w.exhausted_n as "exhaustedNano",
       coalesce(w.armed_at, min(e.created_at)) as "armedAt"
     from webhooks.endpoint e left join webhooks.credit_watch w on w.user_id = e.owner_id
     where e.deleted_at is null and e.status = 'active' and e.owner_id > cast(:after as uuid)
       and e.events && array['credit.low', 'credit.exhausted']
     group by e.owner_id, w.user_id order by e.owner_id limit :limit`,
    { limit: page.limit, after: page.after ?? OPERATORS },
  );
  return found.map(({ isLow, exhaustedNano, ...user }) => ({
    ...user,
    state: { isLow, exhaustedNano },
  }));
}

/** Writes what was reported; false when another look was first. */
export async function saveWatch(
  db: Db,
  change: { userId: string; before: CreditState; state: CreditState; isArmed: boolean },
): Promise<boolean> {
  const { userId, before, state, isArmed } = change;
  const saved = await row(
    db,
    `insert into webhooks.credit_watch as w (user_id, is_low, exhausted_n)
     values (:userId, :isLow, cast(:exhausted as bigint))
     on conflict (user_id) do update set is_low = excluded.is_low,
       exhausted_n = excluded.exhausted_n,
       armed_at = case when :isArmed then now() else w.armed_at end
     where w.is_low = :wasLow and w.exhausted_n is not distinct from cast(:wasExhausted as bigint)
     returning user_id`,
    {
      userId,
      isLow: state.isLow,
      exhausted: state.exhaustedNano?.toString() ?? null,
      isArmed,
      wasLow: before.isLow,
      wasExhausted: before.exhaustedNano?.toString() ?? null,
    },
  );
  return saved !== null;
}

/** The balance below which a user is notified; null: never. */
export async function findThreshold(db: Db, userId: string): Promise<bigint | null> {
  const found = await row<{ nano: bigint | null }>(
    db,
    'select threshold_n as nano from webhooks.credit_watch where user_id = :userId',
    { userId },
  );
  return found?.nano ?? null;
}

/** Sets the balance below which a user is notified; null: never. */
export async function saveThreshold(
  db: Db,
  { userId, nano }: { userId: string; nano: bigint | null },
): Promise<void> {
  await rows(
    db,
    `insert into webhooks.credit_watch (user_id, threshold_n)
     values (:userId, cast(:nano as bigint))
     on conflict (user_id) do update set threshold_n = excluded.threshold_n`,
    { userId, nano: nano?.toString() ?? null },
  );
}
