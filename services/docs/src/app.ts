import type { Express } from 'express';
import { edgeGate, planeGuard } from '@tollgate/http/service-token';
import { createServiceApp } from '@tollgate/http/service-app';
import type { DocsDeps } from './deps.ts';
import { assertOwnAddress } from './own-address.ts';
import { routes } from './routes.ts';

/** The largest body of a call of the documentation server, in bytes. */
const DOCS_BODY_BYTES_MAX = 262_144;

/** The app of `/docs`, `/api/docs` and `/api/openapi.json`; does not listen. */
export function createDocsApp(deps: DocsDeps): Express {
  const isFromEdge = edgeGate(deps.verifier, 'any');
  return createServiceApp({
    health: deps.health,
    routes: routes(deps),
    guards: { none: planeGuard(deps.verifier) },
    logger: deps.logger,
    gate: async (request) => {
      await isFromEdge(request);
      assertOwnAddress(request, deps.addresses);
    },
    bodyBytesMax: DOCS_BODY_BYTES_MAX,
  });
}
