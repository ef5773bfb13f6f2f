import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** The owner of the spending that is looked up. */
export interface SpendingOwner {
  userId: string;
  apiKeyId: string;
  /** When the day and the month began that are meant; absent: the present ones in UTC. */
  since?: { day: Date; month: Date };
}

/**
 * Nano-credits that were charged in the present day and month, by the sums of request records.
 */
export interface Spending {
  key: { day: bigint; month: bigint };
  user: { day: bigint; month: bigint };
}

/**
 * What a key, and all keys of its user together, were charged for; at most two sums a key and kind
 * of request are read.
 */
export async function findSpending(db: Db, owner: SpendingOwner): Promise<Spending> {
  const { since, ...ids } = owner;
  if (since !== undefined) return findSpendingSince(db, ids, since);
  const found = await rows<{ level: string; ofKey: boolean; charged: string }>(
    db,
    `select level, api_key_id = cast(:apiKeyId as uuid) as "ofKey",
       cast(sum(charged_n) as text) as charged
     from requests.rollup
     where user_id = cast(:userId as uuid)
       and user_id <> '00000000-0000-0000-0000-000000000000'
       and ((level = 'key_day' and bucket = date_trunc('day', now(), 'UTC'))
         or (level = 'key_month' and bucket = date_trunc('month', now(), 'UTC')))
     group by 1, 2`,
    { ...ids },
  );
  const sumOf = (level: string, ofKeyOnly: boolean): bigint =>
    found
      .filter((one) => one.level === level && (one.ofKey || !ofKeyOnly))
      .reduce((sum, { charged }) => sum + BigInt(charged), 0n);
  return {
    key: { day: sumOf('key_day', true), month: sumOf('key_month', true) },
    user: { day: sumOf('key_day', false), month: sumOf('key_month', false) },
  };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Spending since moments that are no midnights of UTC, out of sums of hours and, in between, of
 * days. An hour in which a day or month begins counts as a whole: a quota is never read as less
 * used than it is.
 */
async function findSpendingSince(
  db: Db,
  owner: { userId: string; apiKeyId: string },
  since: { day: Date; month: Date },
): Promise<Spending> {
  const hourOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / HOUR_MS) * HOUR_MS);
  const firstDay = new Date(Math.ceil(since.month.getTime() / DAY_MS) * DAY_MS);
  const found = await rows<{ ofKey: boolean; day: string; month: string }>(
    db,
    `select api_key_id = cast(:apiKeyId as uuid) as "ofKey",
       cast(coalesce(sum(charged_n) filter (where level = 'key_hour'
         and bucket >= cast(:day as timestamptz)), 0) as text) as day,
       cast(coalesce(sum(charged_n) filter (where level = 'key_day'
         or bucket >= cast(:month as timestamptz) and bucket < cast(:firstDay as timestamptz)), 0)
         as text) as month
     from requests.rollup
     where user_id = cast(:userId as uuid)
       and user_id <> '00000000-0000-0000-0000-000000000000'
       and ((level = 'key_day' and bucket >= cast(:firstDay as timestamptz))
         or (level = 'key_hour' and (bucket >= cast(:day as timestamptz)
           or bucket >= cast(:month as timestamptz) and bucket < cast(:firstDay as timestamptz))))
     group by 1`,
    {
      ...owner,
      day: hourOf(since.day).toISOString(),
      month: hourOf(since.month).toISOString(),
      firstDay: firstDay.toISOString(),
    },
  );
  const sumOf = (kind: 'day' | 'month', ofKeyOnly: boolean): bigint =>
    found
      .filter(({ ofKey }) => ofKey || !ofKeyOnly)
      .reduce((sum, one) => sum + BigInt(one[kind]), 0n);
  return {
    key: { day: sumOf('day', true), month: sumOf('month', true) },
    user: { day: sumOf('day', false), month: sumOf('month', false) },
  };
}
