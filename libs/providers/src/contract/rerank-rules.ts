import type { ContractDraft } from '@tollgate/contract/request-contract';
import { ANY, NONE, between } from './contract.ts';
import type { RerankRules } from './contract.ts';

const DOCUMENTS_MAX = 10_000;

/** What every wire has: a query and texts. Documents are put into results by us. */
export const PLAIN_RERANK_RULES: RerankRules = {
  top_n: between(1, DOCUMENTS_MAX),
  return_documents: ANY,
  rank_fields: NONE,
  max_tokens_per_doc: NONE,
};

/** The draft of a model that orders documents. */
export function rerankDraft(
  given: Pick<ContractDraft, 'source' | 'dimensions'> &
    Partial<Pick<ContractDraft, 'parameters' | 'limits'>>,
): ContractDraft {
  return { capability: 'rerank', parameters: PLAIN_RERANK_RULES, limits: {}, ...given };
}
