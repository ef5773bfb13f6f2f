import type { Express } from 'express';
import { edgeGate } from '@tollgate/http/gates';
import { mountHealth } from '@tollgate/http/health';
import { createApp, serveRoutes } from '@tollgate/http/serve';
import { sayWhenAway } from '@tollgate/db/away';
import type { AdminDeps } from './deps.ts';
import { administratorGuard } from './guard.ts';
import { routes } from './routes.ts';

/** The app of `/api/platform`, for the internal listener only; does not listen. */
export function createAdminApp(deps: AdminDeps): Express {
  const app = createApp();
  mountHealth(app, deps.health);
  serveRoutes(app, {
    routes: routes(deps).map(({ definition, handler }) => ({
      definition,
      handler: sayWhenAway(handler),
    })),
    guards: { platform: sayWhenAway(administratorGuard(deps)) },
    logger: deps.logger,
    gate: edgeGate(deps.verifier, 'internal'),
    served: deps.served,
  });
  return app;
}
