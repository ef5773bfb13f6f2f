import type { ContractDraft, ParameterRule } from '@tollgate/contract/request-contract';
import { ANY, NONE, between, oneOf } from '../contract/contract.ts';
import type { ChatRules, EmbeddingsRules } from '../contract/contract.ts';
import { hasEffortLevels } from '../wire/ollama/lines.ts';

/** What a server takes for a seed. */
const SEED_MAX = 4_294_967_295;
/** What a server takes for a number of tokens. */
const OUTPUT_TOKENS_MAX = 2_147_483_647;
const DIMENSIONS_MAX = 65_536;

const EMBEDDINGS_NAME =
  /embed|(?:^|[/_-])(?:all-minilm|bge|gte|e5|granite-embedding|paraphrase|snowflake-arctic)[:_-]/iu;

/** Models whose thinking can be turned on and off. */
const EFFORT_SWITCH =
  /(?:^|[/_-])(?:qwen3(?!-?(?:coder|embedding|reranker))|deepseek-(?:r1|v3\.[1-9]|v[4-9])|kimi-k(?:2-thinking|2\.[5-9]|[3-9])|minimax-m[2-9]|seed-oss|magistral|glm-[4-9]|cogito|nemotron-[3-9]|gemma4)/iu;
const NEVER_THINKS = /instruct|coder|embed/iu;
/**
 * Models that take images; other models get none, since servers silently drop images that a model
 * cannot use.
 */
const SEES =
  /(?:^|[/_-])(?:(?:bak)?llava|moondream|minicpm-v|llama3\.2-vision|llama4|gemma3(?!n|:(?:1b|270m))|gemma4|qwen3\.[5-9](?!-?coder)|kimi-k(?:2\.[5-9]|[3-9])|mistral-large-[34]|minimax-m[3-9]|mistral-small3\.[1-9]|ministral-3|pixtral|granite3\.2-vision)|-?vl(?:[:_-]|$)|-vision/iu;

const CHAT: ChatRules = {
  stream: ANY,
  max_tokens: between(1, OUTPUT_TOKENS_MAX),
  max_completion_tokens: between(1, OUTPUT_TOKENS_MAX),
  temperature: between(0, 2),
  top_p: between(0, 1),
  n: oneOf(1),
  stop: ANY,
  seed: between(0, SEED_MAX),
  presence_penalty: between(-2, 2),
  frequency_penalty: between(-2, 2),
  logit_bias: NONE,
  logprobs: NONE,
  top_logprobs: NONE,
  response_format: oneOf('text', 'json_object', 'json_schema'),
  tools: ANY,
  tool_choice: oneOf('auto'),
  parallel_tool_calls: oneOf(true),
  reasoning_effort: NONE,
  image_input: NONE,
  document_input: NONE,
};

/**
 * Native options that no route of ours has: https://docs.ollama.com/modelfile, read in November
 * 2026. The reference names no largest `top_k`.
 */
const OPTIONS: Readonly<Record<string, ParameterRule>> = {
  top_k: { supported: true, type: 'integer', minimum: 0, maximum: 1_000 },
  min_p: { supported: true, type: 'number', minimum: 0, maximum: 1 },
};

const EMBEDDINGS: EmbeddingsRules = {
  encoding_format: oneOf('float', 'base64'),
  dimensions: between(1, DIMENSIONS_MAX),
  input_type: NONE,
  truncate: NONE,
  token_input: NONE,
};

/**
 * What a model of a local server accepts, by its name. The limits depend on how the server was set
 * up: an administrator adds them. Thinking is counted as output.
 */
export function ollamaContract(model: string): ContractDraft {
  if (EMBEDDINGS_NAME.test(model)) {
    return {
      source: 'assumed',
      capability: 'embeddings',
      parameters: EMBEDDINGS,
      limits: {},
      dimensions: ['input'],
    };
  }
  return {
    source: 'assumed',
    capability: 'chat',
    parameters: {
      ...CHAT,
      ...OPTIONS,
      reasoning_effort: effortOf(model),
      image_input: SEES.test(model) ? ANY : NONE,
    },
    limits: {},
    dimensions: ['input', 'output'],
  };
}

/** The efforts of a model; `medium` means thinking where thinking can only be on or off. */
function effortOf(model: string): ChatRules['reasoning_effort'] {
  if (hasEffortLevels(model)) return oneOf('low', 'medium', 'high');
  const canThink = EFFORT_SWITCH.test(model) && !NEVER_THINKS.test(model);
  return canThink ? oneOf('none', 'medium') : NONE;
}
