import type { ContractDraft } from '@tollgate/contract/request-contract';
import type { ServedAt } from '../adapter.ts';
import { CACHE_CONTROL } from '../claude/rules.ts';
import { ANY, between, oneOf } from '../contract.ts';
import type { ChatRules } from '../contract.ts';
import { CHAT_HINTS, promptHintRules } from '../prompt-hints.ts';
import { WIRE_RULES, embeddingsRules } from '../wire/openai-rules.ts';
import { videosWire } from '../wire/videos/mapper.ts';
import { compatibleFilmContract, xaiFilmContract } from './film-contract.ts';
import { openaiContract } from '../openai/contract.ts';
import { dialectOf, filmWireAt } from './known-providers.ts';
import { responsesLineAt } from './responses-line.ts';
import { xaiFilm } from './xai-film.ts';

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

/** What a model of a provider accepts; null for one that makes films where nobody has written down how these are asked for. */
export function contractAt(model: string, at?: ServedAt): ContractDraft | null {
  const wire = at === undefined ? videosWire : filmWireAt(at);
  const film = wire === xaiFilm ? xaiFilmContract(model) : null;
  const draft = film ?? compatibleFilmContract(model);
  const line = responsesLineAt(model, at);
  if (line !== null) return openaiContract(line);
  if (draft === null) return compatibleContract(model, at);
  return wire === null ? null : draft;
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
    parameters: {
      ...CHAT,
      ...promptHintRules(CHAT_HINTS),
      ...(isClaude && takesMarks ? { cache_control: CACHE_CONTROL } : {}),
    },
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
