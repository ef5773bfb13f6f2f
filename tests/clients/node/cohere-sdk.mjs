/** Cohere's SDK for TypeScript: documents in their order. */
import { CohereClient } from 'cohere-ai';
import { BASE_URL, KEY, MODEL, expectWords } from './tried.mjs';

const client = new CohereClient({ token: KEY, environment: BASE_URL.replace(/\/v1$/u, '') });
const given = {
  model: MODEL,
  query: 'where do foxes sleep',
  documents: ['owls hunt at night', 'foxes sleep in a den'],
  topN: 1,
};
const { results } = await client.rerank(given, { maxRetries: 0 });
expectWords(results.map(({ index }) => index).join(), '1');
const whole = await client.rerank({ ...given, returnDocuments: true }, { maxRetries: 0 });
expectWords(whole.results[0].document?.text, 'foxes sleep in a den');
