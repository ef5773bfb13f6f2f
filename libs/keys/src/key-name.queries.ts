import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** What a key is called, and the uuid of its owner. */
export interface KeyName {
  name: string;
  ownerId: string;
}

/** Names and owners of keys by their uuids, also after their deletion; in no order. */
export function findKeyNames(
  db: Db,
  ids: readonly string[],
): Promise<(KeyName & { id: string })[]> {
  return rows(
    db,
    `select id, name, owner_id as "ownerId" from keys.api_key
     where id = any (cast(:ids as uuid[]))`,
    { ids },
  );
}
