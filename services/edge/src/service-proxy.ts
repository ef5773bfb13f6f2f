import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import type { Replicas } from '@tollgate/http/replica-choice';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Plugin, RequestHandler } from 'http-proxy-middleware';
import { answerError } from './answer.ts';
import { answerHeaders, forwardingOf } from './forwarding.ts';
import type { Forwarding } from './forwarding.ts';
import { isAway, ReplicaAgent } from './failover-sockets.ts';
import type { TargetName } from './routes.ts';
import { countRequest } from '@tollgate/http/listen';
import type { Logger } from '@tollgate/runtime/logger';
import { endServing } from '@tollgate/telemetry/tracing';
import { templateOf } from './routes.ts';

/** Called for each failure between the edge and a service. */
export type ServiceFailureListener = (failure: {
  target: TargetName;
  requestId: string;
  error: Error;
  /** The error code that the client got, or null when its answer was cut. */
  code: string | null;
}) => void;

export interface ServiceProxyOptions {
  replicas: Replicas;
  onFailure: ServiceFailureListener;
}

/** A proxy for one service and the sockets it keeps. */
export interface ServiceProxy {
  /** Forwards a request whose answer carries its {@link Forwarding}. */
  forward: RequestHandler;
  /** Closes idle sockets and ends the probes. */
  close(): void;
}

const RESET: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);
const AWAY_RETRY_SECONDS = 2;
const STREAM_TYPE = 'text/event-stream';

/**
 * Forwards requests to one service: bodies are streamed in both directions and never read. The
 * library's own plugins are left out: they log addresses and answer errors in plain text.
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
    // The client has left while its body was under way: the library has destroyed the request to
    // the service already.
    proxy.on('econnreset', () => undefined);
    proxy.on('error', (error, request, response) => {
      if (request === undefined || !isResponse(response)) return;
      const forwarding = forwardingOf(response);
      if (forwarding === undefined || forwarding.answered || response.destroyed) return;
      if (!response.headersSent && mayRetry(error, forwarding, request)) {
        forwarding.retried = true;
        again(request, response);
        return;
      }
      const reported = reportedFailure(error);
      forwarding.answered = true;
      const sent = answerError(response, reported, forwarding);
      const { requestId, rule } = forwarding;
      options.onFailure({
        target: rule.target,
        requestId,
        error,
        code: sent ? reported.code : null,
      });
    });
  };
}

function codeOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

function isResponse(response: unknown): response is ServerResponse {
  return typeof response === 'object' && response !== null && 'writeHead' in response;
}

/** The request to the service has its socket; nothing is written yet. */
function onServiceSocket(
  toService: ClientRequest,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const forwarding = forwardingOf(response);
  const socket = toService.socket;
  if (forwarding === undefined || socket === null) return;
  forwarding.toService = toService;
  forwarding.bytesBefore = socket.bytesWritten;
  if (forwarding.chunked && !forwarding.retried) limitChunkedBody(request, response, forwarding);
}

/**
 * Counts a body of unknown length as it passes; the proxy's pipe is attached in the same turn, so
 * nothing is lost.
 */
function limitChunkedBody(
  request: IncomingMessage,
  response: ServerResponse,
  forwarding: Forwarding,
): void {
  const { bodyBytesMax } = forwarding.rule;
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes <= bodyBytesMax) return;
    request.off('data', count);
    forwarding.answered = true;
    forwarding.toService?.destroy();
    answerError(response, bodyTooLarge(bodyBytesMax), forwarding);
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
  const forwarding = forwardingOf(response);
  if (forwarding === undefined || forwarding.answered || response.destroyed) {
    answer.destroy();
    return;
  }
  if (forwarding.close) response.shouldKeepAlive = false;
  const { requestId, https } = forwarding;
  const close = !response.shouldKeepAlive;
  const lines = answerHeaders(answer.rawHeaders, { requestId, https, close });
  response.writeHead(answer.statusCode ?? 502, lines);
  if (request.httpVersion === '1.0') {
    // An answer over HTTP/1.0 may end with its connection; only a reset shows the client that the
    // answer is cut.
    answer.once('error', () => response.socket?.resetAndDestroy());
  }
  const shed = answer.headers[HEADER.internalShed];
  if (shed !== undefined) forwarding.permit.refused(shed === 'everyone' ? shed : 'owner');
  noteWait(forwarding, answer);
  noteSender(forwarding, answer);
  if (answer.headers['content-type']?.startsWith(STREAM_TYPE) === true) {
    forwarding.permit.streaming();
  }
  answer.pipe(response);
  // Headers that came alone leave alone: a stream's client may wait for them before anything else.
  if (answer.headers['content-length'] === undefined) setImmediate(flushHeaders, response);
}

/**
 * The time until the answer that the service did not measure itself was spent waiting, in the
 * sockets of the service or of the edge.
 */
function noteWait({ permit, startedAt }: Forwarding, { headers }: IncomingMessage): void {
  const servedMs = Number(headers[HEADER.internalServedMs] ?? Number.NaN);
  const waitedMs = performance.now() - startedAt - servedMs;
  if (waitedMs > 0) permit.waited(waitedMs);
}

/** Notes the status for the sender, and whether the service knows the credential. */
function noteSender({ failures, sender }: Forwarding, answer: IncomingMessage): void {
  const known = answer.headers[HEADER.internalKnown] !== undefined;
  failures.note(sender, { status: answer.statusCode ?? 0, known });
}

function flushHeaders(response: ServerResponse): void {
  if (!response.destroyed && !response.writableEnded) response.flushHeaders();
}

/**
 * A service may close a kept socket at the moment when the edge reuses the socket. The edge may
 * send a request again when the service cannot have received the request: nothing was written and
 * nothing of the body was read. Reads without a body are safe to repeat. A body that has begun to
 * flow is gone, because the edge keeps no bodies, and a paid call must not be sent twice; the
 * caller gets a 502. This stays rare because the edge closes idle sockets before the services do.
 */
function mayRetry(error: Error, forwarding: Forwarding, request: IncomingMessage): boolean {
  const { toService } = forwarding;
  const code = codeOf(error);
  if (forwarding.retried || toService?.reusedSocket !== true || !RESET.has(code)) return false;
  if (forwarding.bodyless && (request.method === 'GET' || request.method === 'HEAD')) return true;
  const unsent = toService.socket?.bytesWritten === forwarding.bytesBefore;
  return unsent && (forwarding.bodyless || !request.readableDidRead);
}

function reportedFailure(error: Error): GatewayError {
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

/** The answer is over, or its client has left. */
export function onClosed(this: ServerResponse): void {
  const forwarding = forwardingOf(this);
  if (forwarding === undefined) return;
  clearTimeout(forwarding.timer);
  forwarding.permit.leave();
  const status = this.headersSent ? this.statusCode : null;
  endServing(forwarding.tracing, status, null);
  countRequest({
    route: { method: (this.req.method ?? '').toLowerCase(), path: templateOf(forwarding.rule) },
    status,
    durationMs: performance.now() - forwarding.startedAt,
    errorCode: null,
  });
}

/** The answer takes too long: a late answer is refused, one that has begun is cut. */
export function onLate(deps: { logger: Logger }, response: ServerResponse): void {
  const forwarding = forwardingOf(response);
  if (forwarding === undefined || forwarding.answered) return;
  const { requestId, rule, toService } = forwarding;
  if (rule.goesOn === true && hasMoved(forwarding, response)) {
    forwarding.timer = setTimeout(onLate, rule.answerMs, deps, response);
    return;
  }
  forwarding.answered = true;
  deps.logger.warn({ requestId, target: rule.target }, 'a service took too long');
  toService?.destroy();
  const message = 'This part of the service took too long to answer.';
  answerError(response, new GatewayError('service_timeout', message), forwarding);
}

/** Whether more of an answer that has begun was sent since the last look. */
function hasMoved(forwarding: Forwarding, response: ServerResponse): boolean {
  const bytes = response.socket?.bytesWritten ?? 0;
  const moved = response.headersSent && bytes > forwarding.bytesSent;
  forwarding.bytesSent = bytes;
  return moved;
}
