/**
 * Prints each route that the contract defines and its service does not mount, or the other way
 * round.
 */
import type { RouteDefinition } from '@tollgate/contract/route';
import { userRoutes } from '@tollgate/contract/routes/account';
import { platformRoutes } from '@tollgate/contract/routes/admin';
import { keyRoutes } from '@tollgate/contract/routes/inference';
import { routes as accountRoutes } from '../../services/account/src/routes.ts';
import { routes as adminRoutes } from '../../services/admin/src/routes.ts';
import { freeRoutes, jsonRoutes, paidRoutes } from '../../services/inference/src/routes.ts';

/**
 * Stands in for what handlers are made with: definitions are read here, no handler is ever called.
 */
const nothing: never = new Proxy(() => undefined, {
  get: (_target, name) => (name === Symbol.toPrimitive ? () => '' : nothing),
}) as never;

const mounted = [
  ...jsonRoutes(nothing),
  ...paidRoutes,
  ...freeRoutes,
  ...accountRoutes(nothing),
  ...adminRoutes(nothing),
].map(({ definition }) => definition);
const defined: RouteDefinition[] = [...keyRoutes, ...userRoutes, ...platformRoutes];

for (const route of defined.filter((one) => !mounted.includes(one))) {
  process.stdout.write(`no service mounts ${route.method} ${route.path}\n`);
}
for (const route of mounted.filter((one) => !defined.includes(one))) {
  process.stdout.write(`the contract lists no ${route.method} ${route.path}\n`);
}
