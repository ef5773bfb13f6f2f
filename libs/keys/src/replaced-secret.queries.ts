import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { KEY_COLUMNS } from './key.queries.ts';
import type { ApiKey, KeyRow, OwnedKey } from './key.queries.ts';

/** Lets the secret of a key work on for a time, instead of one that was replaced before. */
export async function insertReplacedSecret(
  db: Db,
  key: OwnedKey & { seconds: number },
): Promise<void> {
  await rows(
    db,
    `insert into keys.replaced_secret (key_id, digest, pepper_version, prefix, last4, ends_at)
     select id, digest, pepper_version, prefix, last4, now() + :seconds * interval '1 second'
     from keys.api_key where id = :keyId and owner_id = :ownerId and deleted_at is null
     on conflict (key_id) do update set digest = excluded.digest,
       pepper_version = excluded.pepper_version, prefix = excluded.prefix, last4 = excluded.last4,
       ends_at = excluded.ends_at`,
    { ...key },
  );
}

/** Ends the secret that a key had before its last rotation. */
export async function deleteReplacedSecret(db: Db, { keyId }: OwnedKey): Promise<void> {
  await rows(db, 'delete from keys.replaced_secret where key_id = :keyId', { keyId });
}

/** Writes a new secret of a key. */
export function updateKeySecret(
  db: Db,
  key: OwnedKey & Pick<KeyRow, 'digest' | 'pepperVersion' | 'prefix' | 'last4'>,
): Promise<ApiKey | null> {
  return row<ApiKey>(
    db,
    `update keys.api_key set digest = :digest, pepper_version = :pepperVersion, prefix = :prefix,
       last4 = :last4
     where id = :keyId and owner_id = :ownerId and deleted_at is null returning ${KEY_COLUMNS}`,
    { ...key },
  );
}
