import express from 'express';
import type { Express, NextFunction, Request, Response } from 'express';
import { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER, REQUEST_ID_PATTERN } from '@tollgate/contract/headers';
import { nothingAt } from '@tollgate/contract/near-address';
import type { RouteAuth, RouteDefinition, RouteInput } from '@tollgate/contract/route';
import type { Logger } from '@tollgate/runtime/logger';
import { inRequest } from '@tollgate/runtime/request-scope';
import { beginServing, endServing } from '@tollgate/telemetry/tracing';
import type { Tracing } from '@tollgate/telemetry/tracing';
import { parseControlBody, parseFormOr, readControlBody, sendJson } from './body.ts';
import { renderError } from './render-error.ts';
import { countRequest } from './listen.ts';
import type { MountedRoute } from './route.ts';
import { assertStorable, partValidator, inEnvelope, ValidationError } from './validate.ts';
import type { PartValidator } from './validate.ts';
import { decodeId, newPublicId } from '@tollgate/runtime/ids';
import type { RequestScope } from '@tollgate/runtime/request-scope';

/** The kinds of callers that bring a credential of their own. */
const PERSONAL: ReadonlySet<RouteAuth> = new Set<RouteAuth>(['user', 'platform', 'key']);
/** The largest body of a control-plane or internal route, in bytes. */
const CONTROL_BODY_BYTES_MAX = 1_048_576;

/** Identifies the caller, or throws the GatewayError that refuses the request. */
export type Guard = (request: Request, route: RouteDefinition) => Promise<unknown>;

/** One answered request, for access events. */
export interface ServedRequest {
  route: RouteDefinition | null;
  request: Request;
  status: number;
  requestId: string;
  address: string;
  caller: unknown;
  durationMs: number;
  /** The code of the error in the answer, if there is one. */
  errorCode: string | null;
}

export interface ServeOptions {
  routes: readonly MountedRoute[];
  guards: Partial<Record<RouteAuth, Guard>>;
  logger: Logger;
  /** Runs before the routes, such as the check of the edge's token. */
  gate?: (request: Request) => Promise<void>;
  /** Called once for each answered request. */
  served?: (event: ServedRequest) => void;
  bodyBytesMax?: number;
  /**
   * Paths that take POST and whose handlers are mounted elsewhere; other methods of these paths get
   * 405.
   */
  postOnlyPaths?: readonly string[];
}

/** An Express app with the settings that every service shares. */
export function createApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  return app;
}

/** The client's address as the edge saw it. */
export function addressOf(request: Request): string {
  const forwarded = request.headers['x-forwarded-for'];
  return typeof forwarded === 'string' ? forwarded : (request.socket.remoteAddress ?? '');
}

/**
 * Mounts routes, then 405 for other methods of their paths, 404 for the rest, and the error
 * renderer.
 */
export function serveRoutes(app: Express, options: ServeOptions): void {
  for (const { definition, handler } of options.routes) {
    app[definition.method](definition.path, routeHandler(definition, handler, options));
  }
  mountMethodGuards(app, options);
  mountFallbacks(app, options);
}

/** Mounts 405 answers for every path that has routes. */
function mountMethodGuards(app: Express, options: ServeOptions): void {
  const byPath = new Map<string, Set<string>>(
    (options.postOnlyPaths ?? []).map((path) => [path, new Set(['POST'])]),
  );
  const advice = new Map<string, string>();
  for (const { definition } of options.routes) {
    const methods = byPath.get(definition.path) ?? new Set<string>();
    methods.add(definition.method.toUpperCase());
    byPath.set(definition.path, methods);
    if (definition.otherMethods !== undefined)
      advice.set(definition.path, ` ${definition.otherMethods}`);
  }
  for (const [path, methods] of byPath) {
    app.all(path, async (request, response) => {
      await options.gate?.(request);
      response.setHeader('allow', [...methods].join(', '));
      throw new GatewayError(
        'method_not_allowed',
        `This address takes ${[...methods].join(', ')} only.${advice.get(path) ?? ''}`,
      );
    });
  }
}

/** Mounts the 404 for unknown addresses and the renderer of thrown errors. */
function mountFallbacks(
  app: Express,
  options: Pick<ServeOptions, 'logger' | 'served' | 'gate'>,
): void {
  app.use(async (request: Request) => {
    await options.gate?.(request);
    throw new GatewayError('not_found', nothingAt(request.path));
  });
  // Express recognises error handlers by their four parameters.
  // oxlint-disable-next-line max-params
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const requestId = requestIdOf(request);
    const started = performance.now();
    finish({ definition: null, request, response, requestId, started }, error, options);
  });
}

interface Handling {
  definition: RouteDefinition | null;
  request: Request;
  response: Response;
  requestId: string;
  started: number;
  tracing?: Tracing;
  caller?: unknown;
}

function routeHandler(
  definition: RouteDefinition,
  handler: MountedRoute['handler'],
  options: ServeOptions,
): (request: Request, response: Response) => Promise<void> {
  const parts = partValidators(definition);
  const guard = options.guards[definition.auth];
  if (guard === undefined && definition.auth !== 'none') {
    throw new Error(`no guard for ${definition.auth}, which ${definition.path} needs`);
  }
  const bodyBytesMax = definition.bodyBytesMax ?? options.bodyBytesMax ?? CONTROL_BODY_BYTES_MAX;
  const serve = async (handling: Handling): Promise<void> => {
    const { request, response, requestId } = handling;
    try {
      await options.gate?.(request);
      handling.caller = await guard?.(request, definition);
      if (PERSONAL.has(definition.auth)) response.setHeader(HEADER.internalKnown, '1');
      const input = await readInput(request, parts, bodyBytesMax);
      const output = await handler(input as RouteInput<RouteDefinition>, {
        caller: handling.caller as never,
        requestId,
        address: addressOf(request),
        request,
        response,
      });
      answer(handling, output);
      report(handling, options, null);
    } catch (error) {
      finish(handling, definition.auth === 'key' ? inEnvelope(error) : error, options);
    }
  };
  return async (request, response) => {
    const started = performance.now();
    const requestId = requestIdOf(request);
    const tracing = traceRequest(request, definition, requestId);
    const handling = { definition, request, response, requestId, started, tracing };
    await inRequest(requestScopeOf(request, requestId, definition), () =>
      tracing.run(() => serve(handling)),
    );
  };
}

/** The parent span, when one of our processes (the edge or a service) sent the request. */
export function traceRequest(
  request: Request,
  { method, path }: RouteDefinition,
  requestId: string,
): Tracing {
  const { headers } = request;
  return beginServing({ method, route: path, requestId, headers, isTrusted: true });
}

interface Parts {
  params: PartValidator | undefined;
  query: PartValidator | undefined;
  body: PartValidator | undefined;
  bodyOptional: boolean;
  form: RouteDefinition['form'];
  /** Input from one of our services was validated where it entered. */
  mayBeKept: boolean;
}

function partValidators(definition: RouteDefinition): Parts {
  const { params, query, body } = definition;
  return {
    params: params === undefined ? undefined : partValidator(params, 'path'),
    query: query === undefined ? undefined : partValidator(query, 'query'),
    body: body === undefined ? undefined : partValidator(body, 'body'),
    bodyOptional: definition.bodyOptional === true,
    form: definition.form,
    mayBeKept: definition.auth !== 'service' && definition.keepsNothing !== true,
  };
}

async function readInput(request: Request, parts: Parts, bodyBytesMax: number): Promise<unknown> {
  if (parts.query !== undefined && parts.mayBeKept) assertStorable(request.query, 'query');
  return {
    params: parts.params?.(request.params),
    query: parts.query?.(request.query),
    body: parts.body === undefined ? undefined : await readPart(request, parts, bodyBytesMax),
  };
}

async function readPart(request: Request, parts: Parts, bodyBytesMax: number): Promise<unknown> {
  const pieces = await readControlBody(request, bodyBytesMax);
  if (pieces.length === 0) {
    if (parts.bodyOptional) return undefined;
    throw new ValidationError([{ loc: ['body'], msg: 'is required', type: 'required' }]);
  }
  const given = { contentType: request.headers['content-type'], form: parts.form };
  const body = await parseFormOr(parseControlBody, pieces, given);
  if (parts.mayBeKept) assertStorable(body, 'body');
  return body === null && parts.bodyOptional ? undefined : parts.body?.(body);
}

function answer(handling: Handling, output: unknown): void {
  const { response, definition, requestId } = handling;
  if (response.headersSent || response.destroyed) return;
  response.setHeader(HEADER.requestId, requestId);
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-content-type-options', 'nosniff');
  const status = definition?.status ?? 200;
  if (status === 204) response.writeHead(204).end();
  else sendJson(response, status, output);
}

function finish(
  handling: Handling,
  error: unknown,
  options: Pick<ServeOptions, 'logger' | 'served'>,
): void {
  const { requestId, response } = handling;
  const isCut = response.headersSent || response.destroyed;
  const status = renderError(response, error, requestId);
  if (isCut || status >= 500) {
    const message = isCut ? 'an answer was cut' : 'request failed';
    options.logger.error({ error, requestId, path: handling.definition?.path }, message);
  }
  const code = error instanceof GatewayError ? error.code : null;
  report(handling, options, code ?? (status === 422 ? 'validation_error' : 'internal_error'));
}

function report(
  handling: Handling,
  options: Pick<ServeOptions, 'served'>,
  errorCode: string | null,
): void {
  const { definition: route, request, response, requestId } = handling;
  const durationMs = performance.now() - handling.started;
  countRequest({ route, status: response.statusCode, durationMs, errorCode });
  if (handling.tracing !== undefined) endServing(handling.tracing, response.statusCode, errorCode);
  options.served?.({
    route,
    request,
    status: response.statusCode,
    requestId,
    address: addressOf(request),
    caller: handling.caller,
    durationMs,
    errorCode,
  });
}

const REQUEST_ID = new RegExp(REQUEST_ID_PATTERN);

/**
 * The request id that the edge has set; a fresh id for calls that did not come through the edge.
 */
export function requestIdOf(request: Request): string {
  const id = request.headers[HEADER.requestId];
  return typeof id === 'string' && REQUEST_ID.test(id) ? id : newPublicId('req');
}

/**
 * The uuid of a request id that the edge made for this request alone; null for an id that the
 * client chose, and for calls that did not come through the edge.
 */
export function ownRequestUuidOf(request: Request): string | null {
  const id = request.headers[HEADER.requestId];
  if (request.headers[HEADER.internalOwnRequestId] === undefined) return null;
  return typeof id === 'string' ? decodeId('req', id) : null;
}

/**
 * The requests that a call belongs to. Only our own services may name the requests behind the items
 * of a batch.
 */
function requestScopeOf(
  request: Request,
  requestId: string,
  { auth }: RouteDefinition,
): RequestScope {
  const ids = auth === 'service' ? request.headers[HEADER.itemRequestIds] : undefined;
  if (typeof ids !== 'string') return { requestId };
  const known = ids.split(',').map((id) => (REQUEST_ID.test(id) ? id : null));
  return { requestId, itemRequestIds: known };
}
