import type { Answer } from '../answer.ts';
import { promptToEmbed } from '../prompt.ts';
import { asksFor, rankedBy, tokensOf, unitsOf } from '../ranking.ts';
import { jsonReply, type Reply } from '../reply.ts';
import type { Call, Operation, Question } from '../wire.ts';
import { isJson, readBody, refuse } from './chat-request.ts';
import { changedUsage } from './usage.ts';

type Json = Record<string, unknown>;

/** A provider of the wire as its documentation has it. */
interface Maker {
  /** In the path. */
  path: string;
  models: readonly string[];
  /** Fields that it takes; absent: any, as vLLM does. */
  fields?: ReadonlySet<string>;
  /** What it calls the most results. */
  most: 'top_n' | 'top_k';
  documentsMax?: number;
  /** Whether documents may be objects. */
  takesObjects: boolean;
  reply(asked: Asked, answer: Answer): Json;
}

interface Asked {
  model: string;
  query: string;
  texts: readonly string[];
  results: Json[];
}

const NO_TOKENS = { input: 0, cached: 0, written: 0, hour: 0, output: 0, reasoning: 0 };
const ID = '0b7e1f3a-5c1d-4d5e-9f60-7a8b9c0d1e2f';

const usageOf = (answer: Answer, counts: (input: number) => Json): Json =>
  answer.usage.position === 'none'
    ? {}
    : { usage: changedUsage(counts(answer.tokens.input), answer) };

const withText = ({ texts, results }: Asked): Json[] =>
  results.map((one) => ({ ...one, document: { text: texts[Number(one['index'])] ?? '' } }));

/** Whether a model of Cohere's is billed by tokens: https://cohere.com/blog/rerank-5. */
const isByTokens = (model: string): boolean => /^rerank-v[5-9]/u.test(model);

/** https://docs.cohere.com/reference/rerank, read on 2026-11-28. */
const COHERE: Maker = {
  path: '/cohere/',
  models: ['rerank-v3.5', 'rerank-v4.0-pro', 'rerank-v5.0-pro'],
  fields: new Set(['model', 'query', 'documents', 'top_n', 'max_tokens_per_doc', 'priority']),
  most: 'top_n',
  documentsMax: 10_000,
  takesObjects: false,
  reply({ model, query, texts, results }, answer) {
    const said = answer.tokens.output;
    const units = isByTokens(model)
      ? { input_tokens: answer.tokens.input }
      : { search_units: said === 0 ? unitsOf(query, texts) : said };
    const isTold = answer.usage.position !== 'none' && !asksFor(query, 'silent');
    const billed = isTold ? { billed_units: changedUsage(units, answer) } : {};
    return { id: ID, results, meta: { api_version: { version: '2' }, ...billed } };
  },
};

/** https://docs.voyageai.com/reference/reranker-api, read on 2026-11-28. */
const VOYAGE: Maker = {
  path: '/voyage/',
  models: ['rerank-2.5', 'rerank-2.5-lite'],
  fields: new Set(['model', 'query', 'documents', 'top_k', 'return_documents', 'truncation']),
  most: 'top_k',
  documentsMax: 1_000,
  takesObjects: false,
  reply: ({ model, results }, answer) => ({
    object: 'list',
    data: results,
    model,
    ...usageOf(answer, (total_tokens) => ({ total_tokens })),
  }),
};

/** `RerankCreateParams` of the npm package together-ai, read on 2026-11-28. */
const TOGETHER: Maker = {
  path: '/together/',
  models: ['Salesforce/Llama-Rank-v1'],
  fields: new Set(['model', 'query', 'documents', 'top_n', 'return_documents', 'rank_fields']),
  most: 'top_n',
  takesObjects: true,
  reply: (asked, answer) => ({
    id: ID,
    object: 'rerank',
    model: asked.model,
    results: withText(asked),
    ...usageOf(answer, (count) => ({
      prompt_tokens: count,
      completion_tokens: 0,
      total_tokens: count,
    })),
  }),
};

/** `RerankResponse` of vLLM, read on 2026-11-28: it takes more than it knows. */
const VLLM: Maker = {
  path: '',
  models: ['bge-reranker-v2-m3', 'qwen3-reranker-0.6b'],
  most: 'top_n',
  takesObjects: false,
  reply: (asked, answer) => ({
    id: `rerank-${ID}`,
    model: asked.model,
    results: withText(asked),
    ...usageOf(answer, (count) => ({ prompt_tokens: count, total_tokens: count })),
  }),
};

const MAKERS = [COHERE, VOYAGE, TOGETHER] as const;
/** Under this path stands a server of public weights that orders documents. */
const RANKS_PATH = '/ranks/';

const makerAt = (path: string): Maker => MAKERS.find((one) => path.startsWith(one.path)) ?? VLLM;

/** The models that order documents under a path; none where nobody does. */
export function rerankModelsAt(path: string): readonly string[] {
  const isRanks = path.startsWith(RANKS_PATH);
  return isRanks ? VLLM.models : (MAKERS.find((one) => path.startsWith(one.path))?.models ?? []);
}

/** Reads a request to order documents. Throws a refusal where the provider would. */
function askRerank(call: Call): Question {
  const body = readBody(call);
  const maker = makerAt(call.path);
  const surplus = Object.keys(body).find((name) => maker.fields?.has(name) === false);
  if (surplus !== undefined) refuse(`invalid request: unknown field '${surplus}'`, surplus);
  const { query } = body;
  if (typeof query !== 'string' || query === '') refuse('query must not be empty', 'query');
  const texts = readTexts(body['documents'], maker);
  const most = body[maker.most] ?? texts.length;
  if (!Number.isInteger(most) || (most as number) < 1) {
    refuse(`${maker.most} must be a positive integer`, maker.most);
  }
  if (body['rank_fields'] !== undefined && !isNames(body['rank_fields'])) {
    refuse('rank_fields must be a list of names', 'rank_fields');
  }
  const results = rankedBy(query, texts, most as number).map((one) => ({ ...one }));
  const asked = { model: body.model, query, texts, results };
  const isInUnits = maker === COHERE && !isByTokens(body.model);
  return {
    prompt: promptToEmbed(body.model, isInUnits ? 0 : tokensOf(query, texts)),
    render: (answer): Reply => {
      const served = isInUnits ? NO_TOKENS : answer.tokens;
      return jsonReply(200, maker.reply(asked, answer), served);
    },
  };
}

function readTexts(documents: unknown, { takesObjects, documentsMax = 2_048 }: Maker): string[] {
  if (!Array.isArray(documents) || documents.length === 0 || documents.length > documentsMax) {
    refuse(`documents must hold from 1 to ${documentsMax} texts`, 'documents');
  }
  return (documents as unknown[]).map((document) => {
    if (typeof document === 'string' && document !== '') return document;
    if (!takesObjects || !isJson(document)) {
      refuse('documents must be texts that are not empty', 'documents');
    }
    return Object.values(document).map(String).join(' ');
  });
}

const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string');

/** Documents in their order over the wire of providers that have `/rerank`. */
export const RERANK_ROUTES: readonly [method: string, path: RegExp, operation: Operation][] = [
  [
    'POST',
    /\/rerank$/u,
    {
      name: 'rerank',
      peek({ body }) {
        const { model, query } = isJson(body) ? body : {};
        return {
          model: typeof model === 'string' ? model : null,
          text: typeof query === 'string' ? query : '',
          stream: false,
        };
      },
      answer: askRerank,
    },
  ],
];
