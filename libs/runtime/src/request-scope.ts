import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The request that this process is working for; the scope follows the work through everything the
 * work waits for.
 */
export interface RequestScope {
  /** The id that the caller of the request got; null for a batch of several requests. */
  readonly requestId: string | null;
  /** The request of each item of a batch, in their order; null where an item belongs to none. */
  readonly itemRequestIds?: readonly (string | null)[];
}

const scopes = new AsyncLocalStorage<RequestScope | undefined>();

/** Does work for a request: its log lines and its calls of other services carry the id. */
export function inRequest<Result>(scope: RequestScope, work: () => Result): Result {
  return scopes.run(scope, work);
}

/**
 * Does work that a request happens to start but that belongs to many, such as emptying a shared
 * queue.
 */
export function outsideRequests<Result>(work: () => Result): Result {
  return scopes.run(undefined, work);
}

/** The request that the process works for; undefined outside of any request. */
export function currentRequest(): RequestScope | undefined {
  return scopes.getStore();
}
