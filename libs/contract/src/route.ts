import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './error-codes.ts';
import type { FormRules } from './form.ts';
import type { PlatformRight } from './platform/roles.ts';

/**
 * Who may call a route: everyone, a signed-in user, an administrator, an API key, or one of our
 * services.
 */
export type RouteAuth = 'none' | 'user' | 'platform' | 'key' | 'service';

/** An answer that the handler writes itself, for the API description. */
export interface FurtherAnswer {
  readonly description: string;
  readonly schema: TSchema;
  /** Absent: `application/json`. */
  readonly mediaType?: string;
  /** Absent: made of the schema. */
  readonly example?: string;
}

/** A header that a caller may send, for the API description. */
export interface RequestHeader {
  readonly description: string;
  readonly schema: TSchema;
  readonly required?: boolean;
}

/** Who may call: a route of the platform says which right it needs, and no other route has one. */
type Access =
  | { readonly auth: 'platform'; readonly needs: PlatformRight }
  | { readonly auth: Exclude<RouteAuth, 'platform'>; readonly needs?: never };

/** One HTTP operation as data: validation, types, documentation and clients derive from it. */
export type RouteDefinition = Access & RouteBody;

interface RouteBody {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Express path with `:name` parameters. */
  readonly path: string;
  /** With `key` auth: the key may also be in `x-api-key`, where clients of this route put it. */
  readonly apiKeyHeader?: true;
  /** One line for the API description. */
  readonly summary: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /**
   * The largest body in bytes; absent: that of all routes of the service. The edge has to let as
   * much through.
   */
  readonly bodyBytesMax?: number;
  /** A body may be left out altogether. */
  readonly bodyOptional?: boolean;
  /**
   * The body is a form (`multipart/form-data`) with these fields and one file, which the handler
   * reads while it comes.
   */
  readonly upload?: TSchema;
  /** The body may also come as a form, which maps to the JSON. */
  readonly form?: FormRules;
  /**
   * No part of the body is stored, so its texts may hold what PostgreSQL cannot store: NUL and
   * halves of surrogate pairs.
   */
  readonly keepsNothing?: boolean;
  readonly status: 200 | 201 | 202 | 204;
  /** Absent for 204 and for streamed answers. */
  readonly response?: TSchema;
  /**
   * Answers beside `response`, by status; `200 text/event-stream` for the stream of a route that
   * has a whole answer too.
   */
  readonly furtherAnswers?: Readonly<Record<string, FurtherAnswer>>;
  /** Headers that mean something to the route, by name. */
  readonly requestHeaders?: Readonly<Record<string, RequestHeader>>;
  /**
   * A change that may name the lease of an apply in a header, and is refused when that lease has
   * ended.
   */
  readonly leased?: true;
  /** What callers read beside who use another method of the path; absent: nothing. */
  readonly otherMethods?: string;
  /** The route's own errors, beside those that follow from its callers and its input. */
  readonly errors?: readonly ErrorCode[];
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

/** The answer of a route that streams a table with these columns. */
export const csvAnswer = (columns: readonly string[]): Readonly<Record<string, FurtherAnswer>> => ({
  '200 text/csv': {
    description: 'A table (RFC 4180) with a header line, streamed; gzip when the caller takes it.',
    schema: Type.String({ examples: [`${columns.join(',')}\n`] }),
    mediaType: 'text/csv',
  },
});
