import type { Request } from 'express';
import { HEADER, REQUEST_ID_PATTERN } from '@tollgate/contract/headers';
import type { RouteDefinition } from '@tollgate/contract/route';
import { decodeId, newPublicId } from '@tollgate/runtime/ids';
import type { RequestScope } from '@tollgate/runtime/request-scope';

const REQUEST_ID = new RegExp(REQUEST_ID_PATTERN);

/** The request id that the edge has set; a fresh id for calls that did not come through the edge. */
export function requestIdOf(request: Request): string {
  const id = request.headers[HEADER.requestId];
  return typeof id === 'string' && REQUEST_ID.test(id) ? id : newPublicId('req');
}

/** The uuid of a request id that the edge made for this request alone; null for an id that the client chose, and for calls that did not come through the edge. */
export function ownRequestUuidOf(request: Request): string | null {
  const id = request.headers[HEADER.requestId];
  if (request.headers[HEADER.internalOwnRequestId] === undefined) return null;
  return typeof id === 'string' ? decodeId('req', id) : null;
}

/** The requests that a call belongs to. Only our own services may name the requests behind the items of a batch. */
export function requestScopeOf(
  request: Request,
  requestId: string,
  { auth }: RouteDefinition,
): RequestScope {
  const ids = auth === 'service' ? request.headers[HEADER.itemRequestIds] : undefined;
  if (typeof ids !== 'string') return { requestId };
  const known = ids.split(',').map((id) => (REQUEST_ID.test(id) ? id : null));
  return { requestId, itemRequestIds: known };
}
