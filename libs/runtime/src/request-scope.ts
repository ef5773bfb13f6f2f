import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom this process works just now; follows the work through everything that it waits for. */
export interface RequestScope {
  /** The id that the caller of the request was told; null for a batch of several requests. */
  readonly requestId: string | null;
  /** Of a batch: the request of each item, in their order; null where an item belongs to none. */
  readonly itemRequestIds?: readonly (string | null)[];
}

const scopes = new AsyncLocalStorage<RequestScope | undefined>();

/** Does work for a request: its log lines and its calls of other services carry the id. */
export function inRequest<Result>(scope: RequestScope, work: () => Result): Result {
  return scopes.run(scope, work);
}

/** Does work that a request happens to begin but that is not its own, such as that of a queue of many. */
export function outsideRequests<Result>(work: () => Result): Result {
  return scopes.run(undefined, work);
}

/** For whom we work; undefined for nobody in particular. */
export function currentRequest(): RequestScope | undefined {
  return scopes.getStore();
}
