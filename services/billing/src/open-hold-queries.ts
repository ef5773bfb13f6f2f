import { VIDEO_HOLDER } from '@tollgate/contract/billing';
import type { OpenHold } from '@tollgate/contract/open-holds';
import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

type OpenHoldRow = Omit<OpenHold, 'created_at' | 'expires_at'> & {
  created_at: Date;
  expires_at: Date;
};

/** What an integer of the database holds: 24 days, longer than any hold lives. */
const AGE_MS_MAX = 2_147_483_647;

/** A page of the open holds of a user, oldest first. The index of open holds has those of all users, which are as many as there is work under way. */
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
