import type { Express } from 'express';
import { edgeGate } from '@tollgate/http/service-token';
import { createServiceApp } from '@tollgate/http/service-app';
import { sayWhenAway } from '@tollgate/db/away';
import type { AccountDeps } from './deps.ts';
import { userGuard } from './guard.ts';
import { routes } from './routes.ts';

/** The app of `/api`; does not listen. */
export function createAccountApp(deps: AccountDeps): Express {
  return createServiceApp({
    health: deps.health,
    routes: routes(deps),
    guards: { user: userGuard(deps) },
    around: sayWhenAway,
    logger: deps.logger,
    gate: edgeGate(deps.verifier, 'any'),
    served: deps.served,
  });
}
