import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { asGatewayError, errorDocument } from '@tollgate/contract/error-codes';
import type { ErrorCode, GatewayError } from '@tollgate/contract/error-codes';
import { retryHeaders } from '@tollgate/http/render-error';
import { PAGE_HEADERS } from '@tollgate/http/built-files';
import { countError, NO_ROUTE } from '@tollgate/http/listen';
import { asksForPage, MISSING_PAGE } from '@tollgate/http/missing-page';
import { forwardingOf, ownHeaders } from './forwarding.ts';
import type { AnswerContext, HeaderLines } from './forwarding.ts';
import { AWAITED_BYTES_MAX, LINGER_MS, METHODS_ALLOWED } from './bounds.ts';
import { templateOf } from './routes.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
/** The headers of a page beside those of every answer. */
const PAGE_LINES = Object.entries({ ...PAGE_HEADERS, vary: 'accept' })
  .filter(([name]) => name !== 'x-content-type-options')
  .flat();
/** Below these, programs ask. */
const INTERFACES = /^\/(?:v1|api)(?:[/?]|$)/u;

/** After these, nobody can be sure where the next request would begin. */
const MISREAD: ReadonlySet<ErrorCode> = new Set([
  'invalid_request',
  'invalid_header',
  'headers_too_large',
  'target_too_long',
]);

/**
 * Answers an error of the edge's own. When the client is still sending its body, the rest is read
 * and thrown away for a moment and the connection closed: closing at once would reset it, and the
 * client would never see the answer.
 * @returns false when an answer had begun already; then the connection is cut instead
 */
export function answerError(
  response: ServerResponse,
  thrown: unknown,
  context: AnswerContext,
): boolean {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return false;
  }
  const error = asGatewayError(thrown);
  countError(routeOf(response), error.code);
  const request = response.req;
  const unread = !request.complete && hasBody(request);
  const close = !response.shouldKeepAlive || context.close || endsConnection(error, request);
  if (close) response.shouldKeepAlive = false;
  const { lines, body } = renderedError(error, { ...context, close }, refusedOf(response));
  response.writeHead(error.status, lines);
  if (!unread) {
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  }
  response.write(body);
  const timer = setTimeout(() => {
    response.end();
    // What a client sends after it was kept waiting may be the rest of that body.
    if (!close) request.destroy();
  }, LINGER_MS);
  request.once('end', () => response.end());
  response.once('close', () => clearTimeout(timer));
  request.unpipe();
  request.resume();
  return true;
}

/**
 * Whether what has come of a request, or what may still come, leaves its connection in no state to
 * go on.
 */
function endsConnection(error: GatewayError, request: IncomingMessage): boolean {
  const unread = !request.complete && hasBody(request);
  return MISREAD.has(error.code) || (unread && !mayBeAwaited(error, request));
}

/**
 * Under load a new connection for each refused call would cost more than to wait for a short body
 * that is on its way.
 */
export function mayBeAwaited(error: GatewayError, { headers }: IncomingMessage): boolean {
  const bytes = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
  return error.code === 'overloaded' && bytes <= AWAITED_BYTES_MAX && headers.expect === undefined;
}

/** For metrics. */
function routeOf(response: ServerResponse): string {
  const route = forwardingOf(response)?.rule;
  return route === undefined ? NO_ROUTE : templateOf(route);
}

/**
 * A request without a body is not complete either while its headers are being handled, but nothing
 * more will come.
 */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * An error as bytes, for sockets on which no request came about.
 * @returns a whole HTTP/1.1 answer that closes the connection
 */
export function rawError(error: GatewayError, context: Omit<AnswerContext, 'close'>): string {
  countError(NO_ROUTE, error.code);
  const { lines, body } = renderedError(error, { ...context, close: true });
  let head = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}\r\n`;
  for (let index = 0; index + 1 < lines.length; index += 2) {
    head += `${lines[index]}: ${lines[index + 1]}\r\n`;
  }
  return `${head}\r\n${body}`;
}

/** What was asked for, as far as that is known. */
interface Refused {
  /** The methods that the address knows. */
  allow?: string | undefined;
  address?: string;
  /** A reader asked for a page. */
  isPage?: boolean;
}

function refusedOf(response: ServerResponse): Refused {
  const { req: request } = response;
  const address = request.url ?? '';
  const isPage = asksForPage(request) && !INTERFACES.test(address);
  return { allow: response.getHeader('allow')?.toString(), address, isPage };
}

function renderedError(
  error: GatewayError,
  context: AnswerContext,
  { allow = [...METHODS_ALLOWED].join(', '), address = '', isPage = false }: Refused = {},
): { lines: HeaderLines; body: string } {
  const isMissingPage = isPage && error.code === 'not_found';
  const body = isMissingPage
    ? MISSING_PAGE
    : JSON.stringify(errorDocument(error, context.requestId, address));
  const lines = ownHeaders(context);
  if (isMissingPage) lines.push(...PAGE_LINES);
  lines.push(
    'content-type',
    isMissingPage ? HTML_TYPE : JSON_TYPE,
    'content-length',
    String(Buffer.byteLength(body)),
  );
  lines.push('cache-control', 'no-store');
  for (const [name, value] of Object.entries(retryHeaders(error))) lines.push(name, value);
  if (error.status === 401) lines.push('www-authenticate', 'Bearer');
  if (error.status === 405) lines.push('allow', allow);
  return { lines, body };
}
