import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { GatewayError } from '@tollgate/contract/errors';
import { HEADER } from '@tollgate/contract/headers';
import type { Replicas } from '@tollgate/http/replicas';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Plugin, RequestHandler } from 'http-proxy-middleware';
import { answerError } from './answer.ts';
import { exchangeOf } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { isAway, ReplicaAgent } from './replica-agent.ts';
import { answerHeaders } from './response-headers.ts';
import type { TargetName } from './routes.ts';

/** Told of each failure between the edge and a service. */
export type ServiceFailureListener = (failure: {
  target: TargetName;
  requestId: string;
  error: Error;
  /** What the client was told, or null when its answer was cut. */
  code: string | null;
}) => void;

/** Where a proxy sends its requests. */
export interface ServiceProxyOptions {
  replicas: Replicas;
  onFailure: ServiceFailureListener;
}

/** A proxy for one service and the sockets it keeps. */
export interface ServiceProxy {
  /** Forwards a request on whose answer an exchange hangs. */
  forward: RequestHandler;
  /** Closes idle sockets and ends the probes. */
  close(): void;
}

const RESET: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);
const AWAY_RETRY_SECONDS = 2;
const STREAM_TYPE = 'text/event-stream';

/**
 * Forwards requests to one service: bodies are streamed both ways and never read. The library's own plugins are left
 * out: they log addresses and answer errors in plain text.
 */
export function createServiceProxy(options: ServiceProxyOptions): ServiceProxy {
  const agent = new ReplicaAgent(options.replicas);
  const forward: RequestHandler = createProxyMiddleware({
    router: () => options.replicas.turn()[0],
    agent,
    selfHandleResponse: true,
    ejectPlugins: true,
    plugins: [handleEvents(options, (request, response) => void forward(request, response))],
  });
  return {
    forward,
    close() {
      options.replicas.stop();
      agent.destroy();
    },
  };
}

function handleEvents(
  options: ServiceProxyOptions,
  again: (request: IncomingMessage, response: ServerResponse) => void,
): Plugin {
  return (proxy) => {
    proxy.on('proxyReq', onServiceSocket);
    proxy.on('proxyRes', onServiceAnswer);
    // The client has left while its body was under way: the library has destroyed the request to the service already.
    proxy.on('econnreset', () => undefined);
    proxy.on('error', (error, request, response) => {
      if (request === undefined || !isResponse(response)) return;
      const exchange = exchangeOf(response);
      if (exchange === undefined || exchange.answered || response.destroyed) return;
      if (!response.headersSent && mayRetry(error, exchange, request)) {
        exchange.retried = true;
        again(request, response);
        return;
      }
      const told = toldFailure(error);
      exchange.answered = true;
      const sent = answerError(response, told, exchange);
      const { requestId, route } = exchange;
      options.onFailure({ target: route.target, requestId, error, code: sent ? told.code : null });
    });
  };
}

function codeOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

function isResponse(response: unknown): response is ServerResponse {
  return typeof response === 'object' && response !== null && 'writeHead' in response;
}

/** the request to the service has its socket; nothing is written yet. */
function onServiceSocket(
  toService: ClientRequest,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const exchange = exchangeOf(response);
  const socket = toService.socket;
  if (exchange === undefined || socket === null) return;
  exchange.toService = toService;
  exchange.bytesBefore = socket.bytesWritten;
  if (exchange.chunked && !exchange.retried) limitChunkedBody(request, response, exchange);
}

/** Counts a body of unknown length as it passes; the proxy's pipe is attached in the same turn, so nothing is lost. */
function limitChunkedBody(
  request: IncomingMessage,
  response: ServerResponse,
  exchange: Exchange,
): void {
  const { bodyBytesMax } = exchange.route;
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes <= bodyBytesMax) return;
    request.off('data', count);
    exchange.answered = true;
    exchange.toService?.destroy();
    answerError(response, bodyTooLarge(bodyBytesMax), exchange);
  };
  request.on('data', count);
}

/** The refusal of a body above `bytesMax`. */
export function bodyTooLarge(bytesMax: number): GatewayError {
  return new GatewayError('payload_too_large', `The body may have ${bytesMax} bytes at most.`);
}

function onServiceAnswer(
  answer: IncomingMessage,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const exchange = exchangeOf(response);
  if (exchange === undefined || exchange.answered || response.destroyed) {
    answer.destroy();
    return;
  }
  if (exchange.close) response.shouldKeepAlive = false;
  const { requestId, https } = exchange;
  const close = !response.shouldKeepAlive;
  const lines = answerHeaders(answer.rawHeaders, { requestId, https, close });
  response.writeHead(answer.statusCode ?? 502, lines);
  if (request.httpVersion === '1.0') {
    // Such an answer may end where the connection ends; only a reset can be told from that.
    answer.once('error', () => response.socket?.resetAndDestroy());
  }
  const shed = answer.headers[HEADER.internalShed];
  if (shed !== undefined) exchange.admittance.refused(shed === 'everyone' ? shed : 'owner');
  noteWait(exchange, answer);
  noteSender(exchange, answer);
  if (answer.headers['content-type']?.startsWith(STREAM_TYPE) === true) {
    exchange.admittance.streaming();
  }
  answer.pipe(response);
  // Headers that came alone leave alone: a stream's client may wait for them before anything else.
  if (answer.headers['content-length'] === undefined) setImmediate(flushHeaders, response);
}

/** What the service has not seen of the time until its answer was spent waiting, in its sockets or in ours. */
function noteWait({ admittance, startedAt }: Exchange, { headers }: IncomingMessage): void {
  const servedMs = Number(headers[HEADER.internalServedMs] ?? Number.NaN);
  const waitedMs = performance.now() - startedAt - servedMs;
  if (waitedMs > 0) admittance.waited(waitedMs);
}

/** What the service makes of the credential of whoever asks. */
function noteSender({ failures, sender }: Exchange, answer: IncomingMessage): void {
  const known = answer.headers[HEADER.internalKnown] !== undefined;
  failures.note(sender, { status: answer.statusCode ?? 0, known });
}

function flushHeaders(response: ServerResponse): void {
  if (!response.destroyed && !response.writableEnded) response.flushHeaders();
}

/**
 * A service may close a kept socket in the very moment we reuse it. Sending again is allowed when it can not be a second
 * time: nothing had been written and nothing of the body is used up. Reads without a body are safe to repeat anyway. A
 * body that has begun to flow is gone, since the edge keeps none, and a paid call must not be sent twice; such a caller
 * gets a 502. That this stays rare is the work of the idle times: ours is shorter than the services'.
 */
function mayRetry(error: Error, exchange: Exchange, request: IncomingMessage): boolean {
  const { toService } = exchange;
  const code = codeOf(error);
  if (exchange.retried || toService?.reusedSocket !== true || !RESET.has(code)) return false;
  if (exchange.bodyless && (request.method === 'GET' || request.method === 'HEAD')) return true;
  const unsent = toService.socket?.bytesWritten === exchange.bytesBefore;
  return unsent && (exchange.bodyless || !request.readableDidRead);
}

function toldFailure(error: Error): GatewayError {
  const extras = { cause: error, retryAfterSeconds: AWAY_RETRY_SECONDS };
  if (isAway(error)) {
    return new GatewayError(
      'service_unavailable',
      'This part of the service is not available at the moment.',
      extras,
    );
  }
  return new GatewayError(
    'service_crashed',
    'The request was interrupted on our side before an answer came.',
    extras,
  );
}
