import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import type { Endpoint } from '../../adapter/adapter.ts';
import type { RerankCall } from '../../adapter/rerank-wire.ts';
import { openaiCompatible } from '../../openai-compatible/index.ts';
import { PLAIN_RERANK, rerankOverWire } from './mapper.ts';
import { ranked } from './results.ts';

const TARGET: Endpoint = {
  family: 'openai-compatible',
  provider: 'test',
  upstreamModel: 'm',
  baseUrl: 'https://api.example.com/v1',
};
const CALL: RerankCall = { query: 'q', documents: ['a', 'b', 'c'], topN: 2 };
const wire = rerankOverWire(() => PLAIN_RERANK);
const read = (reply: unknown) => wire.fromWire(reply, TARGET);
const RESULTS = [
  { index: 1, relevance_score: 0.9, document: { text: 'b' } },
  { index: 0, relevance_score: -0.1 },
];
const FOUND = [
  { index: 1, score: 0.9 },
  { index: 0, score: -0.1 },
];

describe('a request', () => {
  const bodyAt = (baseUrl: string, more: Partial<RerankCall> = {}) =>
    openaiCompatible.rerank?.toWire({ ...CALL, ...more }, { ...TARGET, baseUrl });

  test.each([
    ['https://api.example.com/v1', { top_n: 2 }],
    ['https://api.cohere.com/v2', { top_n: 2 }],
    ['https://api.jina.ai/v1', { top_n: 2, return_documents: false }],
    ['https://api.voyageai.com/v1', { top_k: 2, return_documents: false }],
    ['https://api.together.xyz/v1', { top_n: 2, return_documents: false }],
  ])('to %s has its words', (baseUrl, words) => {
    expect(bodyAt(baseUrl)).toEqual({
      model: 'm',
      query: 'q',
      documents: ['a', 'b', 'c'],
      ...words,
    });
  });

  test('has the fields and the length that documents are compared by', () => {
    const more = { rankFields: ['title'], maxTokensPerDoc: 100 };
    expect(bodyAt('https://api.cohere.com/v2', more)).toMatchObject({
      rank_fields: ['title'],
      max_tokens_per_doc: 100,
    });
  });

  test("goes to Cohere's own interface from that for clients of OpenAI", () => {
    const baseUrl = 'https://api.cohere.ai/compatibility/v1';
    expect(openaiCompatible.rerank?.at?.({ ...TARGET, baseUrl }).baseUrl).toBe(
      'https://api.cohere.ai/v2',
    );
  });
});

describe('a reply', () => {
  test.each([
    ['Cohere', { results: RESULTS, meta: { billed_units: { search_units: 2 } } }, undefined, 2],
    [
      "Cohere's fifth",
      { results: RESULTS, meta: { billed_units: { input_tokens: 9 } } },
      9,
      undefined,
    ],
    ['Voyage', { object: 'list', data: RESULTS, usage: { total_tokens: 9 } }, 9, undefined],
    ['vLLM', { results: RESULTS, usage: { prompt_tokens: 9, total_tokens: 9 } }, 9, undefined],
    ['others', { results: RESULTS, meta: { tokens: { input_tokens: 9 } } }, 9, undefined],
    ['nobody', { results: RESULTS }, undefined, undefined],
  ])('of %s has its results and its counts', (_who, reply, tokens, units) => {
    const { results, usage, searchUnits } = read(reply);
    expect([results, usage?.input, searchUnits]).toEqual([FOUND, tokens, units]);
  });

  test.each([-1, 1.5, '2'])('reports no search units by %s', (units) => {
    const reply = { results: RESULTS, meta: { billed_units: { search_units: units } } };
    expect(read(reply).searchUnits).toBeNaN();
  });

  test.each([
    ['no object', []],
    ['no results', { results: [] }],
    ['a result without a place', { results: [{ relevance_score: 1 }] }],
    ['a result without a score', { results: [{ index: 0, relevance_score: 'high' }] }],
  ])('with %s is none', (_what, reply) => {
    expect(() => read(reply)).toThrow(MalformedReply);
  });

  test('may be an error', () => {
    expect(() => read({ error: { message: 'no' } })).toThrow(ProviderError);
  });
});

describe('results', () => {
  test('are the best that were asked for, equal ones in the order of the provider', () => {
    const results = [
      { index: 2, score: 0.5 },
      { index: 0, score: 0.7 },
      { index: 1, score: 0.5 },
    ];
    expect(ranked(results, CALL).map(({ index }) => index)).toEqual([0, 2]);
  });

  test.each([
    ['of no document', [{ index: 3, score: 1 }]],
    ['before the first', [{ index: -1, score: 1 }]],
    ['twice', [FOUND[0], FOUND[0]].flatMap((one) => one ?? [])],
  ])('%s are a fault', (_what, results) => {
    expect(() => ranked(results, CALL)).toThrow(MalformedReply);
  });
});
