import { Type } from 'typebox';
import {
  PlatformVectorStoreCreate,
  PlatformVectorStoreOut,
  PlatformVectorStoreQuery,
} from '../../platform/vector-stores.ts';
import { defineRoute } from '../../route.ts';
import { VectorStoreIdParams } from './params.ts';

/** `GET /api/platform/vector-stores`. */
export const listPlatformVectorStores = defineRoute({
  method: 'get',
  path: '/api/platform/vector-stores',
  auth: 'platform',
  needs: 'read',
  summary: 'Vector stores at providers, and who may search each, newest first',
  query: PlatformVectorStoreQuery,
  status: 200,
  response: Type.Array(PlatformVectorStoreOut),
});

/** `POST /api/platform/vector-stores`. */
export const createPlatformVectorStore = defineRoute({
  method: 'post',
  path: '/api/platform/vector-stores',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Give a vector store to a user once the provider has it; again: the same store',
  body: PlatformVectorStoreCreate,
  status: 201,
  errors: ['conflict', 'upstream_rate_limited', 'upstream_unavailable', 'upstream_timeout'],
  response: PlatformVectorStoreOut,
});

/** `DELETE /api/platform/vector-stores/:vector_store_id`. */
export const deletePlatformVectorStore = defineRoute({
  method: 'delete',
  path: '/api/platform/vector-stores/:vector_store_id',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Take a vector store from its users; at the provider it stays as it is',
  params: VectorStoreIdParams,
  status: 204,
});
