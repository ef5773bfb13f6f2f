import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** The owner of the spending that is looked up. */
export interface SpendingOwner {
  userId: string;
  apiKeyId: string;
}

/**
 * Nano-credits that were charged in the present day and month in UTC, by the sums of request
 * records.
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
    { ...owner },
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
