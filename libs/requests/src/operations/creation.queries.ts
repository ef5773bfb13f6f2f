import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** A row of requests.creation. */
interface CreationRow {
  actorId: string;
  keySha: Buffer;
  fingerprint: Buffer;
  madeId: string;
  tombstoneMs: number;
}

const FREE = 'c.tombstone_until < now()';

/**
 * Remembers a creation unless its name is taken; the row of the name either way. A name past its
 * tombstone is free again.
 */
export async function rememberCreation(
  db: Db,
  creation: CreationRow,
): Promise<Pick<CreationRow, 'fingerprint' | 'madeId'>> {
  const remembered = await row<Pick<CreationRow, 'fingerprint' | 'madeId'>>(
    db,
    `insert into requests.creation as c (actor_id, key_sha, fingerprint, made_id, tombstone_until)
     values (:actorId, :keySha, :fingerprint, :madeId,
       now() + :tombstoneMs * interval '1 millisecond')
     on conflict (actor_id, key_sha) do update set
       fingerprint = case when ${FREE} then excluded.fingerprint else c.fingerprint end,
       made_id = case when ${FREE} then excluded.made_id else c.made_id end,
       created_at = case when ${FREE} then now() else c.created_at end,
       tombstone_until = case when ${FREE} then excluded.tombstone_until else c.tombstone_until end
     returning fingerprint, made_id as "madeId"`,
    { ...creation },
  );
  if (remembered === null) throw new Error('a creation was not remembered');
  return remembered;
}
