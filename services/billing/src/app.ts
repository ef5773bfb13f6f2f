import type { Express } from 'express';
import { serviceGuard } from '@tollgate/http/service-token';
import type { Health } from '@tollgate/http/health';
import { createServiceApp } from '@tollgate/http/service-app';
import type { ServiceTokenVerifier } from '@tollgate/http/service-token';
import type { BillingDeps } from './deps.ts';
import { routes } from './routes.ts';

/** A thousand items with every field at its longest stay well below this. */
const BATCH_BODY_BYTES_MAX = 4_194_304;

/**
 * The billing service as an app that does not listen yet. Every route but health needs a service
 * token.
 */
export function createBillingApp(
  deps: BillingDeps & { tokens: ServiceTokenVerifier; health: Health },
): Express {
  return createServiceApp({
    health: deps.health,
    routes: routes(deps),
    guards: { service: serviceGuard(deps.tokens) },
    logger: deps.logger,
    bodyBytesMax: BATCH_BODY_BYTES_MAX,
  });
}
