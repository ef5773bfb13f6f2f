import type { RightsByRoute } from '@tollgate/contract/client';
import { PLATFORM_RIGHTS, PLATFORM_ROLES } from '@tollgate/contract/platform/roles';
import type { PlatformRight } from '@tollgate/contract/platform/roles';
import { platformRoutes } from '@tollgate/contract/routes/admin';
import type { PlatformRoute } from '@tollgate/contract/routes/admin';

/*
 * This module runs when the console is built: browsers load its values, and neither routes nor
 * schemas.
 */

type Guarding = {
  [R in PlatformRight]: (typeof PLATFORM_RIGHTS)[R]['roles'] extends typeof PLATFORM_ROLES
    ? never
    : R;
}[PlatformRight];

const isGuarding = (right: PlatformRight): right is Guarding =>
  PLATFORM_RIGHTS[right].roles.length < PLATFORM_ROLES.length;

/** The right that a route needs, where not every role has it. */
export const NEEDS = Object.fromEntries(
  platformRoutes.flatMap((route) => {
    if (route.auth !== 'platform' || !isGuarding(route.needs)) return [];
    const path = route.path.replaceAll(/:(\w+)/gu, '{$1}');
    return [[`${route.method.toUpperCase()} ${path}`, route.needs]];
  }),
) as RightsByRoute<PlatformRoute, Guarding>;

/** The roles that have a right, the highest first. */
export const ROLES_WITH = Object.fromEntries(
  Object.entries(PLATFORM_RIGHTS).map(([right, { roles }]) => [right, roles]),
) as { [R in PlatformRight]: (typeof PLATFORM_RIGHTS)[R]['roles'] };
