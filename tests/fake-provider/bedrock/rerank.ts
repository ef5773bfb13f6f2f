import { isJson } from '../openai/chat-request.ts';
import { rankedBy } from '../ranking.ts';
import { jsonReply, type Reply } from '../reply.ts';
import type { Call, Operation } from '../wire.ts';
import { modelIn, modelOf, refuse } from './converse-request.ts';

/** Models that order documents. */
export const RERANK_MODELS = ['cohere.rerank-v3-5:0', 'amazon.rerank-v1:0'];

const AMAZON_FIELDS = ['query', 'documents', 'top_n'];
const COHERE_FIELDS = [...AMAZON_FIELDS, 'api_version', 'max_tokens_per_doc'];
const DOCUMENTS_MAX = 1_000;

/**
 * Orders documents, by bodies of the two makers over InvokeModel; "#/api_version: 1 is not greater
 * or equal to 2" as in cohere-python#613. Throws a refusal where the provider would.
 */
function rankDocuments(call: Call): Reply {
  const model = modelOf(call);
  if (!isJson(call.body)) refuse('Malformed input request: no JSON object.');
  const { query, documents, top_n: most, api_version: version } = call.body;
  const isCohere = model.includes('cohere.');
  const known = isCohere ? COHERE_FIELDS : AMAZON_FIELDS;
  const surplus = Object.keys(call.body).find((name) => !known.includes(name));
  if (surplus !== undefined) {
    refuse(`Malformed input request: extraneous key [${surplus}] is not permitted.`);
  }
  if (isCohere && version !== 2) {
    refuse('Malformed input request: #/api_version: 1 is not greater or equal to 2.');
  }
  if (typeof query !== 'string' || query === '') refuse('Malformed input request: #/query.');
  const texts = Array.isArray(documents) ? (documents as unknown[]) : [];
  const isUsable = texts.every((text): text is string => typeof text === 'string' && text !== '');
  if (!isUsable || texts.length === 0 || texts.length > DOCUMENTS_MAX) {
    refuse('Malformed input request: #/documents.');
  }
  const count = most ?? texts.length;
  if (!Number.isInteger(count) || (count as number) < 1 || (count as number) > texts.length) {
    refuse('Malformed input request: #/top_n.');
  }
  const none = { input: 0, cached: 0, written: 0, hour: 0, output: 0, reasoning: 0 };
  return jsonReply(200, { results: rankedBy(query, texts as string[], count as number) }, none);
}

/** The operation over InvokeModel. */
export const rerank: Operation = {
  name: 'rerank',
  peek({ path, body }) {
    const query = isJson(body) ? body['query'] : '';
    return { model: modelIn(path), stream: false, text: typeof query === 'string' ? query : '' };
  },
  answer: rankDocuments,
};
