import { liveRoute, readyRoute, startupRoute } from '@tollgate/contract/health';
import type { RouteDefinition } from '@tollgate/contract/route';
import type { MountedRoute } from '@tollgate/http/serve';
import { routes as accountRoutes } from '../../../services/account/src/routes.ts';
import { routes as adminRoutes } from '../../../services/admin/src/routes.ts';
import { getOpenApi } from '../../../services/docs/src/routes/openapi/get.ts';
import { freeRoutes, jsonRoutes, paidRoutes } from '../../../services/inference/src/routes.ts';

/** Stands in for what handlers are made with: definitions are read here, no handler is ever called. */
const nothing: never = new Proxy(() => undefined, {
  get: (_target, name) => (name === Symbol.toPrimitive ? () => '' : nothing),
}) as never;

const definitionsOf = (routes: readonly MountedRoute[]): RouteDefinition[] =>
  routes.map(({ definition }) => definition);

/** Every route that clients can reach through either listener, as the services mount them. */
export function listDefinitions(): RouteDefinition[] {
  return [
    liveRoute,
    startupRoute,
    readyRoute,
    ...definitionsOf(jsonRoutes(nothing)),
    ...[...paidRoutes, ...freeRoutes].map(({ definition }) => definition),
    ...definitionsOf(accountRoutes(nothing)),
    ...definitionsOf(adminRoutes(nothing)),
    getOpenApi,
  ];
}
