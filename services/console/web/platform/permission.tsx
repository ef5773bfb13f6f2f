import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { NEEDS, ROLES_WITH } from '../shared/api/platform-needs.ts';
import { common } from '../shared/texts/common.ts';
import { whoIsSignedIn } from './queries.ts';

/** A route that not every role may use. */
export type GuardedRoute = keyof typeof NEEDS;

/**
 * Returns a check whether the signed-in administrator may use a route; false until the sign-in is
 * known.
 */
export function usePermission(): (route: GuardedRoute) => boolean {
  const me = useQuery(whoIsSignedIn);
  const rights = me.data?.rights.split(' ') ?? [];
  return (route) => rights.includes(NEEDS[route]);
}

interface PermittedProps {
  /** The route that the content uses. */
  use: GuardedRoute;
  children: ReactNode;
}

/** Shows its content to administrators whose role may use a route, and nothing to others. */
export function Permitted({ use, children }: PermittedProps): ReactElement | null {
  const isAllowed = usePermission();
  return isAllowed(use) ? <>{children}</> : null;
}

/** Shows the content like {@link Permitted}, or else which roles may use the route. */
export function PermittedOrReason({ use, children }: PermittedProps): ReactElement {
  const isAllowed = usePermission();
  return isAllowed(use) ? <>{children}</> : <OnlyFor route={use} />;
}

/** Which roles may use a route. */
export function OnlyFor({ route }: { route: GuardedRoute }): ReactElement {
  return <p className="max-w-64 text-sm text-dim">{common.onlyFor(ROLES_WITH[NEEDS[route]])}</p>;
}
