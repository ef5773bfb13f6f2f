import { GatewayError } from '@tollgate/contract/error-codes';
import type { OpenaiTools } from '@tollgate/contract/openai-runs';
import type { ResponsesRequest } from '@tollgate/contract/responses';
import type { CatalogVectorStore } from '@tollgate/catalog/vector-stores';
import type { ResolveDeps, Target } from '../catalogue/resolve.ts';
import { findVectorStore } from '../catalogue/vector-stores.ts';
import type { PlanInput } from '../plan.ts';

type Tools = OpenaiTools['tools'];

/** How long a caller waits for the credential of a vector store, in seconds. */
const CREDENTIAL_RETRY_SECONDS = 10;

/** The vector stores that a request searches. */
export interface SearchedStores {
  /** The path of the ids in the request. */
  param: string;
  /** The prefix of the provider where they lie. */
  provider: string;
  /** The only credential that finds them. */
  credentialId: string;
}

/**
 * Finds the vector stores of a request among those of its caller.
 * @returns the tools with the ids at the provider, and the stores; null where none is searched
 * @throws GatewayError `not_found` for an id that the caller may not search, whether or not others
 *   may; `invalid_request` for stores that no credential finds together
 */
export function withSearchedStores(
  { catalog }: ResolveDeps,
  { caller, asked }: { caller: PlanInput<unknown>['caller']; asked: ResponsesRequest },
  tools: Tools,
): { tools: Tools; stores: SearchedStores | null } {
  const at = (asked.tools ?? []).findIndex(({ type }) => type === 'file_search');
  const tool = asked.tools?.[at];
  const isSearched = tools.some(({ type }) => type === 'file_search');
  if (!isSearched || tool?.type !== 'file_search') return { tools, stores: null };
  const param = `tools[${at}].vector_store_ids`;
  const found = tool.vector_store_ids.map((id, index) => {
    const store = findVectorStore(catalog, caller, id);
    if (store === null) throw noSuchStore(`${param}[${index}]`);
    return store;
  });
  return {
    tools: tools.map((one) =>
      one.type === 'file_search'
        ? { ...one, vector_store_ids: found.map(({ upstreamId }) => upstreamId) }
        : one,
    ),
    stores: { param, ...whereOf(found, param) },
  };
}

function whereOf(
  found: readonly CatalogVectorStore[],
  param: string,
): Pick<SearchedStores, 'provider' | 'credentialId'> {
  const [first] = found;
  if (first === undefined) throw new TypeError('the structure of a request has at least one store');
  const { provider, credentialId } = first;
  if (found.every((store) => store.credentialId === credentialId)) {
    return { provider, credentialId };
  }
  throw new GatewayError(
    'invalid_request',
    `${param}: these vector stores lie in different accounts. Search those of each in a request of its own.`,
    { param },
  );
}

function noSuchStore(param: string): GatewayError {
  return new GatewayError(
    'not_found',
    `${param}: there is no such vector store. GET /v1/vector_stores lists those that this key may search.`,
    { param },
  );
}

/** Whether a target reaches the vector stores of a request. */
export function reachesStores({ credential }: Target, stores: SearchedStores | null): boolean {
  return stores === null || credential?.id === stores.credentialId;
}

/** The error where all that runs the tools of a request reaches none of its vector stores. */
export function storesOutOfReach(
  { param, provider }: SearchedStores,
  { model, targets }: { model: string; targets: readonly Target[] },
): GatewayError {
  if (targets.some((target) => target.provider === provider)) {
    const message = `"${model}" cannot search these vector stores just now.`;
    const retry = { param: 'model', retryAfterSeconds: CREDENTIAL_RETRY_SECONDS };
    return new GatewayError('routing_error', message, retry);
  }
  const words = `these vector stores lie at ${provider}: send a model of that provider.`;
  return new GatewayError('unsupported_parameter', `${param}: ${words}`, { param });
}
