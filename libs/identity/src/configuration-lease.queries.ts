import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** A row of identity.configuration_lease. */
export interface ConfigurationLease {
  id: string;
  administratorId: string;
  documentSha256: string;
  expiresAt: Date;
}

const COLUMNS = `id, administrator_id as "administratorId",
  document_sha256 as "documentSha256", expires_at as "expiresAt"`;

/**
 * Takes the lease where nobody holds it, or who asks began with the same document before and may
 * have died over it; null where somebody else holds it.
 */
export function takeLease(
  db: Db,
  lease: { id: string; administratorId: string; documentSha256: string; seconds: number },
): Promise<ConfigurationLease | null> {
  return row<ConfigurationLease>(
    db,
    `insert into identity.configuration_lease as held
       (id, administrator_id, document_sha256, expires_at)
     values (:id, :administratorId, :documentSha256,
       clock_timestamp() + make_interval(secs => :seconds))
     on conflict (only_one) do update set
       id = excluded.id, administrator_id = excluded.administrator_id,
       document_sha256 = excluded.document_sha256, expires_at = excluded.expires_at
     where held.expires_at <= clock_timestamp()
       or (held.administrator_id = excluded.administrator_id
         and held.document_sha256 = excluded.document_sha256)
     returning ${COLUMNS}`,
    lease,
  );
}

export function findLease(db: Db): Promise<ConfigurationLease | null> {
  return row<ConfigurationLease>(db, `select ${COLUMNS} from identity.configuration_lease`);
}

/** The lease that is held now, by the clock of the database. */
export function findHeldLease(db: Db): Promise<ConfigurationLease | null> {
  return row<ConfigurationLease>(
    db,
    `select ${COLUMNS} from identity.configuration_lease where expires_at > clock_timestamp()`,
  );
}

/**
 * Makes a held lease last on; its row stays locked until the transaction ends, so that nobody takes
 * it meanwhile.
 */
export function renewLease(
  db: Db,
  lease: { id: string; administratorId: string; seconds: number },
): Promise<ConfigurationLease | null> {
  return row<ConfigurationLease>(
    db,
    `update identity.configuration_lease
     set expires_at = clock_timestamp() + make_interval(secs => :seconds)
     where id = :id and administrator_id = :administratorId and expires_at > clock_timestamp()
     returning ${COLUMNS}`,
    lease,
  );
}

export function deleteLease(
  db: Db,
  lease: { id: string; administratorId: string },
): Promise<ConfigurationLease | null> {
  return row<ConfigurationLease>(
    db,
    `delete from identity.configuration_lease
     where id = :id and administrator_id = :administratorId returning ${COLUMNS}`,
    lease,
  );
}

/** The lock of whoever tries the changes of a document, or begins to make them. */
const DOCUMENT_LOCK = 7_215_003_370;

/**
 * Takes the lock until the transaction ends: applies that begin share it among each other.
 * @returns whether it was to be had at once
 */
export async function tryDocumentLock(trx: Db, isShared: boolean): Promise<boolean> {
  const found = await row<{ taken: boolean }>(
    trx,
    `select case when cast(:isShared as boolean)
       then pg_try_advisory_xact_lock_shared(${DOCUMENT_LOCK})
       else pg_try_advisory_xact_lock(${DOCUMENT_LOCK}) end as taken`,
    { isShared },
  );
  return found?.taken === true;
}
