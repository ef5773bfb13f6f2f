import type { Request } from 'express';
import { HEADER, REQUEST_ID_PATTERN } from '@tollgate/contract/headers';
import type { RouteDefinition } from '@tollgate/contract/route';
import { newPublicId } from '@tollgate/runtime/ids';
import type { RequestScope } from '@tollgate/runtime/request-scope';

const REQUEST_ID = new RegExp(REQUEST_ID_PATTERN);

/** The request id that the edge has set; a fresh id for calls that did not come through the edge. */
export function requestIdOf(request: Request): string {
  const id = request.headers[HEADER.requestId];
  return typeof id === 'string' && REQUEST_ID.test(id) ? id : newPublicId('req');
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
