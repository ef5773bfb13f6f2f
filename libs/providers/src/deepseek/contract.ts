import type { ContractDraft } from '@tollgate/contract/request-contract';
import { ANY, NONE, between, oneOf } from '../contract/contract.ts';
import type { ChatRules } from '../contract/contract.ts';
import { DEEPSEEK_EFFORTS } from '../openai-compatible/deepseek-efforts.ts';
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

interface Line {
  models: RegExp;
  limits: { context_tokens: number; output_tokens: number };
}

const LINES: readonly Line[] = [
  {
    models: /^deepseek-chat$/u,
    limits: { context_tokens: CONTEXT_TOKENS, output_tokens: 8_192 },
  },
  {
    models: /^deepseek-reasoner$/u,
    limits: { context_tokens: CONTEXT_TOKENS, output_tokens: 65_536 },
  },
  // https://github.com/arikusi/deepseek-mcp-server/releases/tag/v2.0.0 has these limits, and
  // https://docs.apiyi.com/models/deepseek-v4-flash the exact numbers; read on 2026-11-28.
  {
    models: /^deepseek-(?:v4(?:\.\d+)?-)?(?:flash|pro)(?:-\d{4})?$/u,
    limits: { context_tokens: 1_048_576, output_tokens: 393_216 },
  },
];

/**
 * The lines with limits of their own; an administrator adds those of newer ones, which think by
 * default.
 */
export function deepseekContract(model: string): ContractDraft {
  const answers = model === 'deepseek-chat';
  const limits = LINES.find(({ models }) => models.test(model))?.limits ?? {};
  const thinking = { ...THINKING, reasoning_effort: oneOf(...DEEPSEEK_EFFORTS.value) };
  return {
    source: Object.keys(limits).length === 0 ? 'assumed' : 'published',
    capability: 'chat',
    parameters: { ...(answers ? ANSWERING : thinking), ...promptHintRules(CHAT_HINTS) },
    limits,
    dimensions: ['input', 'cache_read', 'output', ...(answers ? [] : ['reasoning'])],
  };
}
