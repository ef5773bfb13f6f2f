import { Agent } from 'undici';
import type { Dispatcher } from 'undici';
import type { RouteDefinition, RouteInput, RouteOutput } from '@tollgate/contract/route';
import { HEADER } from '@tollgate/contract/headers';
import { currentRequest } from '@tollgate/runtime/request-scope';
import { counter, histogram } from '@tollgate/telemetry/metrics';
import { beginCalling, passOn } from '@tollgate/telemetry/tracing';
import type { Replicas } from './replica-choice.ts';
import type { ServiceTokenSigner } from './service-token.ts';

/** A service did not answer as its contract says. */
export class CallError extends Error {
  /** The status, or null when no answer came. */
  readonly status: number | null;
  readonly body: unknown;

  constructor(
    message: string,
    options: { status: number | null; body?: unknown; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.name = 'CallError';
    this.status = options.status;
    this.body = options.body;
  }
}

export interface CallOptions {
  /** The processes of the called service; they take turns. */
  replicas: Replicas;
  /** The name of the called service, for the token's audience. */
  audience: string;
  signer: ServiceTokenSigner;
  timeoutMs: number;
  /** Tries once more when no answer came; only for calls with a key, which are safe to repeat. */
  retryOnce?: boolean;
}

/** A typed client for internal routes. */
export interface ServiceClient {
  /**
   * @throws CallError when the service cannot be reached, is late, or answers with a status other
   *   than the route's
   */
  call<R extends RouteDefinition>(route: R, input: Partial<RouteInput<R>>): Promise<RouteOutput<R>>;
}

/** Idle sockets are closed by the caller before the callee's 75 s are over. */
const KEEP_ALIVE_MS = 60_000;
const SOCKETS_MAX = 256;
const UNAUTHENTICATED = 401;
/**
 * Request ids of a batch that travel along; Node takes 16 KiB of headers. Ids of further items are
 * left out.
 */
const ITEM_REQUEST_IDS_CHARACTERS_MAX = 6_000;

const calls = counter({
  name: 'service_calls_total',
  help: 'Calls of this process to other services, by status; none when no answer came.',
  labels: ['target', 'route', 'status'],
});
const seconds = histogram({
  name: 'service_call_duration_seconds',
  help: 'Duration of calls to other services.',
  labels: ['target', 'route'],
});

/** A client for one service over kept-alive connections. */
export function createServiceClient(options: CallOptions): ServiceClient {
  const { replicas, timeoutMs } = options;
  const client = new Agent({
    connections: SOCKETS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  return {
    async call(route, input) {
      let repeated = options.retryOnce !== true;
      const addresses = replicas.turn();
      for (let moves = 0; ; moves += 1) {
        const baseUrl = addresses[moves % addresses.length] ?? addresses[0];
        try {
          return await callOnce(client, { ...options, baseUrl }, { route, input });
        } catch (error) {
          const isTurnedAway = isRefused(error) || isUntrusted(error);
          if (!isTurnedAway && !isUnanswered(error)) throw error;
          replicas.refused(baseUrl);
          // A call that was turned away was not processed, so trying the next process is safe.
          if (isTurnedAway && moves + 1 < addresses.length) continue;
          if (repeated || isUntrusted(error)) throw error;
          repeated = true;
        }
      }
    },
  };
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof CallError ? error.cause : undefined;
  return (cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';
}

/** The process refuses our token, for instance because its clock is wrong. */
function isUntrusted(error: unknown): boolean {
  return error instanceof CallError && error.status === UNAUTHENTICATED;
}

function isUnanswered(error: unknown): boolean {
  return error instanceof CallError && error.status === null;
}

async function callOnce<R extends RouteDefinition>(
  client: Dispatcher,
  options: CallOptions & { baseUrl: string },
  { route, input }: { route: R; input: Partial<RouteInput<R>> },
): Promise<RouteOutput<R>> {
  const path = fillPath(route.path, input.params as Record<string, string> | undefined);
  const token = await options.signer.sign(options.audience, { path });
  const response = await measured({ target: options.audience, route }, () =>
    send(client, {
      origin: options.baseUrl,
      path: path + queryText(input.query as Record<string, unknown> | undefined),
      method: route.method.toUpperCase() as Dispatcher.HttpMethod,
      token,
      body: input.body,
    }),
  );
  if (response.status !== route.status) {
    throw new CallError(`${route.method} ${route.path} answered ${response.status}`, response);
  }
  return response.body as RouteOutput<R>;
}

interface ServiceAnswer {
  status: number;
  body: unknown;
}

async function measured(
  { target, route }: { target: string; route: RouteDefinition },
  work: () => Promise<ServiceAnswer>,
): Promise<ServiceAnswer> {
  const begunMs = performance.now();
  let status = 'none';
  const tracing = beginCalling(`${route.method.toUpperCase()} ${route.path}`, {
    'http.request.method': route.method.toUpperCase(),
    'url.template': route.path,
    'peer.service': target,
  });
  try {
    const reply = await tracing.run(work);
    status = String(reply.status);
    tracing.report({ 'http.response.status_code': reply.status });
    if (reply.status >= 400) tracing.fail(status);
    return reply;
  } catch (error) {
    tracing.fail('no_answer');
    throw error;
  } finally {
    tracing.end();
    calls.add([target, route.path, status]);
    seconds.observeSince([target, route.path], begunMs);
  }
}

interface Outgoing {
  origin: string;
  path: string;
  method: Dispatcher.HttpMethod;
  token: string;
  body: unknown;
}

async function send(client: Dispatcher, outgoing: Outgoing): Promise<ServiceAnswer> {
  const { token, body, ...target } = outgoing;
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  reportRequest(headers);
  passOn(headers);
  const text = body === undefined ? null : JSON.stringify(body);
  try {
    const response = await client.request({ ...target, headers, body: text });
    return { status: response.statusCode, body: parse(await response.body.text()) };
  } catch (error) {
    throw new CallError('no answer', { status: null, cause: error });
  }
}

/**
 * The headers that name the requests behind a call, so that the logs of both processes name them.
 */
function reportRequest(headers: Record<string, string>): void {
  const { requestId = null, itemRequestIds = [] } = currentRequest() ?? {};
  if (requestId !== null) headers[HEADER.requestId] = requestId;
  if (itemRequestIds.length === 0) return;
  const list = itemRequestIds.map((id) => id ?? '').join(',');
  const fits = list.length <= ITEM_REQUEST_IDS_CHARACTERS_MAX;
  const whole = fits ? list.length : list.lastIndexOf(',', ITEM_REQUEST_IDS_CHARACTERS_MAX);
  headers[HEADER.itemRequestIds] = list.slice(0, whole);
}

function parse(text: string): unknown {
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

function queryText(query: Record<string, unknown> = {}): string {
  const named = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (named.length === 0) return '';
  return `?${new URLSearchParams(named.map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
}

function fillPath(template: string, params: Record<string, string> | undefined): string {
  return template.replaceAll(/[:*](\w+)/g, (_all, name: string) => {
    const value = params?.[name];
    if (value === undefined) throw new Error(`${template} needs ${name}`);
    return encodeURIComponent(value);
  });
}
