import { ANY, NONE, between, oneOf } from './contract.ts';
import type { ChatRules } from './contract.ts';

/** The parameters of a model that answers text with one text, and knows neither tools nor more. */
export const PLAIN_CHAT_RULES: ChatRules = {
  stream: ANY,
  max_tokens: between(1, Number.MAX_SAFE_INTEGER),
  max_completion_tokens: between(1, Number.MAX_SAFE_INTEGER),
  temperature: between(0, 1),
  top_p: between(0, 1),
  n: oneOf(1),
  stop: ANY,
  seed: NONE,
  presence_penalty: NONE,
  frequency_penalty: NONE,
  logit_bias: NONE,
  logprobs: NONE,
  top_logprobs: NONE,
  response_format: oneOf('text'),
  tools: NONE,
  tool_choice: NONE,
  parallel_tool_calls: NONE,
  reasoning_effort: NONE,
  image_input: NONE,
  document_input: NONE,
};
