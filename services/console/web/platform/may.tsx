import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { NEEDS, ROLES_WITH } from '../shared/api/platform-needs.ts';
import { common } from '../shared/texts/common.ts';
import { whoIsSignedIn } from './queries.ts';

/** A route that not every role may use. */
export type GuardedRoute = keyof typeof NEEDS;

/** Gives whether whoever is signed in may use a route; nobody may before it is known who that is. */
export function useMay(): (route: GuardedRoute) => boolean {
  const me = useQuery(whoIsSignedIn);
  const rights = me.data?.rights.split(' ') ?? [];
  return (route) => rights.includes(NEEDS[route]);
}

interface MayProps {
  /** The route that what is inside asks. */
  use: GuardedRoute;
  children: ReactNode;
}

/** Shows what is inside to those whose role may use a route, and nothing to others. */
export function May({ use, children }: MayProps): ReactElement | null {
  const may = useMay();
  return may(use) ? <>{children}</> : null;
}

/** As {@link May}; tells others which roles may. */
export function MayOrTold({ use, children }: MayProps): ReactElement {
  const may = useMay();
  return may(use) ? <>{children}</> : <OnlyFor route={use} />;
}

/** Which roles may use a route. */
export function OnlyFor({ route }: { route: GuardedRoute }): ReactElement {
  return <p className="max-w-64 text-sm text-dim">{common.onlyFor(ROLES_WITH[NEEDS[route]])}</p>;
}
