import { Type } from 'typebox';
import { defineRoute } from '../../route.ts';
import { UserVectorStoreOut } from '../../vector-stores.ts';

/** `GET /api/vector-stores`. */
export const listUserVectorStores = defineRoute({
  method: 'get',
  path: '/api/vector-stores',
  auth: 'user',
  summary: 'Vector stores that the account may search, newest first',
  status: 200,
  response: Type.Array(UserVectorStoreOut),
});
