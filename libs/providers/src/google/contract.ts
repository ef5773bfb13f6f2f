import type { ContractDraft, Exclusion, ParameterRule } from '@tollgate/contract/request-contract';
import { ANY, NONE, PRESENT, between, oneOf } from '../contract/contract.ts';
import type { ChatRules, EmbeddingsRules } from '../contract/contract.ts';
import { GOOGLE_EMBEDDINGS_FACTS } from './facts.ts';
import { effortsOf, lineOf } from '../wire/gemini/lines.ts';
import type { ChatLine } from '../wire/gemini/lines.ts';
import { geminiImageContract } from './gemini-image-lines.ts';
import { imagenContract } from './image-contract.ts';
import { speechContract } from './speech-lines.ts';
import { audioTermsOf, transcriptionContract } from './transcription-lines.ts';
import { videoContract } from './video-contract.ts';

const CONTEXT_TOKENS = 1_048_576;

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
 * GenerationConfig.topK, which no route of ours but `/v1/messages` has:
 * https://ai.google.dev/api/generate-content#generationconfig, read in November 2026. The reference
 * names no largest value.
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
  if (found !== undefined) return chatDraft(found, model);
  return (
    speechContract(model) ??
    transcriptionContract(model) ??
    geminiImageContract(model) ??
    imagenContract(model) ??
    videoContract(model)
  );
}

function chatDraft(found: ChatLine, model: string): ContractDraft {
  const { thinking, alternatives } = found;
  const transcription = audioTermsOf(model);
  const exclusions = googleExclusions(found);
  return {
    source: found.isAssumed === true ? 'assumed' : 'published',
    capability: 'chat',
    parameters: {
      ...SHARED,
      top_k: TOP_K,
      ...(alternatives > 1 ? { n: between(1, alternatives) } : {}),
      ...(found.penalties ? { presence_penalty: PENALTY, frequency_penalty: PENALTY } : {}),
      ...(thinking === undefined ? {} : { reasoning_effort: oneOf(...effortsOf(thinking)) }),
      ...(found.searchUnit === undefined
        ? {}
        : { web_search: oneOf('chat', 'responses', 'messages') }),
      ...(found.fetchesPages === true ? { web_fetch: oneOf('messages') } : {}),
      ...(found.runsCode === true ? { code_execution: oneOf('responses', 'messages') } : {}),
    },
    ...(exclusions.length === 0 ? {} : { exclusions }),
    limits: { context_tokens: CONTEXT_TOKENS, output_tokens: found.output },
    ...(transcription === undefined ? {} : { transcription }),
    dimensions: ['input', 'cache_read', 'output', ...(thinking === undefined ? [] : ['reasoning'])],
  };
}

/**
 * Combinations that are refused: JSON beside tools for older lines, and a ceiling of which the
 * smallest budget would take more than half.
 */
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
