import { chatRoute, embeddingsRoute, responsesRoute } from './paid-routes.ts';
import { createVideoRoute } from './video.ts';

/** The endpoints whose calls are recorded and paid for, as records name them: method and path. */
export const PAID_ENDPOINTS: readonly string[] = [
  chatRoute,
  responsesRoute,
  embeddingsRoute,
  createVideoRoute,
].map(({ path }) => `POST ${path}`);
