import { GatewayError } from '@tollgate/contract/error-codes';
import type {
  VectorStoreList,
  VectorStoreListQuery,
  VectorStoreObject,
} from '@tollgate/contract/vector-stores';
import type { CatalogSnapshot } from '@tollgate/catalog/snapshot';
import type { CatalogVectorStore } from '@tollgate/catalog/vector-stores';
import { decodeId } from '@tollgate/runtime/ids';
import type { Caller } from '../caller/caller.ts';

const MS_PER_SECOND = 1_000;

/**
 * The vector store of an id that a caller may search; null for every other id, whether it belongs
 * to others or to nobody. Test keys reach none.
 */
export function findVectorStore(
  { vectorStores }: Pick<CatalogSnapshot, 'vectorStores'>,
  { key, mode }: Caller,
  publicId: string,
): CatalogVectorStore | null {
  if (mode === 'test') return null;
  return (
    vectorStores.get(key.ownerId)?.get(publicId) ?? vectorStores.get(null)?.get(publicId) ?? null
  );
}

/** A vector store in the shape of OpenAI's API. */
export function vectorStoreOut(store: CatalogVectorStore): VectorStoreObject {
  const { publicId: id, name, provider, createdAt } = store;
  return {
    id,
    object: 'vector_store',
    created_at: Math.floor(createdAt.getTime() / MS_PER_SECOND),
    name,
    status: 'completed',
    usage_bytes: null,
    file_counts: null,
    last_active_at: null,
    metadata: {},
    provider,
  };
}

/**
 * One page of the vector stores that a caller may search. Cursors are compared and not looked up,
 * so that a store which goes away between two pages ends no listing.
 * @throws GatewayError `invalid_request` for a cursor that is no id of a vector store
 */
export function listVectorStores(
  { vectorStores }: Pick<CatalogSnapshot, 'vectorStores'>,
  { key, mode }: Caller,
  query: VectorStoreListQuery,
): VectorStoreList {
  const { limit, order } = query;
  const after = cursorIn(query, 'after');
  const before = cursorIn(query, 'before');
  const isAscending = order === 'asc';
  // Ids sort as they were made.
  const isBefore = (one: string, other: string): boolean =>
    isAscending ? one < other : one > other;
  const owned = mode === 'test' ? [] : [key.ownerId, null];
  const wanted = owned
    .flatMap((owner) => [...(vectorStores.get(owner)?.values() ?? [])])
    .filter(({ publicId: id }) => after === null || isBefore(after, id))
    .filter(({ publicId: id }) => before === null || isBefore(id, before))
    .toSorted(({ publicId: one }, { publicId: other }) => (isBefore(one, other) ? -1 : 1));
  // What comes before a cursor is the page that ends there.
  const isBackwards = before !== null && after === null;
  const data = (isBackwards ? wanted.slice(-limit) : wanted.slice(0, limit)).map(vectorStoreOut);
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: wanted.length > limit,
  };
}

function cursorIn(query: VectorStoreListQuery, name: 'after' | 'before'): string | null {
  const text = query[name];
  if (text === undefined) return null;
  if (decodeId('vs', text) !== null) return text;
  const message = `${name} is not the id of a vector store.`;
  throw new GatewayError('invalid_request', message, { param: name });
}
