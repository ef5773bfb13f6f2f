import type { RequestContract } from '@tollgate/contract/request-contract';
import type { Refusal } from '../adapter/refusal.ts';
import type { RerankCall } from '../adapter/rerank-wire.ts';
import { checkTerms } from './check-contract.ts';

/** What the contract needs to know of a rerank request. */
export interface RerankCheck extends RerankCall {
  /** As the request has it. */
  returnDocuments: boolean | undefined;
}

/** Checks a rerank request against the contract; null where nothing is refused. */
export function checkRerankRequest(
  contract: RequestContract,
  { documents, topN, rankFields, maxTokensPerDoc, returnDocuments }: RerankCheck,
): Refusal | null {
  const most = contract.limits.documents;
  if (most !== undefined && documents.length > most) {
    return { param: 'documents', message: `This model takes at most ${most} documents a request.` };
  }
  const values = new Map<string, string | number | boolean | null>([['top_n', topN]]);
  if (returnDocuments !== undefined) values.set('return_documents', returnDocuments);
  if (maxTokensPerDoc !== undefined) values.set('max_tokens_per_doc', maxTokensPerDoc);
  const hasFields = documents.some((document) => typeof document !== 'string');
  if (rankFields !== undefined || hasFields) values.set('rank_fields', null);
  const refusal = checkTerms(contract, values);
  const isOfDocuments = refusal?.param === 'rank_fields' && rankFields === undefined;
  if (refusal === null || !isOfDocuments) return refusal;
  const message = 'This model takes documents with no fields but text. Put all into the text.';
  return { param: 'documents', message };
}
