import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** How far a look for refusals reaches back. */
const REACH = "interval '15 minutes'";

/**
 * The latest call of each user that was refused for want of credit within the last quarter of an
 * hour, by one probe of an index for each user: how many calls there were, refused ones included,
 * costs nothing.
 * @returns by the uuid of the user; users without such a call are left out
 */
export async function listLatestRefusals(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, Date>> {
  const found = await rows<{ userId: string; at: Date }>(
    db,
    `select one.user_id as "userId", latest.at
     from unnest(cast(:userIds as uuid[])) as one(user_id) cross join lateral (
       select at from requests.record
       where user_id = one.user_id and error_code = 'insufficient_credit' and at > now() - ${REACH}
       order by at desc limit 1) as latest`,
    { userIds: [...userIds] },
  );
  return new Map(found.map(({ userId, at }) => [userId, at]));
}
