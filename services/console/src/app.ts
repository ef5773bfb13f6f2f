import type { Express } from 'express';
import { edgeGate, planeGuard } from '@tollgate/http/service-token';
import { createServiceApp } from '@tollgate/http/service-app';
import type { ConsoleDeps } from './deps.ts';
import { routes } from './routes.ts';

/** The app of `/console`; does not listen. */
export function createConsoleApp(deps: ConsoleDeps): Express {
  return createServiceApp({
    health: deps.health,
    routes: routes(deps),
    guards: { none: planeGuard(deps.verifier) },
    logger: deps.logger,
    gate: edgeGate(deps.verifier, 'any'),
  });
}
