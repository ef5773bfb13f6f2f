import { ANY, NONE, between, oneOf } from '../contract/contract.ts';
import type { ChatRules, EmbeddingsRules } from '../contract/contract.ts';

/**
 * The bounds that the wire itself sets for its parameters. What depends on the model (effort,
 * images) is refused here; a contract lays its own rules over these.
 */
export const WIRE_RULES: ChatRules = {
  stream: ANY,
  max_tokens: between(1, Number.MAX_SAFE_INTEGER),
  max_completion_tokens: between(1, Number.MAX_SAFE_INTEGER),
  temperature: between(0, 2),
  top_p: between(0, 1),
  n: between(1, 128),
  stop: ANY,
  seed: ANY,
  presence_penalty: between(-2, 2),
  frequency_penalty: between(-2, 2),
  logit_bias: ANY,
  logprobs: oneOf(true, false),
  top_logprobs: between(0, 20),
  response_format: oneOf('text', 'json_object', 'json_schema'),
  tools: ANY,
  tool_choice: oneOf('auto', 'none', 'required', 'named'),
  parallel_tool_calls: oneOf(true, false),
  reasoning_effort: NONE,
  image_input: NONE,
  document_input: NONE,
};

/** The fewest tokens that the Responses interface lets an answer have. */
export const RESPONSES_TOKENS_MIN = 16;

/**
 * What the Responses interface has no parameter for, and the fewest tokens that it lets an answer
 * have.
 */
export const RESPONSES_RULES: Partial<ChatRules> = {
  n: oneOf(1),
  seed: NONE,
  stop: NONE,
  presence_penalty: NONE,
  frequency_penalty: NONE,
  logit_bias: NONE,
  logprobs: NONE,
  top_logprobs: NONE,
  max_tokens: between(RESPONSES_TOKENS_MIN, Number.MAX_SAFE_INTEGER),
  max_completion_tokens: between(RESPONSES_TOKENS_MIN, Number.MAX_SAFE_INTEGER),
};

/** How the Responses interface summarises reasoning; chat completions have no word for that. */
export const SUMMARIES = oneOf('auto', 'concise', 'detailed');

/**
 * The rules of the embeddings route of the same interface; how many dimensions there may be is the
 * model's own.
 */
export function embeddingsRules(dimensions: EmbeddingsRules['dimensions']): EmbeddingsRules {
  return {
    encoding_format: oneOf('float', 'base64'),
    dimensions,
    input_type: NONE,
    truncate: NONE,
    token_input: ANY,
  };
}
