import type { ContractDraft } from '@tollgate/contract/request-contract';
import type { ServedAt } from '../adapter/adapter.ts';
import { ANY, NONE, between } from '../contract/contract.ts';
import { PLAIN_RERANK_RULES, rerankDraft } from '../contract/rerank-rules.ts';
import { rerankMakerOf } from './known-providers.ts';

/** What models that order documents call themselves, wherever they are served. */
const RERANK_NAMES = /rerank|(?:^|\/)llama-rank/iu;

/**
 * https://docs.cohere.com/docs/reranking-best-practices and /reference/rerank, read on 2026-11-28:
 * a query with up to 100 documents is a search unit, and what is longer than 500 tokens with its
 * query counts as several (pricing page, as AWS words it for the same model).
 */
const COHERE_LINES: readonly { models: RegExp; context: number }[] = [
  { models: /^rerank-v[45]/u, context: 32_768 },
  { models: /^rerank-(?:v3\.5|(?:english|multilingual)-v3\.0)/u, context: 4_096 },
];
const COHERE_DOCUMENTS_MAX = 10_000;
const COHERE_CHUNK_TOKENS = 500;
/** Billed by tokens from the fifth generation on: https://cohere.com/blog/rerank-5, 2026-11-28. */
const COHERE_BY_TOKENS = /^rerank-v[5-9]/u;
/** The longest document that a request of Cohere's may leave whole. */
const COHERE_TOKENS_MAX = 32_768;

/** https://docs.voyageai.com/reference/reranker-api, read on 2026-11-28: query and document. */
const VOYAGE_LINES: readonly { models: RegExp; context: number }[] = [
  { models: /^rerank-(?:2\.5|3)(?:-lite)?$/u, context: 32_000 },
  { models: /^rerank-2$/u, context: 16_000 },
  { models: /^rerank-(?:2-lite|1)$/u, context: 8_000 },
];
const VOYAGE_DOCUMENTS_MAX = 1_000;

/**
 * What a model that orders documents accepts over `/rerank`; null for other names. Cohere bills
 * search units, and all others tokens as far as is known.
 * @param at where the model is served, as far as that is known
 */
export function compatibleRerankContract(
  model: string,
  at: ServedAt | undefined,
): ContractDraft | null {
  if (!RERANK_NAMES.test(model)) return null;
  const maker = at === undefined ? null : rerankMakerOf(at);
  if (maker === 'cohere') return cohereDraft(model);
  if (maker === 'voyage') return voyageDraft(model);
  const rankFields = maker === 'together' ? ANY : NONE;
  return rerankDraft({
    source: 'assumed',
    parameters: { ...PLAIN_RERANK_RULES, rank_fields: rankFields },
    dimensions: ['input'],
  });
}

function cohereDraft(model: string): ContractDraft {
  const line = COHERE_LINES.find(({ models }) => models.test(model));
  const context = line === undefined ? {} : { context_tokens: line.context };
  const isByTokens = COHERE_BY_TOKENS.test(model);
  return rerankDraft({
    source: line === undefined ? 'assumed' : 'published',
    parameters: {
      ...PLAIN_RERANK_RULES,
      max_tokens_per_doc: between(1, line?.context ?? COHERE_TOKENS_MAX),
    },
    limits: {
      ...context,
      documents: COHERE_DOCUMENTS_MAX,
      ...(isByTokens ? {} : { chunk_tokens: COHERE_CHUNK_TOKENS }),
    },
    dimensions: [isByTokens ? 'input' : 'search_unit'],
  });
}

function voyageDraft(model: string): ContractDraft {
  const line = VOYAGE_LINES.find(({ models }) => models.test(model));
  const context = line === undefined ? {} : { context_tokens: line.context };
  return rerankDraft({
    source: line === undefined ? 'assumed' : 'published',
    limits: { ...context, documents: VOYAGE_DOCUMENTS_MAX },
    dimensions: ['input'],
  });
}
