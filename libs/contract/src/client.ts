import type { Static, TSchema } from 'typebox';

/**
 * Types come from routes; at run time a client knows nothing of schemas, so that browsers load
 * none.
 */
type Fields<T> = T extends TSchema ? Static<T> : never;

/**
 * Fields of an address that have a default may be left out, and a schema says nothing of these to
 * types.
 */
type Query<R extends Route> = R['query'] extends TSchema
  ? { query?: Partial<Fields<R['query']>> }
  : { query?: never };

/**
 * As much of a route as a client needs, with its types and no others: to compare whole definitions
 * takes long.
 */
interface Route {
  readonly method: string;
  readonly path: string;
  readonly needs?: unknown;
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly bodyOptional?: unknown;
  readonly response?: unknown;
}

interface Given {
  signal?: AbortSignal | null;
}

interface Header {
  header?: Readonly<Record<string, string>>;
}

type Params<R extends Route> = R['params'] extends TSchema
  ? { params: { path: Fields<R['params']> } & Query<R> & Header }
  : { params?: Query<R> & Header };

type Body<R extends Route> = R['body'] extends TSchema
  ? R['bodyOptional'] extends true
    ? { body?: Fields<R['body']> }
    : { body: Fields<R['body']> }
  : { body?: never };

/** The parts of a call of a route: path, query, headers and body. */
export type Asked<R extends Route> = Given & Params<R> & Body<R>;

/** What a route answers; undefined where it has no body. */
export type Data<R extends Route> = R['response'] extends TSchema
  ? Fields<R['response']>
  : undefined;

/** An answer as it came. */
export interface Answer<T> {
  /** The body of an answer below 400. */
  data?: T;
  /** The body of any other answer; text where it is no JSON. */
  error?: unknown;
  response: Response;
}

/** `/api/keys/:key_id` as `/api/keys/{key_id}`. */
type Braced<P extends string> = P extends `${infer Head}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? `${Head}{${Name}}/${Braced<Tail>}`
    : `${Head}{${Rest}}`
  : P;

/**
 * One signature a route: with one for all, each call would make the types of every route of its
 * method.
 */
type Call<R> = R extends Route
  ? (
      path: Braced<R['path']>,
      ...asked: object extends Asked<R> ? [asked?: Asked<R>] : [asked: Asked<R>]
    ) => Promise<Answer<Data<R>>>
  : never;

/** All signatures of a union of functions at once. */
type All<F> = (F extends unknown ? (one: F) => void : never) extends (one: infer I) => void
  ? I
  : never;

type Calls<R extends Route, M extends string> = All<Call<Extract<R, { method: M }>>>;

/** A function for each method: takes a path and what its route is asked, gives the answer. */
export interface Client<R extends Route> {
  GET: Calls<R, 'get'>;
  POST: Calls<R, 'post'>;
  PUT: Calls<R, 'put'>;
  PATCH: Calls<R, 'patch'>;
  DELETE: Calls<R, 'delete'>;
}

/** The right that a route asks for, by `PUT /api/keys/{key_id}`, where it is one of some. */
export type RightsByRoute<R extends Route, Right extends string> = {
  [
    One in R as One extends { needs: Right }
      ? `${Uppercase<One['method']>} ${Braced<One['path']>}`
      : never
  ]: One['needs'];
};

interface ClientOptions {
  /** Address before the paths, without a slash at its end. */
  baseUrl: string;
  /** Sends the requests. */
  fetch: (request: Request) => Promise<Response>;
}

type Plain = string | number | boolean | null | undefined;

interface AnyAsked extends Given {
  params?: {
    path?: Readonly<Record<string, Plain>>;
    query?: Readonly<Record<string, Plain | readonly Plain[]>>;
  } & Header;
  body?: unknown;
}

/** A client of some routes, `Client<UserRoute>` for instance; rejects only when no answer came. */
export function createClient<R extends Route>(options: ClientOptions): Client<R> {
  const by =
    (method: string) =>
    async (path: string, asked: AnyAsked = {}): Promise<Answer<unknown>> => {
      const { body, signal = null, params = {} } = asked;
      const response = await options.fetch(
        new Request(options.baseUrl + addressOf(path, params), {
          method,
          signal,
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...params.header,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      const text = await response.text();
      if (!response.ok) return { error: jsonOr(text), response };
      return { data: text === '' ? undefined : JSON.parse(text), response };
    };
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((name) => [name, by(name)]);
  return Object.fromEntries(methods) as Client<R>;
}

/**
 * The path with its parameters, and the query; what is undefined or null is left out, a list is
 * named once for each item.
 */
function addressOf(
  path: string,
  { path: names = {}, query = {} }: NonNullable<AnyAsked['params']>,
) {
  const filled = Object.entries(names).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined && one !== null)
      .map((one): [string, string] => [name, String(one)]),
  );
  return pairs.length === 0 ? filled : `${filled}?${String(new URLSearchParams(pairs))}`;
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
