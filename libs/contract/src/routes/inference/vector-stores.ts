import { Type } from 'typebox';
import { closed } from '../../closed.ts';
import { defineRoute } from '../../route.ts';
import { VectorStoreList, VectorStoreListQuery, VectorStoreObject } from '../../vector-stores.ts';

const VectorStoreId = Type.Object({ vector_store_id: Type.String() }, closed);
/** Who makes vector stores. */
const MADE_ELSEWHERE =
  'Administrators of the platform make, change and delete vector stores: ask one for a store.';

/** `GET /v1/vector_stores`. */
export const listVectorStoresRoute = defineRoute({
  method: 'get',
  path: '/v1/vector_stores',
  auth: 'key',
  summary: 'Vector stores that the owner of the key may search, newest first',
  query: VectorStoreListQuery,
  status: 200,
  response: VectorStoreList,
  errors: ['invalid_request'],
  otherMethods: MADE_ELSEWHERE,
});

/** `GET /v1/vector_stores/:vector_store_id`. */
export const getVectorStoreRoute = defineRoute({
  method: 'get',
  path: '/v1/vector_stores/:vector_store_id',
  auth: 'key',
  summary: 'A vector store that the owner of the key may search',
  params: VectorStoreId,
  status: 200,
  response: VectorStoreObject,
  errors: ['not_found'],
  otherMethods: MADE_ELSEWHERE,
});
