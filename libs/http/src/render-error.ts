import type { ServerResponse } from 'node:http';
import { asGatewayError, errorDocument } from '@tollgate/contract/error-codes';
import type { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import { sendJson } from './body.ts';
import { ValidationError } from './validate.ts';

const RETRY_AFTER_SECONDS_DEFAULT = 1;

/**
 * The headers that say to a client whether and when to try again. The wait is the true one, even
 * where clients would not wait that long.
 */
export function retryHeaders(error: GatewayError): Record<string, string> {
  if (!error.retry && error.retryAfterSeconds === undefined)
    return { [HEADER.shouldRetry]: 'false' };
  const seconds = Math.max(1, Math.ceil(error.retryAfterSeconds ?? RETRY_AFTER_SECONDS_DEFAULT));
  return { [HEADER.shouldRetry]: String(error.retry), [HEADER.retryAfter]: String(seconds) };
}

/**
 * Answers a thrown value: 422 for control-plane validation, our envelope for everything else. When
 * the answer has already begun, only cuts the connection.
 * @returns the status that was sent
 */
export function renderError(response: ServerResponse, thrown: unknown, requestId: string): number {
  if (response.headersSent) {
    response.destroy();
    return response.statusCode;
  }
  response.setHeader(HEADER.requestId, requestId);
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-content-type-options', 'nosniff');
  if (thrown instanceof ValidationError) {
    sendJson(response, 422, { detail: thrown.detail });
    return 422;
  }
  const error = asGatewayError(thrown);
  for (const [name, value] of Object.entries(retryHeaders(error))) response.setHeader(name, value);
  if (error.status === 401) response.setHeader('www-authenticate', 'Bearer');
  sendJson(response, error.status, errorDocument(error, requestId, response.req.url ?? ''));
  return error.status;
}
