import type { Request, Response } from 'express';
import type { RouteDefinition, RouteInput, RouteOutput } from '@tollgate/contract/route';

/** What a handler gets besides its validated input. */
export interface RouteContext<Caller> {
  readonly caller: Caller;
  readonly requestId: string;
  /** The client's address as the edge saw it. */
  readonly address: string;
  readonly request: Request;
  /** For cookies and further headers; the body is what the handler returns. */
  readonly response: Response;
}

/**
 * What a handler returns; nothing, where the route has no answer or the handler writes it itself.
 */
type Returned<R extends RouteDefinition> =
  RouteOutput<R> extends undefined ? void | undefined : RouteOutput<R>;

/** The function that answers a route: takes validated input, returns plain output. */
export type Handler<R extends RouteDefinition, Caller = unknown> = (
  input: RouteInput<R>,
  context: RouteContext<Caller>,
) => Promise<Returned<R>> | Returned<R>;

/** A route and its handler, types erased. */
export interface MountedRoute {
  definition: RouteDefinition;
  handler: (input: RouteInput<RouteDefinition>, context: RouteContext<never>) => unknown;
}

/**
 * Pairs a definition with its handler, where the guard of its kind of caller lets in a `Caller`.
 */
export type MountRoute<Caller> = <R extends RouteDefinition>(
  definition: R,
  handler: Handler<R, Caller>,
) => MountedRoute;

/** Pairs a definition with its handler. */
export function route<R extends RouteDefinition, Caller>(
  definition: R,
  handler: Handler<R, Caller>,
): MountedRoute {
  return { definition, handler: handler as unknown as MountedRoute['handler'] };
}
