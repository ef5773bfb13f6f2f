import type { ContractDraft } from '@tollgate/contract/request-contract';
import type { ServedAt } from '../adapter.ts';
import { CACHE_CONTROL } from '../claude/rules.ts';
import { ANY, NONE, between, oneOf } from '../contract.ts';
import type { ChatRules, EmbeddingsRules } from '../contract.ts';
import { dialectOf } from './known-providers.ts';

const EMBEDDINGS_NAME = /embed|(?:^|[/_-])(?:bge|gte|e5)[_-]/iu;
/** What routers call the models of the one provider that tells of tokens that went into a cache. */
const CLAUDE = /^~?anthropic\/claude-/u;
const EMBEDDINGS_INPUTS_MAX = 128;
const DIMENSIONS_MAX = 65_536;

/**
 * A provider that we know nothing about is trusted to know the wire. Two calls at once cannot be forbidden
 * there: some take the parameter and ignore it.
 */
const CHAT: ChatRules = {
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
  parallel_tool_calls: oneOf(true),
  reasoning_effort: oneOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh'),
  image_input: ANY,
};

const EMBEDDINGS: EmbeddingsRules = {
  encoding_format: oneOf('float', 'base64'),
  dimensions: between(1, DIMENSIONS_MAX),
  input_type: NONE,
  truncate: NONE,
  token_input: ANY,
};

/**
 * What any model of any provider accepts. The limits are not known: an administrator adds them.
 * @param at where the model is served, as far as that is known
 */
export function compatibleContract(model: string, at?: ServedAt): ContractDraft {
  if (EMBEDDINGS_NAME.test(model)) {
    return {
      capability: 'embeddings',
      parameters: EMBEDDINGS,
      limits: { inputs: EMBEDDINGS_INPUTS_MAX },
      dimensions: ['input'],
    };
  }
  const isClaude = CLAUDE.test(model);
  const takesMarks = at !== undefined && dialectOf(at).cacheMarks;
  return {
    capability: 'chat',
    parameters: isClaude && takesMarks ? { ...CHAT, cache_control: CACHE_CONTROL } : CHAT,
    limits: {},
    dimensions: [
      'input',
      'cache_read',
      ...(isClaude ? ['cache_write'] : []),
      'output',
      'reasoning',
    ],
  };
}
