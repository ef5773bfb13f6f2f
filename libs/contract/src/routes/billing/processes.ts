import { Type } from 'typebox';
import { PAYING, Uuid } from '../../billing.ts';
import { closed } from '../../closed.ts';
import { defineRoute } from '../../route.ts';

/** `POST /internal/processes/heartbeat`. */
export const heartbeatRoute = defineRoute({
  method: 'post',
  path: '/internal/processes/heartbeat',
  auth: 'service',
  callers: PAYING,
  summary: 'Say that a process lives and still answers for its holds',
  body: Type.Object({ process_id: Uuid }, closed),
  status: 204,
});

/** `POST /internal/processes/deregister`. */
export const deregisterRoute = defineRoute({
  method: 'post',
  path: '/internal/processes/deregister',
  auth: 'service',
  callers: PAYING,
  summary: 'Say that a process leaves; what it still holds is released at once',
  body: Type.Object({ process_id: Uuid }, closed),
  status: 204,
});
