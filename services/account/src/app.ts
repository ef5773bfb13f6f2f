import type { Express } from 'express';
import { edgeGate } from '@tollgate/http/gates';
import { mountHealth } from '@tollgate/http/health';
import { createApp, serveRoutes } from '@tollgate/http/serve';
import { sayWhenAway } from '@tollgate/db/away';
import type { AccountDeps } from './deps.ts';
import { userGuard } from './guard.ts';
import { routes } from './routes.ts';

/** The app of `/api`; does not listen. */
export function createAccountApp(deps: AccountDeps): Express {
  const app = createApp();
  mountHealth(app, deps.health);
  serveRoutes(app, {
    routes: routes(deps).map(({ definition, handler }) => ({
      definition,
      handler: sayWhenAway(handler),
    })),
    guards: { user: sayWhenAway(userGuard(deps)) },
    logger: deps.logger,
    gate: edgeGate(deps.verifier, 'any'),
    served: deps.served,
  });
  return app;
}
