import type { Knex, Db } from '@tollgate/db/connect';
import { GatewayError } from '@tollgate/contract/error-codes';
import { VECTOR_STORES_PER_OWNER_MAX } from '@tollgate/contract/vector-stores';
import { recordChange } from '@tollgate/db/changes';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { lockCredential } from './credential.queries.ts';
import { inputError } from './input-error.ts';
import type { ProviderAccess } from './provider-access.ts';
import {
  countVectorStores,
  findVectorStoreAt,
  insertVectorStore,
  isVectorStore,
  listAllVectorStores,
  markVectorStoreRemoved,
} from './vector-store.queries.ts';
import type { VectorStoreRow } from './vector-store.queries.ts';

export { listVectorStores, listVectorStoresOf } from './vector-store.queries.ts';

/** A vector store that some users may search. */
export interface CatalogVectorStore {
  /** `vs_…`, by which callers know it. */
  publicId: string;
  name: string;
  /** The prefix of the provider where it lies. */
  provider: string;
  /** The only credential that finds it. */
  credentialId: string;
  /** Its id at the provider. */
  upstreamId: string;
  createdAt: Date;
}

/** Vector stores by their owner: the uuid of a user, or null for those of all users. */
export type CatalogVectorStores = ReadonlyMap<
  string | null,
  ReadonlyMap<string, CatalogVectorStore>
>;

/** Reads all that were not removed; each owner's by their public ids, newest first. */
export async function loadVectorStores(db: Db): Promise<CatalogVectorStores> {
  const owners = new Map<string | null, Map<string, CatalogVectorStore>>();
  for (const { id, userId, ...row } of await listAllVectorStores(db)) {
    const stores = owners.get(userId) ?? new Map<string, CatalogVectorStore>();
    const { name, provider, credentialId, upstreamId, createdAt } = row;
    const publicId = encodeId('vs', id);
    stores.set(publicId, { publicId, name, provider, credentialId, upstreamId, createdAt });
    owners.set(userId, stores);
  }
  return owners;
}

/** A vector store to give to its users. */
export interface NewVectorStore {
  name: string;
  /** The uuid of the credential; null for a malformed id. */
  credentialId: string | null;
  upstreamId: string;
  /** The uuid of the user; null: all users. */
  userId: string | null;
  /** The uuid of the administrator. */
  createdBy: string;
}

/**
 * Gives a vector store to its users; where the same one was given to the same users under the same
 * name, nothing is made. Call it in a transaction and notify afterwards.
 * @throws InputError for a credential that can have none; GatewayError `conflict` for a store that
 *   belongs to others, and beyond the most of an owner
 */
export async function createVectorStore(
  trx: Knex.Transaction,
  providers: ProviderAccess,
  input: NewVectorStore,
): Promise<{ store: VectorStoreRow; isNew: boolean }> {
  const { name, userId, upstreamId, createdBy } = input;
  const credential =
    input.credentialId === null ? null : await lockCredential(trx, input.credentialId);
  if (credential === null) throw inputError('credential_id', 'is the id of no credential');
  if (providers.findFamily(credential.family)?.vectorStores === undefined) {
    throw inputError('credential_id', 'is of a provider whose vector stores no model searches');
  }
  if ((await countVectorStores(trx, { userId })) >= VECTOR_STORES_PER_OWNER_MAX) {
    throw new GatewayError(
      'conflict',
      `An owner has at most ${VECTOR_STORES_PER_OWNER_MAX} vector stores. Delete one first.`,
    );
  }
  const { id: credentialId, provider } = credential;
  const id = newUuid();
  const made = { id, credentialId, provider, upstreamId, userId, name, createdBy };
  const stored = await insertVectorStore(trx, made);
  if (stored !== null) {
    await recordChange(trx, 'catalog', null);
    return { store: stored, isNew: true };
  }
  const present = await findVectorStoreAt(trx, { provider, upstreamId });
  if (present !== null && isSame(present, made)) return { store: present, isNew: false };
  throw new GatewayError(
    'conflict',
    'This vector store has another owner, name or credential: delete that entry first.',
    { param: 'upstream_id' },
  );
}

function isSame(present: VectorStoreRow, wanted: NewVectorStore): boolean {
  const { userId, name, credentialId } = present;
  return userId === wanted.userId && name === wanted.name && credentialId === wanted.credentialId;
}

/**
 * Takes a vector store from its users; requests that are under way finish. Call it in a transaction
 * and notify afterwards.
 * @returns null where that was done before
 * @throws GatewayError `not_found`; also for null, which stands for a malformed id
 */
export async function removeVectorStore(
  trx: Knex.Transaction,
  id: string | null,
): Promise<VectorStoreRow | null> {
  const removed = id === null ? null : await markVectorStoreRemoved(trx, id);
  if (removed !== null) {
    await recordChange(trx, 'catalog', null);
    return removed;
  }
  if (id !== null && (await isVectorStore(trx, id))) return null;
  throw new GatewayError('not_found', 'There is no such vector store.');
}
