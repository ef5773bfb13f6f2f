import { Type } from 'typebox';
import { Entry, Uuid } from '../../billing.ts';
import { closed } from '../../closed.ts';
import { defineRoute } from '../../route.ts';

/** `GET /internal/operations/:op_id/entries`. */
export const listOperationEntriesRoute = defineRoute({
  method: 'get',
  path: '/internal/operations/:op_id/entries',
  auth: 'service',
  callers: ['admin'],
  summary: 'Every movement of one operation, attempt by attempt, oldest first',
  params: Type.Object({ op_id: Uuid }, closed),
  status: 200,
  response: Type.Object({ entries: Type.Array(Entry) }, closed),
});
