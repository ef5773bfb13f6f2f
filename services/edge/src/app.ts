import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, NextFunction, Request, Response } from 'express';
import { asGatewayError, GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import { nothingAt } from '@tollgate/contract/near-address';
import type { Admission, Permit } from '@tollgate/http/admission';
import { mountHealth } from '@tollgate/http/health';
import type { Health } from '@tollgate/http/health';
import { countInFlight, countRequest } from '@tollgate/http/listen';
import { createApp } from '@tollgate/http/serve';
import { newPublicId } from '@tollgate/runtime/ids';
import type { Logger } from '@tollgate/runtime/logger';
import { beginServing, passOn } from '@tollgate/telemetry/tracing';
import { answerError, mayBeAwaited } from './answer.ts';
import { watchBody } from './connections.ts';
import type { ClientAddress, ReadHeaders } from './request-headers.ts';
import type { Connections } from './connections.ts';
import type { CrossOrigin } from './cross-origin.ts';
import { onClosed, onLate, bodyTooLarge } from './service-proxy.ts';
import { forwardingOf, ownHeaders, setForwarding } from './forwarding.ts';
import type { Forwarding } from './forwarding.ts';
import type { FailureBudget, Sender } from '@tollgate/http/failure-budget';
import { METHODS_ALLOWED, TOKEN_AGE_MS_MAX } from './bounds.ts';
import type { ConnectionLimits } from './bounds.ts';
import { credentialOf, dropCredentials, isRequestId, readHeaders } from './request-headers.ts';
import { isUnder, matchRule, templateOf, assertNoCredential, parseTarget } from './routes.ts';
import type { Plane, PrefixRule, TargetName } from './routes.ts';
import type { ServiceProxy } from './service-proxy.ts';
import type { EdgeTokens } from './tokens.ts';

export interface EdgeAppDeps {
  plane: Plane;
  routes: readonly PrefixRule[];
  proxies: Readonly<Record<TargetName, ServiceProxy>>;
  admissions: Readonly<Record<TargetName, Admission>>;
  connections: Connections;
  tokens: EdgeTokens;
  clientAddress: ClientAddress;
  crossOrigin: CrossOrigin;
  failures: FailureBudget;
  limits: ConnectionLimits;
  health: Health;
  /** Whether clients reach us by https only. */
  https: boolean;
  logger: Logger;
}

/** The head of a request that nothing speaks against so far. */
interface ReadHead {
  path: string;
  headers: ReadHeaders;
}

const HEALTH = '/health';

/** The app of one listener: lets requests in or refuses them, and forwards what it lets in. */
export function createEdgeApp(deps: EdgeAppDeps): Express {
  const app = createApp();
  app.use((request: Request, response: Response, next: NextFunction) => {
    const verdict = deps.connections.begin(request.socket, response);
    if (verdict === 'ignore') return;
    countInFlight(response);
    const close = verdict !== 'serve';
    try {
      if (verdict === 'refuse') throw tooManyAtOnce();
      const serve = (): void => {
        const head = readHead(request);
        if (isUnder(head.path, HEALTH)) serveHealth(deps, { request, response, next }, close);
        else forward(deps, { request, response, next }, { ...head, close });
      };
      if (request.headers.origin === undefined) return serve();
      if (deps.crossOrigin.isPreflight(request)) setOwnHeaders(deps, { request, response }, close);
      // A preflight ends here, and is never taken for a request of its page.
      deps.crossOrigin.answer(request, response, serve);
    } catch (error) {
      refuse(deps, { request, response }, { error, close });
    }
  });
  mountHealth(app, deps.health);
  app.use((request: Request) => {
    throw notFound(request.path);
  });
  // oxlint-disable-next-line max-params -- Express knows error handlers by their four parameters
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    refuse(deps, { request, response }, { error, close: false });
  });
  return app;
}

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  next: NextFunction;
}

/**
 * The head of a request. Everything that can be refused without knowing its service is refused
 * here.
 * @throws GatewayError
 */
function readHead(request: IncomingMessage): ReadHead {
  if (request.url === '*') {
    throw new GatewayError('method_not_allowed', 'This method is not supported.');
  }
  if (request.httpVersion !== '1.1' && request.httpVersion !== '1.0') {
    throw new GatewayError('invalid_request', 'Only HTTP/1.1 and HTTP/1.0 are supported.');
  }
  const { path, query } = parseTarget(request.url ?? '');
  const headers = readHeaders(request.rawHeaders, request.httpVersion);
  assertNoCredential(query);
  return { path, headers };
}

/** For answers that are not written as lines. */
function setOwnHeaders(
  deps: EdgeAppDeps,
  { request, response }: Omit<Call, 'next'>,
  close: boolean,
): void {
  const lines = ownHeaders({ requestId: requestIdOf(request), https: deps.https, close });
  for (let index = 0; index + 1 < lines.length; index += 2) {
    response.setHeader(lines[index] as string, lines[index + 1] as string);
  }
}

function serveHealth(deps: EdgeAppDeps, { request, response, next }: Call, close: boolean): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    throw new GatewayError('method_not_allowed', 'Health is only read.');
  }
  setOwnHeaders(deps, { request, response }, close);
  response.setHeader('cache-control', 'no-store');
  next();
}

function forward(
  deps: EdgeAppDeps,
  { request, response, next }: Call,
  { path, headers, close }: ReadHead & { close: boolean },
): void {
  const rule = matchRule(deps.routes, deps.plane, path);
  if (rule === undefined) throw notFound(path);
  if (headers.bodyBytes > rule.bodyBytesMax) throw bodyTooLarge(rule.bodyBytesMax);
  const { forwarded, forwardedFor } = headers;
  if (rule.anonymous === true) dropCredentials(forwarded);
  const address = deps.clientAddress(request.socket.remoteAddress ?? '', forwardedFor);
  const sender = { address, credential: credentialOf(forwarded) };
  if (rule.anonymous !== true) deps.failures.assertLeft(sender);
  // Nobody here knows whether the credential is valid, but it distinguishes callers.
  const permit = deps.admissions[rule.target].enterSoon(forwarded['authorization'] ?? address);
  const known = { rule, headers, address, sender, close };
  if (permit instanceof Promise) {
    permit.then(
      (granted) => {
        if (response.destroyed) granted.leave();
        else forwardNow(deps, { request, response, next }, { ...known, permit: granted });
      },
      (error: unknown) => refuse(deps, { request, response }, { error, close }),
    );
  } else forwardNow(deps, { request, response, next }, { ...known, permit });
}

/** A request that was admitted, with its permit. */
interface AdmittedRequest {
  rule: PrefixRule;
  headers: ReadHeaders;
  address: string;
  sender: Sender;
  permit: Permit;
  close: boolean;
}

function forwardNow(
  deps: EdgeAppDeps,
  { request, response, next }: Call,
  { rule, headers, address, sender, permit, close }: AdmittedRequest,
): void {
  const { forwarded, chunked, bodyBytes } = headers;
  const given = forwarded[HEADER.requestId];
  const requestId = given ?? newPublicId('req');
  forwarded[HEADER.requestId] = requestId;
  if (given === undefined) forwarded[HEADER.internalOwnRequestId] = '1';
  forwarded[HEADER.internalToken] = tokenFor(deps, rule.target);
  forwarded['x-forwarded-for'] = address;
  forwarded['x-forwarded-proto'] = deps.https ? 'https' : 'http';
  const tracing = beginServing({
    method: request.method ?? '',
    route: templateOf(rule),
    requestId,
    headers: request.headers,
    isTrusted: false,
  });
  tracing.run(() => passOn(forwarded));
  const forwarding: Forwarding = {
    tracing,
    requestId,
    https: deps.https,
    close,
    startedAt: performance.now(),
    permit,
    rule,
    sender,
    failures: deps.failures,
    chunked,
    bodyless: !chunked && bodyBytes === 0,
    toService: undefined,
    bytesBefore: 0,
    retried: false,
    answered: false,
    bytesSent: 0,
    timer: setTimeout(onLate, rule.answerMs, deps, response),
  };
  setForwarding(response, forwarding);
  response.once('close', onClosed);
  askForBody(response, headers);
  if (!forwarding.bodyless) watchBody(response, deps.limits, (error) => giveUp(response, error));
  // Which methods an address takes is known by its service, which refuses OPTIONS and names them.
  // What other methods mean goes no further.
  if (!METHODS_ALLOWED.has(request.method ?? '')) request.method = 'OPTIONS';
  // The proxy forwards these headers; the lines as they came are never looked at again.
  request.headers = forwarded;
  void deps.proxies[rule.target].forward(request, response, next);
}

/** The token that a service is shown. @throws GatewayError where none is fresh */
function tokenFor({ tokens, plane }: EdgeAppDeps, target: TargetName): string {
  const token = tokens.signed[plane][target];
  if (token !== undefined && performance.now() - tokens.signedAt <= TOKEN_AGE_MS_MAX) return token;
  throw new GatewayError('service_unavailable', 'The gateway is not ready. Try again.', {
    detail: 'no fresh service token',
    retryAfterSeconds: 1,
  });
}

/** Answers for a service that has not got the whole body. */
function giveUp(response: ServerResponse, error: GatewayError): void {
  const forwarding = forwardingOf(response);
  if (forwarding === undefined) return;
  forwarding.answered = true;
  forwarding.toService?.destroy();
  answerError(response, error, forwarding);
}

/**
 * A client that waits for leave to send its body gets it only now, after everything that could
 * refuse.
 */
function askForBody(response: ServerResponse, headers: ReadHeaders): void {
  if (headers.expectsContinue && response.req.httpVersion === '1.1') response.writeContinue();
}

interface Refusal {
  error: unknown;
  close: boolean;
}

function refuse(
  deps: EdgeAppDeps,
  { request, response }: Pick<Call, 'request' | 'response'>,
  { error, close }: Refusal,
): void {
  const forwarding = forwardingOf(response);
  const requestId = forwarding?.requestId ?? requestIdOf(request);
  const context = { requestId, https: deps.https, close };
  if (forwarding === undefined) countRefusal(error);
  else forwarding.answered = true;
  // A short body has mostly come with its head and is read next: the answer then leaves in one
  // piece.
  if (mayBeAwaited(asGatewayError(error), request)) {
    setImmediate(answerError, response, error, context);
  } else answerError(response, error, context);
  if (error instanceof GatewayError) deps.logger.debug({ requestId, error }, 'refused');
  else deps.logger.error({ requestId, error }, 'the edge failed');
}

/** Refused before a route was found: nothing was waited for. */
function countRefusal(error: unknown): void {
  const { status } = asGatewayError(error);
  countRequest({ route: null, status, durationMs: 0, errorCode: null });
}

function requestIdOf(request: IncomingMessage): string {
  const given = request.headers[HEADER.requestId];
  return typeof given === 'string' && isRequestId(given) ? given : newPublicId('req');
}

function notFound(path: string): GatewayError {
  return new GatewayError('not_found', nothingAt(path));
}

function tooManyAtOnce(): GatewayError {
  return new GatewayError('rate_limit_exceeded', 'Too many requests wait on this connection.');
}
