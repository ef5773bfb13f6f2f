import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** A key that may use some models only. */
export interface LimitedKey {
  id: string;
  name: string;
  ownerId: string;
  /** Whether the key may use one model and no other. */
  isAlone: boolean;
}

/**
 * Keys whose lists name a model, deleted ones left out, those that may use nothing else first; so
 * many at most, and of more any.
 */
export function listKeysLimitedTo(
  db: Db,
  of: { publicId: string; limit: number },
): Promise<LimitedKey[]> {
  return rows<LimitedKey>(
    db,
    `select * from (
       select id, name, owner_id as "ownerId", cardinality(models) = 1 as "isAlone"
       from keys.api_key
       where models is not null and deleted_at is null
         and models @> array[cast(:publicId as text)]
       limit :limit) one
     order by "isAlone" desc, id desc`,
    of,
  );
}
