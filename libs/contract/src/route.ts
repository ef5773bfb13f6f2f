import type { Static, TSchema } from 'typebox';

/** Who may call a route: nobody in particular, a signed-in user, an administrator, an API key, or a service of ours. */
export type RouteAuth = 'none' | 'user' | 'platform' | 'key' | 'service';

/** One HTTP operation as data: validation, types, documentation and clients derive from it. */
export interface RouteDefinition {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Express path with `:name` parameters. */
  readonly path: string;
  readonly auth: RouteAuth;
  /** One line for the API description. */
  readonly summary: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** A body may be left out altogether. */
  readonly bodyOptional?: boolean;
  readonly status: 200 | 201 | 202 | 204;
  /** Absent for 204 and for streamed answers. */
  readonly response?: TSchema;
  /** With `service` auth: the services that may call. */
  readonly callers?: readonly string[];
}

type Shape<T> = T extends TSchema ? Static<T> : undefined;

/** The validated input of a route. */
export interface RouteInput<R extends RouteDefinition> {
  params: Shape<R['params']>;
  query: Shape<R['query']>;
  body: Shape<R['body']>;
}

/** The answer of a route; undefined for 204. */
export type RouteOutput<R extends RouteDefinition> = Shape<R['response']>;

/** Keeps the literal types of a definition. */
export function defineRoute<const R extends RouteDefinition>(route: R): R {
  return route;
}
