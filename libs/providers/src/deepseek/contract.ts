import type { ContractDraft } from '@tollgate/contract/request-contract';
import { ANY, NONE, between, oneOf } from '../contract/contract.ts';
import type { ChatRules } from '../contract/contract.ts';
import { CHAT_HINTS, promptHintRules } from '../contract/prompt-hints.ts';

/**
 * The rules of both modes. The provider silently ignores parameters that it does not know, so they
 * are refused here.
 */
const SHARED = {
  stream: ANY,
  max_tokens: between(1, Number.MAX_SAFE_INTEGER),
  max_completion_tokens: between(1, Number.MAX_SAFE_INTEGER),
  n: oneOf(1),
  stop: ANY,
  seed: NONE,
  logit_bias: NONE,
  response_format: oneOf('text', 'json_object'),
  tools: ANY,
  parallel_tool_calls: oneOf(true),
  reasoning_effort: NONE,
  image_input: NONE,
  document_input: NONE,
} satisfies Partial<ChatRules>;

const ANSWERING: ChatRules = {
  ...SHARED,
  temperature: between(0, 2),
  top_p: between(0, 1),
  presence_penalty: between(-2, 2),
  frequency_penalty: between(-2, 2),
  logprobs: oneOf(true, false),
  top_logprobs: between(0, 20),
  tool_choice: oneOf('auto', 'none', 'required', 'named'),
};

/**
 * A thinking model takes no sampling parameters and no forced call: the provider answers a forced
 * call with 400.
 */
const THINKING: ChatRules = {
  ...SHARED,
  temperature: NONE,
  top_p: NONE,
  presence_penalty: NONE,
  frequency_penalty: NONE,
  logprobs: NONE,
  top_logprobs: NONE,
  tool_choice: oneOf('auto', 'none'),
};

const CONTEXT_TOKENS = 131_072;

/**
 * The lines with limits of their own; an administrator adds those of newer ones, which think by
 * default.
 */
export function deepseekContract(model: string): ContractDraft {
  const answers = model === 'deepseek-chat';
  const limits = answers
    ? { context_tokens: CONTEXT_TOKENS, output_tokens: 8_192 }
    : model === 'deepseek-reasoner'
      ? { context_tokens: CONTEXT_TOKENS, output_tokens: 65_536 }
      : {};
  return {
    source: Object.keys(limits).length === 0 ? 'assumed' : 'published',
    capability: 'chat',
    parameters: { ...(answers ? ANSWERING : THINKING), ...promptHintRules(CHAT_HINTS) },
    limits,
    dimensions: ['input', 'cache_read', 'output', ...(answers ? [] : ['reasoning'])],
  };
}
