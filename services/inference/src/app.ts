import type { Express, NextFunction, Request, Response } from 'express';
import { ASYNC_PATH } from '@tollgate/contract/async';
import { asGatewayError, GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import type { RouteDefinition } from '@tollgate/contract/route';
import type { AccessActor, AccessLog } from '@tollgate/audit/access-log';
import { ShedError } from '@tollgate/http/admission';
import { edgeGate } from '@tollgate/http/service-token';
import { mountHealth } from '@tollgate/http/health';
import type { Health } from '@tollgate/http/health';
import { parseFormOr, parseJsonBody, readBody } from '@tollgate/http/body';
import { renderError } from '@tollgate/http/render-error';
import { countRequest } from '@tollgate/http/listen';
import {
  ownRequestUuidOf,
  requestIdOf,
  addressOf,
  createApp,
  serveRoutes,
  traceRequest,
} from '@tollgate/http/serve';
import type { ServeOptions } from '@tollgate/http/serve';
import type { ServiceTokenVerifier } from '@tollgate/http/service-token';
import type { Caller } from '@tollgate/inference/caller/caller';
import type { Exchange, IncomingCall } from '@tollgate/inference/call';
import { takeUploadRoom } from '@tollgate/inference/media/upload-room';
import type { Logger } from '@tollgate/runtime/logger';
import type { LoopLag } from '@tollgate/runtime/loop-lag';
import { inRequest } from '@tollgate/runtime/request-scope';
import { gauge } from '@tollgate/telemetry/metrics';
import { endServing } from '@tollgate/telemetry/tracing';
import { createHttpSink, servedHeader } from './http-sink.ts';
import type { RouteDeps } from './deps.ts';
import { openCallPermits } from './call-permits.ts';
import type { Admissions, CallPermits, TakeRoom } from './call-permits.ts';
import { freeRoutes, keyGuard, jsonRoutes, paidRoutes } from './routes.ts';
import type { AdmittedRoute } from './routes.ts';

/** The largest body after inflating of a route that sets none of its own, in bytes. */
const INFERENCE_BODY_BYTES_MAX = 20_971_520;

export interface InferenceDeps extends RouteDeps {
  verifier: ServiceTokenVerifier;
  health: Health;
  logger: Logger;
  inFlight: InFlight;
  admissions: Admissions;
  accessLog: AccessLog;
  loopLag: Pick<LoopLag, 'latestMs'>;
}

const callsInFlight = gauge({
  name: 'calls_in_flight',
  help: 'Paid calls that run, also those whose callers have left.',
  labels: [],
});

/** Counts the calls that run, also those whose callers have left. */
export interface InFlight {
  /** Notes a call; gives what notes its end. */
  begin(): () => void;
  /** Resolves once nothing runs. */
  idle(): Promise<void>;
}

/** A counter for one process. */
export function createInFlight(): InFlight {
  let running = 0;
  let waiting: (() => void)[] = [];
  return {
    begin() {
      running += 1;
      callsInFlight.add([], 1);
      return () => {
        running -= 1;
        callsInFlight.add([], -1);
        if (running > 0) return;
        for (const resolve of waiting) resolve();
        waiting = [];
      };
    },
    idle: () =>
      new Promise<void>((resolve) => {
        if (running === 0) resolve();
        else waiting.push(resolve);
      }),
  };
}

const DOUBLED_PATH = `/v1${ASYNC_PATH}`;

/** The app of `/v1`; does not listen. */
export function createInferenceApp(deps: InferenceDeps): Express {
  const app = createApp();
  const gate = edgeGate(deps.verifier, 'any');
  mountHealth(app, deps.health);
  app.use(oneVersion);
  const admitted = [...paidRoutes, ...freeRoutes];
  for (const route of admitted) app.post(route.definition.path, paidHandler(deps, route, gate));
  serveRoutes(app, {
    routes: jsonRoutes(deps),
    guards: { key: keyGuard(deps) },
    logger: deps.logger,
    gate,
    served: (event) => deps.accessLog.served(event),
    postOnlyPaths: admitted.map(({ definition }) => definition.path),
  });
  return app;
}

/**
 * A client with a base address that ends in `/v1` puts the path of a `status_url`, which begins
 * with `/v1`, behind its base: that is read as the path alone.
 */
function oneVersion(request: Request, _response: Response, next: NextFunction): void {
  if (request.url.startsWith(DOUBLED_PATH)) {
    request.url = ASYNC_PATH + request.url.slice(DOUBLED_PATH.length);
  }
  next();
}

/** The owner of the key that was used, for the access log. */
export function accessActorOf(caller: unknown): AccessActor {
  const key = (caller as Caller | undefined)?.key;
  if (key === undefined) return { kind: 'none', id: null, userId: null };
  return { kind: 'key', id: key.id, userId: key.ownerId };
}

function paidHandler(
  deps: InferenceDeps,
  route: AdmittedRoute,
  gate: NonNullable<ServeOptions['gate']>,
): (request: Request, response: Response) => Promise<void> {
  const { definition } = route;
  const name = nameOf(definition);
  return async (request, response) => {
    const startedMs = performance.now();
    const seen: { caller?: Caller; opId?: string } = {};
    const permits = openCallPermits(deps.admissions, uploadRoomOf(request, definition));
    const call = incomingCall(request, response, {
      startedMs,
      definition,
      permits,
      identify(known) {
        seen.caller = known;
        return permits.begin(known.key.ownerId);
      },
      noteHold: (opId) => (seen.opId = opId),
    });
    const lagMs = (): number => deps.loopLag.latestMs();
    const given = { startedMs, streaming: () => permits.streaming(), lagMs };
    const sink = createHttpSink(response, deps.timers, given);
    const ended = deps.inFlight.begin();
    const { requestId } = call;
    const tracing = traceRequest(request, definition, requestId);
    const work = async (): Promise<void> => {
      await gate(request);
      await route.run(deps, { call, sink } satisfies Exchange);
    };
    let failure: GatewayError | null = null;
    try {
      await inRequest({ requestId }, () => tracing.run(work));
    } catch (thrown) {
      failure = asGatewayError(thrown);
      logFailed(deps.logger, failure, { error: thrown, requestId, route: name });
      if (!sink.failInside(failure, requestId)) refuse(response, failure, call);
    } finally {
      sink.dispose();
      permits.end();
      ended();
      const durationMs = performance.now() - startedMs;
      const errorCode = failure?.code ?? null;
      const status = response.headersSent ? response.statusCode : null;
      countRequest({ route: definition, status, durationMs, errorCode });
      endServing(tracing, status, errorCode);
      deps.accessLog.served({
        route: definition,
        request,
        ...seen,
        status: response.statusCode,
        requestId,
        address: addressOf(request),
        durationMs,
        errorCode,
      });
    }
  };
}

function bodyBytesMaxOf({ bodyBytesMax }: RouteDefinition): number {
  return bodyBytesMax ?? INFERENCE_BODY_BYTES_MAX;
}

/**
 * Takes room for the body of a route for large files, which has a size of its own. A compressed
 * body says nothing of what it becomes, and counts as the largest.
 */
function uploadRoomOf({ headers }: Request, definition: RouteDefinition): TakeRoom | undefined {
  if (definition.form === undefined || definition.bodyBytesMax === undefined) return undefined;
  const most = definition.bodyBytesMax;
  const isPlain = headers['content-encoding'] === undefined;
  const declared = isPlain ? Number(headers['content-length'] ?? most) : most;
  return (ownerId) => takeUploadRoom(ownerId, Math.min(most, declared));
}

function nameOf({ path }: RouteDefinition): string {
  return `POST ${path}`;
}

function logFailed(logger: Logger, failure: GatewayError, facts: object): void {
  if (isWorthALine(failure)) logger.error(facts, 'call failed');
}

/** Shed calls are counted and logged once a second; a line for each would add to the load. */
function isWorthALine({ status, code }: GatewayError): boolean {
  return status >= 500 && code !== 'overloaded';
}

/** Answers with an error where nothing has left yet. */
function refuse(
  response: Response,
  failure: GatewayError,
  { requestId, startedMs }: Pick<IncomingCall, 'requestId' | 'startedMs'>,
): void {
  response.setHeaders(new Map(Object.entries(servedHeader(startedMs))));
  if (failure instanceof ShedError) response.setHeader(HEADER.internalShed, failure.scope);
  renderError(response, failure, requestId);
}

function incomingCall(
  request: Request,
  response: Response,
  given: Pick<IncomingCall, 'startedMs' | 'identify' | 'noteHold'> & {
    permits: CallPermits;
    definition: RouteDefinition;
  },
): IncomingCall {
  const { permits, definition, ...known } = given;
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new Error('the caller has left'));
  });
  return {
    ...known,
    route: nameOf(definition),
    identify(caller) {
      response.setHeader(HEADER.internalKnown, '1');
      return known.identify(caller);
    },
    requestId: requestIdOf(request),
    ownRequestUuid: ownRequestUuidOf(request),
    at: new Date(),
    header: (name) => singleHeader(request, name),
    awaitsProvider: () => permits.awaitProvider(),
    hasAnswer: () => permits.finish(),
    readBody: async () => {
      if (!request.complete) permits.waitForBody();
      const pieces = await readBody(request, bodyBytesMaxOf(definition));
      await permits.arrive();
      return parseFormOr(parseJsonBody, pieces, {
        contentType: request.headers['content-type'],
        form: definition.form,
      });
    },
    gone: gone.signal,
  };
}

const SINGLE = new Set<string>([
  HEADER.idempotencyKey,
  HEADER.maxCredits,
  HEADER.sessionId,
  HEADER.tag,
]);

/** Node joins repeated headers with a comma; where one value is meant, two are a mistake. */
function singleHeader(request: Request, name: string): string | undefined {
  const value = request.headers[name];
  if (value === undefined || !SINGLE.has(name)) return Array.isArray(value) ? value[0] : value;
  const count = request.rawHeaders.filter((raw, at) => at % 2 === 0 && raw.toLowerCase() === name);
  if (count.length > 1) {
    throw new GatewayError('invalid_header', `${name} may stand once only.`, { param: name });
  }
  return Array.isArray(value) ? value[0] : value;
}
