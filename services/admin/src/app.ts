import type { Express } from 'express';
import { edgeGate } from '@tollgate/http/service-token';
import { createServiceApp } from '@tollgate/http/service-app';
import { sayWhenAway } from '@tollgate/db/away';
import type { AdminDeps } from './deps.ts';
import { administratorGuard } from './guard.ts';
import { routes } from './routes.ts';

/** The app of `/api/platform`, for the internal listener only; does not listen. */
export function createAdminApp(deps: AdminDeps): Express {
  return createServiceApp({
    health: deps.health,
    routes: routes(deps),
    guards: { platform: administratorGuard(deps) },
    around: sayWhenAway,
    logger: deps.logger,
    gate: edgeGate(deps.verifier, 'internal'),
    served: deps.served,
  });
}
