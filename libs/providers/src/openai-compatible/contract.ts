import type { ContractDraft } from '@tollgate/contract/request-contract';
import type { ServedAt } from '../adapter.ts';
import { CACHE_CONTROL } from '../claude/rules.ts';
import { ANY, between, oneOf } from '../contract.ts';
import type { ChatRules } from '../contract.ts';
import { WIRE_RULES, embeddingsRules } from '../wire/openai-rules.ts';
import { compatibleFilmContract } from './film-contract.ts';
import { dialectOf, takesVideos } from './known-providers.ts';

const EMBEDDINGS_NAME = /embed|(?:^|[/_-])(?:bge|gte|e5)[_-]/iu;
/** The names of Claude's models at routers; these models report tokens written to a cache. */
const CLAUDE = /^~?anthropic\/claude-/u;
const EMBEDDINGS_INPUTS_MAX = 128;
const DIMENSIONS_MAX = 65_536;

/**
 * A provider that we know nothing about is trusted to know the wire. Parallel calls cannot be forbidden
 * there: some providers accept the parameter and ignore it.
 */
const CHAT: ChatRules = {
  ...WIRE_RULES,
  parallel_tool_calls: oneOf(true),
  reasoning_effort: oneOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh'),
  image_input: ANY,
};

const EMBEDDINGS = embeddingsRules(between(1, DIMENSIONS_MAX));

/** What a model of a provider accepts; null for one that makes films where these are asked for over an interface of the provider's own. */
export function contractAt(model: string, at?: ServedAt): ContractDraft | null {
  const film = compatibleFilmContract(model);
  if (film === null) return compatibleContract(model, at);
  return at === undefined || takesVideos(at) ? film : null;
}

/**
 * What any model of any provider accepts that makes no films. The limits are not known: an administrator adds them.
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
