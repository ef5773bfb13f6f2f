import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import type { Endpoint } from '../../adapter/adapter.ts';
import type { MappedRanking, RerankCall, RerankMapper } from '../../adapter/rerank-wire.ts';
import { countOf, inputReading } from '../../adapter/usage-reading.ts';
import { asObject, isObject, withoutNulls } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { errorIn, failureInReply } from '../chat-completions/errors.ts';
import { resultsOf } from './results.ts';

/** What a provider of this wire does differently. */
export interface RerankDialect {
  /** What it calls the most results. */
  most: 'top_n' | 'top_k';
  /** Whether a request has to say that documents stay out of the reply. */
  leavesOut: boolean;
  /** Makes the base URL of this wire from that of chat, where the two differ. */
  baseUrl?: (baseUrl: string) => string;
}

/** The dialect of providers about which nothing else is known. */
export const PLAIN_RERANK: RerankDialect = { most: 'top_n', leavesOut: false };

/**
 * Documents in their order over the wire of `POST /rerank`, by documentation; nothing of it is
 * recorded. Read on 2026-11-28: Cohere's `POST /v2/rerank` (docs.cohere.com/reference/rerank, and
 * its npm types), `RerankCreateResponse` of the npm package together-ai, `RerankResponse` of vLLM,
 * Jina's and Voyage's references. Cohere reports `meta.billed_units`, the others tokens in `usage`,
 * and Voyage has its results in `data`.
 */
export function rerankOverWire(dialectOf: (endpoint: Endpoint) => RerankDialect): RerankMapper {
  return {
    at(endpoint) {
      const { baseUrl } = dialectOf(endpoint);
      return baseUrl === undefined ? endpoint : { ...endpoint, baseUrl: baseUrl(endpoint.baseUrl) };
    },
    path: () => '/rerank',
    toWire: (call, endpoint) => wireBody(call, endpoint, dialectOf(endpoint)),
    fromWire: fromWireReply,
    modelIn: (reply) => asObject(reply)['model'],
  };
}

function wireBody(
  { query, documents, topN, rankFields, maxTokensPerDoc }: RerankCall,
  { upstreamModel }: Endpoint,
  { most, leavesOut }: RerankDialect,
): JsonObject {
  return {
    model: upstreamModel,
    query,
    documents,
    [most]: topN,
    ...withoutNulls({ rank_fields: rankFields, max_tokens_per_doc: maxTokensPerDoc }),
    ...(leavesOut ? { return_documents: false } : {}),
  };
}

function fromWireReply(reply: unknown): MappedRanking {
  if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
  const error = errorIn(reply);
  if (error !== undefined) throw new ProviderError(failureInReply(error));
  const units = countOf(asObject(asObject(reply['meta'])['billed_units'])['search_units']);
  return {
    results: resultsOf(reply['results'] ?? reply['data']),
    ...inputReading(tokensIn(reply)),
    ...(units === undefined ? {} : { searchUnits: units }),
  };
}

/**
 * The tokens of a report; they are all of the prompt, because no text is written. Cohere's
 * `ApiMetaBilledUnits` has the billed ones (its SDK, 7.3.1).
 */
function tokensIn({ usage, meta }: JsonObject): number | undefined {
  const { total_tokens: total, prompt_tokens: prompt } = asObject(usage);
  const { tokens, billed_units: units } = asObject(meta);
  const { input_tokens: billed } = asObject(units);
  const { input_tokens: input } = asObject(tokens);
  return countOf(total ?? prompt ?? billed ?? input);
}
