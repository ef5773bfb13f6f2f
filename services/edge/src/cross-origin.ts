import type { IncomingMessage, ServerResponse } from 'node:http';
import { HEADER } from '@tollgate/contract/headers';
import cors from 'cors';
import { isUnder } from './routes.ts';

/**
 * The only prefix that pages of other sites may be let at: its calls carry a key, never a cookie.
 */
const SHARED_PREFIX = '/v1';
/**
 * How long a browser may keep the answer to a preflight, in seconds; browsers keep none for longer.
 */
const PREFLIGHT_SECONDS = 7_200;

const READABLE = [
  HEADER.requestId,
  HEADER.originalRequestId,
  HEADER.provider,
  HEADER.model,
  HEADER.idempotentReplay,
  HEADER.outputPolicy,
  HEADER.effectiveMaxTokens,
  HEADER.catalogRevision,
  HEADER.effortLeftOut,
  HEADER.ignored,
  HEADER.charged,
  HEADER.shouldRetry,
  HEADER.limitRequests,
  HEADER.remainingRequests,
  HEADER.resetRequests,
  HEADER.limitTokens,
  HEADER.remainingTokens,
  HEADER.resetTokens,
  HEADER.retryAfter,
  HEADER.preferenceApplied,
  'location',
];

/** What pages of other sites may do. */
export interface CrossOrigin {
  /** Whether a request asks in the name of a listed page what the page may send. */
  isPreflight(request: IncomingMessage): boolean;
  /**
   * Writes the CORS headers of an answer. A preflight is answered in whole; for every other request
   * `next` runs at once.
   */
  answer(request: IncomingMessage, response: ServerResponse, next: () => void): void;
}

/**
 * Lets pages of other sites call `/v1` from a browser. Other prefixes, and other origins, get no
 * permission.
 * @param origins such as `https://app.example.com`, separated by commas; none: nobody is let in,
 *   and no answer says a word of CORS
 * @throws Error for what is no origin, `*` and `null` included
 */
export function createCrossOrigin(origins: string): CrossOrigin {
  const listed = origins.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
  for (const origin of listed) assertOrigin(origin);
  const handle = cors<IncomingMessage>({
    origin: listed,
    methods: ['GET', 'POST'],
    exposedHeaders: READABLE,
    maxAge: PREFLIGHT_SECONDS,
  });
  const isShared = ({ headers, url = '' }: IncomingMessage): boolean =>
    listed.length > 0 &&
    headers.origin !== undefined &&
    isUnder(url.split('?', 1)[0] ?? '', SHARED_PREFIX);
  const isPreflight = (request: IncomingMessage): boolean =>
    request.method === 'OPTIONS' &&
    isShared(request) &&
    listed.includes(request.headers.origin ?? '') &&
    request.headers['access-control-request-method'] !== undefined;
  return {
    isPreflight,
    answer(request, response, next) {
      const isAnswered = request.method === 'OPTIONS' ? isPreflight(request) : isShared(request);
      if (isAnswered) handle(request, response, next);
      else next();
    },
  };
}

function assertOrigin(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.origin === text) return;
  throw new Error(
    `CORS_ORIGINS: "${text}" is no origin; write each as https://app.example.com, without a path, and never * or null`,
  );
}
