import { MalformedReply } from '../../adapter/adapter.ts';
import type { RankedDocument, RerankCall } from '../../adapter/rerank-wire.ts';
import { asObject } from '../../json.ts';

/**
 * The documents of a reply, each with its place in the request and its score.
 * @throws MalformedReply when the value is no such list
 */
export function resultsOf(list: unknown): RankedDocument[] {
  if (!Array.isArray(list) || list.length === 0) throw new MalformedReply('no results');
  return (list as unknown[]).map((item) => {
    const { index, relevance_score: score } = asObject(item);
    if (!Number.isSafeInteger(index) || !Number.isFinite(score)) {
      throw new MalformedReply('a result has no place or no score');
    }
    return { index: index as number, score: score as number };
  });
}

/**
 * The results that were asked for, the most relevant first; equal ones stay in the provider's
 * order.
 * @throws MalformedReply when a result belongs to no document, or to one that another has
 */
export function ranked(
  results: readonly RankedDocument[],
  { documents, topN }: Pick<RerankCall, 'documents' | 'topN'>,
): RankedDocument[] {
  const indexes = new Set(results.map(({ index }) => index));
  const isForeign = results.some(({ index }) => index < 0 || index >= documents.length);
  if (isForeign || indexes.size < results.length) {
    throw new MalformedReply('the results are not numbered by document');
  }
  return results.toSorted((one, other) => other.score - one.score).slice(0, topN);
}
