import { chatRoute, embeddingsRoute, messagesRoute, responsesRoute } from './paid-routes.ts';
import { createVideoRoute } from './video.ts';

/** The endpoints whose calls are recorded and paid for, as records name them: method and path. */
export const PAID_ENDPOINTS: readonly string[] = [
  chatRoute,
  responsesRoute,
  messagesRoute,
  embeddingsRoute,
  createVideoRoute,
].map(({ path }) => `POST ${path}`);
