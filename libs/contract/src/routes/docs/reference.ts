import { Type } from 'typebox';
import { defineRoute } from '../../route.ts';

/** `GET /api/docs/:file`. */
export const getChapter = defineRoute({
  method: 'get',
  path: '/api/docs/:file',
  auth: 'none',
  summary: 'A chapter of the reference; those of administrators through the internal listener',
  params: Type.Object({ file: Type.String() }),
  status: 200,
});

/** `GET /api/docs`. */
export const getReference = defineRoute({
  method: 'get',
  path: '/api/docs{/}',
  auth: 'none',
  summary: 'The description as pages on which operations can be tried',
  status: 200,
});
