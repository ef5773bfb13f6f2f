import type { ContractDraft } from '@tollgate/contract/request-contract';
import { ANY, NONE, between, oneOf } from '../contract.ts';
import type { ChatRules, EmbeddingsRules } from '../contract.ts';

const CONTEXT_TOKENS = 128_000;
const OUTPUT_TOKENS = 16_384;
const DIMENSIONS_MAX = 4_096;
const EMBEDDINGS_TOKENS = 8_192;
const INPUTS_MAX = 2_048;

const CHAT: ChatRules = {
  stream: ANY,
  max_tokens: between(1, Number.MAX_SAFE_INTEGER),
  max_completion_tokens: between(1, Number.MAX_SAFE_INTEGER),
  temperature: between(0, 2),
  top_p: between(0, 1),
  n: between(1, 8),
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
  image_input: ANY,
};
const EFFORTS = oneOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh');

const EMBEDDINGS: EmbeddingsRules = {
  encoding_format: oneOf('float', 'base64'),
  dimensions: between(1, DIMENSIONS_MAX),
  input_type: NONE,
  truncate: NONE,
  token_input: ANY,
};

/** The sandbox's models: `echo` answers, `reasoner` thinks first, `slow` takes its time, `embedding` embeds. */
export const SANDBOX_MODELS = ['echo', 'reasoner', 'slow', 'embedding'] as const;

/** What one of the sandbox's models accepts. */
export function sandboxContract(model: string): ContractDraft | null {
  switch (model) {
    case 'echo':
    case 'slow':
      return chatDraft(CHAT, ['input', 'cache_read', 'output']);
    case 'reasoner':
      return chatDraft({ ...CHAT, reasoning_effort: EFFORTS }, [
        'input',
        'cache_read',
        'output',
        'reasoning',
      ]);
    case 'embedding':
      return {
        capability: 'embeddings',
        parameters: EMBEDDINGS,
        limits: { context_tokens: EMBEDDINGS_TOKENS, inputs: INPUTS_MAX },
        dimensions: ['input'],
      };
    default:
      return null;
  }
}

function chatDraft(parameters: ChatRules, dimensions: string[]): ContractDraft {
  const limits = { context_tokens: CONTEXT_TOKENS, output_tokens: OUTPUT_TOKENS };
  return { capability: 'chat', parameters, limits, dimensions };
}
