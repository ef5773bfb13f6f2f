import type { ContractDraft, Exclusion, ParameterRule } from '@tollgate/contract/request-contract';
import { ANY, NONE, PRESENT, between, oneOf } from '../contract.ts';
import type { ChatRules, EmbeddingsRules } from '../contract.ts';
import { THINKING_SHARES } from '../thinking-shares.ts';
import { GOOGLE_EMBEDDINGS_FACTS } from './facts.ts';
import { videoContract } from './video-contract.ts';

/** The wire's form of an effort for a line of models: a budget in tokens, at least `least`, or a level. */
type Thinking =
  | { kind: 'budget'; tokens: Readonly<Record<string, number>>; least: number }
  | { kind: 'level'; levels: readonly string[] };

/** One line of models: every name that the pattern fits takes the same parameters. */
interface ChatLine {
  models: RegExp;
  output: number;
  /** Absent for models that do not think. */
  thinking?: Thinking;
  /** The most alternatives of one answer. */
  alternatives: number;
  penalties: boolean;
  /** Whether an answer may be bound to JSON while there are tools. */
  jsonWithTools: boolean;
  /** Whether the models take back earlier calls only with their signature. */
  signedCalls: boolean;
}

const DATED = String.raw`(?:-preview)?(?:-\d{2}-\d{2,4}|-\d{3})?$`;
const line = (names: string): RegExp => new RegExp(`^gemini-(?:${names})${DATED}`, 'u');

const CONTEXT_TOKENS = 1_048_576;
const OUTPUT_TOKENS = 65_536;
/** The provider's own table of efforts in tokens. */
const BUDGETS = { minimal: 1_024, low: 1_024, medium: 8_192, high: 24_576 };
const LINE_2_5 = {
  output: OUTPUT_TOKENS,
  alternatives: 8,
  penalties: false,
  jsonWithTools: false,
  signedCalls: false,
};
const LINE_3 = {
  output: OUTPUT_TOKENS,
  alternatives: 1,
  penalties: false,
  jsonWithTools: true,
  signedCalls: true,
};

/** Text models; names that fit none, such as those of image, speech and live models, are not exposed. */
const CHAT_LINES: readonly ChatLine[] = [
  {
    models: line('2\\.0-flash(?:-lite)?'),
    output: 8_192,
    alternatives: 8,
    penalties: true,
    jsonWithTools: false,
    signedCalls: false,
  },
  // The one line of its generation whose thinking cannot be turned off.
  {
    models: line('2\\.5-pro'),
    thinking: { kind: 'budget', tokens: BUDGETS, least: 128 },
    ...LINE_2_5,
  },
  {
    models: line('2\\.5-flash-lite'),
    thinking: { kind: 'budget', tokens: { none: 0, ...BUDGETS }, least: 512 },
    ...LINE_2_5,
  },
  {
    models: line('2\\.5-flash'),
    thinking: { kind: 'budget', tokens: { none: 0, ...BUDGETS }, least: 1 },
    ...LINE_2_5,
  },
  { models: line('3-pro'), thinking: { kind: 'level', levels: ['low', 'high'] }, ...LINE_3 },
  {
    models: line('3\\.\\d+-pro|pro-latest'),
    thinking: { kind: 'level', levels: ['low', 'medium', 'high'] },
    ...LINE_3,
  },
  {
    models: line('3(?:\\.\\d+)?-flash(?:-lite)?|flash(?:-lite)?-latest'),
    thinking: { kind: 'level', levels: ['minimal', 'low', 'medium', 'high'] },
    ...LINE_3,
  },
];

const SHARED: ChatRules = {
  stream: ANY,
  max_tokens: between(1, Number.MAX_SAFE_INTEGER),
  max_completion_tokens: between(1, Number.MAX_SAFE_INTEGER),
  temperature: between(0, 2),
  top_p: between(0, 1),
  n: oneOf(1),
  stop: ANY,
  // The provider's seed has 32 bits.
  seed: between(-2_147_483_648, 2_147_483_647),
  presence_penalty: NONE,
  frequency_penalty: NONE,
  logit_bias: NONE,
  logprobs: NONE,
  top_logprobs: NONE,
  response_format: oneOf('text', 'json_object', 'json_schema'),
  tools: ANY,
  tool_choice: oneOf('auto', 'none', 'required', 'named'),
  parallel_tool_calls: oneOf(true),
  reasoning_effort: NONE,
  image_input: ANY,
  document_input: ANY,
};

/**
 * GenerationConfig.topK, which no route of ours but `/v1/messages` has: https://ai.google.dev/api/generate-content#generationconfig, read in November 2026. The
 * reference names no largest value.
 */
const TOP_K: ParameterRule = { supported: true, type: 'integer', minimum: 1, maximum: 1_000 };

/** The provider takes penalties below 2. */
const PENALTY = between(-2, 1.999);

interface EmbeddingsLine {
  models: RegExp;
  context: number;
  dimensions: ParameterRule;
}

const EMBEDDINGS_LINES: readonly EmbeddingsLine[] = [
  { models: /^gemini-embedding-001$/u, context: 2_048, dimensions: between(128, 3_072) },
  {
    models: /^gemini-embedding-2(?:-preview)?$/u,
    context: 8_192,
    dimensions: between(128, 3_072),
  },
  { models: /^text-embedding-004$/u, context: 2_048, dimensions: between(1, 768) },
];

/** What one of Google's models accepts; null for a model that no route of ours serves. */
export function googleContract(model: string): ContractDraft | null {
  const embeddings = EMBEDDINGS_LINES.find(({ models }) => models.test(model));
  if (embeddings !== undefined) return embeddingsDraft(embeddings);
  const found = lineOf(model);
  return found === undefined ? videoContract(model) : chatDraft(found);
}

/**
 * What `reasoning_effort` means to a model on the wire; undefined when it does not think.
 * @param ceiling output tokens in all; the provider counts thinking among them, so that the budget is a share of them
 */
export function thinkingOf(
  model: string,
  effort: string,
  ceiling: number,
): Record<string, unknown> | undefined {
  const thinking = lineOf(model)?.thinking;
  if (thinking === undefined) return undefined;
  const told =
    thinking.kind === 'budget'
      ? { thinkingBudget: budgetWithin(thinking, effort, ceiling) }
      : { thinkingLevel: effort };
  // A caller that asks for an effort wants to see thoughts, which come as summaries and only on request.
  return effort === 'none' ? told : { ...told, includeThoughts: true };
}

function budgetWithin(
  { tokens, least }: Thinking & { kind: 'budget' },
  effort: string,
  ceiling: number,
): number | undefined {
  const budget = tokens[effort];
  if (budget === undefined) return undefined;
  const share = Math.floor(ceiling * (THINKING_SHARES[effort] ?? 1));
  return Math.min(budget, Math.max(least, share));
}

/** Whether a model takes back earlier calls only with their signature. */
export function wantsSignedCalls(model: string): boolean {
  return lineOf(model)?.signedCalls === true;
}

function lineOf(model: string): ChatLine | undefined {
  return CHAT_LINES.find(({ models }) => models.test(model));
}

function effortsOf(thinking: Thinking): readonly string[] {
  return thinking.kind === 'budget' ? Object.keys(thinking.tokens) : thinking.levels;
}

function chatDraft(found: ChatLine): ContractDraft {
  const { thinking, alternatives } = found;
  const exclusions = googleExclusions(found);
  return {
    source: 'published',
    capability: 'chat',
    parameters: {
      ...SHARED,
      top_k: TOP_K,
      ...(alternatives > 1 ? { n: between(1, alternatives) } : {}),
      ...(found.penalties ? { presence_penalty: PENALTY, frequency_penalty: PENALTY } : {}),
      ...(thinking === undefined ? {} : { reasoning_effort: oneOf(...effortsOf(thinking)) }),
    },
    ...(exclusions.length === 0 ? {} : { exclusions }),
    limits: { context_tokens: CONTEXT_TOKENS, output_tokens: found.output },
    dimensions: ['input', 'cache_read', 'output', ...(thinking === undefined ? [] : ['reasoning'])],
  };
}

/** Combinations that are refused: JSON beside tools for older lines, and a ceiling of which the smallest budget would take more than half. */
function googleExclusions({ thinking, jsonWithTools }: ChatLine): Exclusion[] {
  const ceiling = { below: thinking?.kind === 'budget' ? 2 * thinking.least : 0 };
  const efforts = thinking === undefined ? [] : effortsOf(thinking);
  return [
    ...(jsonWithTools
      ? []
      : [
          {
            when: { tools: [PRESENT] },
            refuse: { response_format: ['json_object', 'json_schema'] },
          },
        ]),
    ...(ceiling.below === 0
      ? []
      : [
          {
            when: { reasoning_effort: efforts.filter((effort) => effort !== 'none') },
            refuse: { max_tokens: ceiling, max_completion_tokens: ceiling },
          },
        ]),
  ];
}

function embeddingsDraft({ context, dimensions }: EmbeddingsLine): ContractDraft {
  const parameters: EmbeddingsRules = {
    encoding_format: oneOf('float', 'base64'),
    dimensions,
    input_type: NONE,
    truncate: NONE,
    token_input: NONE,
  };
  return {
    source: 'published',
    capability: 'embeddings',
    parameters,
    limits: { context_tokens: context, inputs: GOOGLE_EMBEDDINGS_FACTS.inputs.value },
    dimensions: ['input'],
  };
}
