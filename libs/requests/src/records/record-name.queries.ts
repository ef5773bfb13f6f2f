import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** Which names of a filter any request has ever had; a name that does not narrow is known. */
export interface KnownNames {
  provider: boolean;
  model: boolean;
  alias: boolean;
  user: boolean;
  apiKey: boolean;
}

/** Names to look up; null is none. */
export interface NamesWanted {
  provider: string | null;
  model: string | null;
  alias: string | null;
  userId: string | null;
  apiKeyId: string | null;
  /** The user who has to own the key; null: anybody may. */
  ownerId: string | null;
}

/**
 * Looks names up in the sums, which outlive the records. Each is one look at an index or at the few
 * kinds of requests.
 */
export async function findKnownNames(db: Db, names: NamesWanted): Promise<KnownNames> {
  const found = await row<KnownNames>(
    db,
    `select
       cast(:provider as text) is null
         or exists (select from requests.rollup_kind k where k.provider = :provider) as provider,
       cast(:model as text) is null or exists (
         select from requests.rollup_kind k where k.model = :model or k.alias = :model) as model,
       cast(:alias as text) is null
         or exists (select from requests.rollup_kind k where k.alias = :alias) as alias,
       cast(:userId as uuid) is null or exists (
         select from requests.rollup r where r.user_id = cast(:userId as uuid)
           and r.user_id <> '00000000-0000-0000-0000-000000000000') as "user",
       cast(:apiKeyId as uuid) is null or exists (
         select from requests.rollup r where r.api_key_id = cast(:apiKeyId as uuid)
           and (cast(:ownerId as uuid) is null or r.user_id = cast(:ownerId as uuid))
           and r.user_id <> '00000000-0000-0000-0000-000000000000') as "apiKey"`,
    { ...names },
  );
  return found ?? { provider: false, model: false, alias: false, user: false, apiKey: false };
}
