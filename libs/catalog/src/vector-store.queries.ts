import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** A row of catalog.vector_store that was not removed, as far as its users may know it. */
export interface OwnVectorStoreRow {
  id: string;
  /** The prefix of the provider where it lies. */
  provider: string;
  /** The uuid of the user who may search it; null: all users. */
  userId: string | null;
  name: string;
  createdAt: Date;
}

/** A row of catalog.vector_store. */
export interface VectorStoreRow extends OwnVectorStoreRow {
  /** The credential that finds it. */
  credentialId: string;
  /** Its id at the provider. */
  upstreamId: string;
  /** The uuid of the administrator. */
  createdBy: string;
  /** Null while it can be searched. */
  removedAt: Date | null;
}

const OWN = `id, provider, user_id as "userId", name, created_at as "createdAt"`;
const COLUMNS = `${OWN}, credential_id as "credentialId", upstream_id as "upstreamId",
  created_by as "createdBy", removed_at as "removedAt"`;

/** Those that were not removed, newest first. */
export function listVectorStores(
  db: Db,
  page: { userId: string | null; before: string | null; limit: number },
): Promise<VectorStoreRow[]> {
  return rows<VectorStoreRow>(
    db,
    `select ${COLUMNS} from catalog.vector_store
     where removed_at is null
       and (cast(:userId as uuid) is null or user_id = cast(:userId as uuid))
       and (cast(:before as uuid) is null or id < cast(:before as uuid))
     order by id desc limit :limit`,
    page,
  );
}

/** Every one that was not removed, newest first. */
export function listAllVectorStores(db: Db): Promise<VectorStoreRow[]> {
  return rows<VectorStoreRow>(
    db,
    `select ${COLUMNS} from catalog.vector_store where removed_at is null order by id desc`,
  );
}

/** Those that a user may search, newest first. */
export function listVectorStoresOf(db: Db, userId: string): Promise<OwnVectorStoreRow[]> {
  return rows<OwnVectorStoreRow>(
    db,
    `select ${OWN} from catalog.vector_store
     where removed_at is null and (user_id is null or user_id = :userId)
     order by id desc`,
    { userId },
  );
}

/** The one that lies there and was not removed. */
export function findVectorStoreAt(
  db: Db,
  at: Pick<VectorStoreRow, 'provider' | 'upstreamId'>,
): Promise<VectorStoreRow | null> {
  return row<VectorStoreRow>(
    db,
    `select ${COLUMNS} from catalog.vector_store
     where provider = :provider and upstream_id = :upstreamId and removed_at is null`,
    at,
  );
}

export async function countVectorStores(db: Db, of: { userId: string | null }): Promise<number> {
  const found = await row<{ count: number }>(
    db,
    `select cast(count(*) as int) as count from catalog.vector_store
     where removed_at is null and user_id is not distinct from cast(:userId as uuid)`,
    of,
  );
  return found?.count ?? 0;
}

/** @returns null where another one lies there already */
export function insertVectorStore(
  db: Db,
  store: Omit<VectorStoreRow, 'createdAt' | 'removedAt'>,
): Promise<VectorStoreRow | null> {
  return row<VectorStoreRow>(
    db,
    `insert into catalog.vector_store
       (id, credential_id, provider, upstream_id, user_id, name, created_by)
     values (:id, :credentialId, :provider, :upstreamId, cast(:userId as uuid), :name, :createdBy)
     on conflict (provider, upstream_id) where removed_at is null do nothing
     returning ${COLUMNS}`,
    { ...store },
  );
}

/** @returns null for an unknown id, and for one that was removed before */
export function markVectorStoreRemoved(db: Db, id: string): Promise<VectorStoreRow | null> {
  return row<VectorStoreRow>(
    db,
    `update catalog.vector_store set removed_at = greatest(now(), created_at)
     where id = :id and removed_at is null returning ${COLUMNS}`,
    { id },
  );
}

/** Whether there is or was one of this id. */
export async function isVectorStore(db: Db, id: string): Promise<boolean> {
  return (await row(db, 'select 1 from catalog.vector_store where id = :id', { id })) !== null;
}

/** How many lie at a credential and were not removed. */
export async function countVectorStoresAt(db: Db, credentialId: string): Promise<number> {
  const found = await row<{ count: number }>(
    db,
    `select cast(count(*) as int) as count from catalog.vector_store
     where credential_id = :credentialId and removed_at is null`,
    { credentialId },
  );
  return found?.count ?? 0;
}
