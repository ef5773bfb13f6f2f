import type { ContractDraft } from '@tollgate/contract/request-contract';
import { MalformedReply } from '../adapter/adapter.ts';
import type { RerankMapper } from '../adapter/rerank-wire.ts';
import { NOTHING_REPORTED } from '../adapter/usage-reading.ts';
import { between } from '../contract/contract.ts';
import { PLAIN_RERANK_RULES, rerankDraft } from '../contract/rerank-rules.ts';
import { isObject, withoutNulls } from '../json.ts';
import { bareModel, modelPath } from '../wire/converse/model-name.ts';
import { resultsOf } from '../wire/rerank/results.ts';

const COHERE = /^cohere\.rerank-v3-5(?::\d+\w*)*$/u;
const AMAZON = /^amazon\.rerank-v1(?::\d+\w*)*$/u;
/** The most sources of one call: API reference of Rerank, read on 2026-11-28. */
const DOCUMENTS_MAX = 1_000;
/** The version of Cohere's interface whose bodies the model takes over InvokeModel. */
const COHERE_API_VERSION = 2;

/**
 * Documents in their order over InvokeModel, which every credential may call; the Rerank operation
 * has a host of its own, and takes no API keys. By documentation (docs.cohere.com on Bedrock, model
 * cards of AWS, read on 2026-11-28); nothing of it is recorded. No reply reports what is billed.
 */
export const bedrockRerank: RerankMapper = {
  path: ({ upstreamModel }) => modelPath(upstreamModel, 'invoke'),
  toWire: ({ query, documents, topN, maxTokensPerDoc }, { upstreamModel }) => ({
    query,
    documents,
    top_n: topN,
    ...(isCohere(upstreamModel) ? { api_version: COHERE_API_VERSION } : {}),
    ...withoutNulls({ max_tokens_per_doc: maxTokensPerDoc }),
  }),
  fromWire(reply) {
    if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
    return { results: resultsOf(reply['results']), ...NOTHING_REPORTED };
  },
};

function isCohere(upstreamModel: string): boolean {
  return COHERE.test(bareModel(upstreamModel));
}

/**
 * What one model that orders documents accepts, by its name without the group of regions; null for
 * another one. AWS bills by the query with up to 100 documents, and counts as several what is
 * longer with its query than 500 tokens (Cohere) or 512 (Amazon): its price list, read on
 * 2026-11-28.
 */
export function rerankContract(name: string): ContractDraft | null {
  if (COHERE.test(name)) {
    return rerankDraft({
      source: 'published',
      parameters: { ...PLAIN_RERANK_RULES, max_tokens_per_doc: between(1, 4_096) },
      limits: { context_tokens: 4_096, documents: DOCUMENTS_MAX, chunk_tokens: 500 },
      dimensions: ['search_unit'],
    });
  }
  if (!AMAZON.test(name)) return null;
  return rerankDraft({
    source: 'published',
    limits: { context_tokens: 4_096, documents: DOCUMENTS_MAX, chunk_tokens: 512 },
    dimensions: ['search_unit'],
  });
}
