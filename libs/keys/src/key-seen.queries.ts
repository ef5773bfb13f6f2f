import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { KEY_COLUMNS } from './key.queries.ts';
import type { ApiKey } from './key.queries.ts';

/**
 * Keys that show these ends, or did before their last rotation; the newest first, deleted ones left
 * out.
 * @param seen.digests null: whatever is between the ends
 */
export function listSeenKeys(
  db: Db,
  seen: { prefix: string; last4: string; digests: readonly Buffer[] | null; limit: number },
): Promise<ApiKey[]> {
  const { digests } = seen;
  return rows<ApiKey>(
    db,
    `select ${KEY_COLUMNS} from keys.api_key
     where deleted_at is null and id in (
       select id from keys.api_key
       where prefix = :prefix and last4 = :last4 and deleted_at is null
         and (cast(:digests as bytea[]) is null or digest = any(cast(:digests as bytea[])))
       union all
       select key_id from keys.replaced_secret
       where prefix = :prefix and last4 = :last4
         and (cast(:digests as bytea[]) is null or digest = any(cast(:digests as bytea[]))))
     order by id desc limit :limit`,
    { ...seen, digests: digests === null ? null : [...digests] },
  );
}
