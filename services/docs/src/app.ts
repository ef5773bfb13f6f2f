import type { Express } from 'express';
import { edgeGate, planeGuard } from '@tollgate/http/gates';
import { mountHealth } from '@tollgate/http/health';
import { createApp, serveRoutes } from '@tollgate/http/serve';
import type { DocsDeps } from './deps.ts';
import { assertOwnAddress } from './own-address.ts';
import { routes } from './routes.ts';

/** The largest body of a call of the documentation server, in bytes. */
const DOCS_BODY_BYTES_MAX = 262_144;

/** The app of `/docs`, `/api/docs` and `/api/openapi.json`; does not listen. */
export function createDocsApp(deps: DocsDeps): Express {
  const app = createApp();
  const isFromEdge = edgeGate(deps.verifier, 'any');
  mountHealth(app, deps.health);
  serveRoutes(app, {
    routes: routes(deps),
    guards: { none: planeGuard(deps.verifier) },
    logger: deps.logger,
    gate: async (request) => {
      await isFromEdge(request);
      assertOwnAddress(request, deps.addresses);
    },
    bodyBytesMax: DOCS_BODY_BYTES_MAX,
  });
  return app;
}
