import type { ContractDraft } from '@tollgate/contract/request-contract';
import type { ServedAt } from '../adapter/adapter.ts';
import { CACHE_CONTROL } from '../claude/rules.ts';
import { ANY, NONE, between, oneOf } from '../contract/contract.ts';
import type { ChatRules } from '../contract/contract.ts';
import { moderationDraft, openaiModeration } from '../contract/moderation-rules.ts';
import { CHAT_HINTS, promptHintRules } from '../contract/prompt-hints.ts';
import { WIRE_RULES, embeddingsRules } from '../wire/openai-rules.ts';
import { videosWire } from '../wire/videos/mapper.ts';
import { compatibleVideoContract, xaiVideoContract } from './video-contract.ts';
import { bareName, compatibleImageContract } from './image-contract.ts';
import { compatibleRerankContract } from './rerank-contract.ts';
import { compatibleSpeechContract } from './speech-contract.ts';
import { compatibleTranscriptionContract } from './transcription-contract.ts';
import { openaiContract } from '../openai/contract.ts';
import { lineOf } from '../openai/lines.ts';
import {
  dialectOf,
  ownRulesAt,
  hasImageWire,
  hasSpeechWire,
  hasTranscriptionWire,
  videoWireAt,
  translatedEfforts,
} from './known-providers.ts';
import { responsesLineAt } from './responses-line.ts';
import { xaiVideo } from './xai-video.ts';

const EMBEDDINGS_NAME = /embed|(?:^|[/_-])(?:bge|gte|e5)[_-]/iu;
/** What models that judge texts call themselves, such as Mistral's. */
const MODERATION_NAME = /(?:^|[/_-])moderation(?:$|[_-])/iu;
/** The names of Claude's models at routers; these models report tokens written to a cache. */
const CLAUDE = /^~?anthropic\/claude-/u;
const DIMENSIONS_MAX = 65_536;

/**
 * A provider that we know nothing about is trusted to know the wire. Parallel calls cannot be
 * forbidden there: some providers accept the parameter and ignore it. An effort is not assumed,
 * because providers refuse it for every model that does not reason; an administrator admits it.
 */
const CHAT: ChatRules = { ...WIRE_RULES, parallel_tool_calls: oneOf(true), image_input: ANY };
/**
 * Models whose makers name their efforts: https://huggingface.co/openai/gpt-oss-120b, read in
 * November 2026; https://docs.x.ai/developers/model-capabilities/text/reasoning, as
 * anomalyco/opencode#39448 and chenyme/grok2api#901 quote it, @ai-sdk/mistral 4.0.87 and what is
 * named below, on 2026-11-28.
 */
const EFFORTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(?:^|\/)gpt-oss-?(?:\d+b)?/iu, ['low', 'medium', 'high']],
  [/(?:^|\/)(?:grok-4[.-]3|grok-latest)$/u, ['none', 'low', 'medium', 'high']],
  [/(?:^|\/)grok-4[.-]5$/u, ['low', 'medium', 'high']],
  [/(?:^|\/)grok-(?:4[.-][6-9]|[5-9](?:[.-]\d)?)$/u, ['low', 'medium', 'high', 'xhigh']],
  [/(?:^|\/)mistral-large-4(?:[.-]\d)?$/u, ['low', 'medium', 'high']],
  [
    /(?:^|\/)(?:mistral-small-(?:2603|latest)|mistral-medium(?:-(?:2604|3|3[.-]5|latest))?|magistral-(?:small|medium)-latest)$/u,
    ['none', 'high'],
  ],
  // "Only supported by Kimi K3", always thinking: @ai-sdk/moonshotai 3.0.60; Together's and
  // Fireworks' lists have the three as well.
  [/(?:^|\/)kimi-k3/iu, ['low', 'high', 'max']],
  // https://docs.z.ai and @ai-sdk/mistral 4.0.87: always thinking from 5.3 on; zai-sdk 0.2.3 names
  // seven for 5.2.
  [/(?:^|\/)(?:zai-)?glm-5[.p-](?:[3-9])/iu, ['low', 'high', 'max']],
  [/(?:^|\/)(?:zai-)?glm-5[.-]2$/iu, ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']],
  // The types of perplexityai 0.46.1.
  [/(?:^|\/)sonar-(?:reasoning(?:-pro)?|deep-research)$/u, ['minimal', 'low', 'medium', 'high']],
  // How Cerebras spells Qwen, whose efforts are those of its types (1.91.0).
  [/^qwen-3\.[8-9]-/u, ['none', 'low', 'medium', 'high']],
  // https://docs.fireworks.ai/guides/reasoning, as deepagents has it.
  [/^accounts\/fireworks\/models\/deepseek-v4/u, ['none', 'low', 'medium', 'high', 'xhigh']],
];

const EMBEDDINGS = embeddingsRules(between(1, DIMENSIONS_MAX));

/**
 * What a model of a provider accepts; null for one that makes videos, images or speech where
 * nobody has written down how these are asked for.
 */
export function contractAt(model: string, at?: ServedAt): ContractDraft | null {
  const wire = at === undefined ? videosWire : videoWireAt(at);
  const video = wire === xaiVideo ? xaiVideoContract(model) : null;
  const draft = video ?? compatibleVideoContract(model);
  const file = fileContract(model, at);
  if (file !== undefined) return file;
  const judging = judgingContract(model) ?? compatibleRerankContract(model, at);
  if (judging !== null) return judging;
  const line = responsesLineAt(model, at);
  if (line !== null) return openaiContract(line);
  if (draft === null) return compatibleContract(model, at);
  return wire === null ? null : draft;
}

/** What a model that judges texts accepts; null for other names. */
function judgingContract(model: string): ContractDraft | null {
  if (!MODERATION_NAME.test(model)) return null;
  return openaiModeration(bareName(model)) ?? moderationDraft();
}

/**
 * What a model that makes images or speech, or transcribes, accepts; null where nobody has written
 * down how these are asked for, undefined for other models.
 */
function fileContract(model: string, at: ServedAt | undefined): ContractDraft | null | undefined {
  const image = compatibleImageContract(model, at);
  const draft = image ?? compatibleSpeechContract(model) ?? compatibleTranscriptionContract(model);
  if (draft === null) return undefined;
  return at === undefined || hasWireAt(at, draft) ? draft : null;
}

function hasWireAt(at: ServedAt, { capability }: ContractDraft): boolean {
  if (capability === 'image') return hasImageWire(at);
  return capability === 'speech' ? hasSpeechWire(at) : hasTranscriptionWire(at);
}

/**
 * The efforts of a model: those that its provider translates for each model, else those of OpenAI's
 * line or of the model's maker; none of a model that nobody here knows.
 */
function effortsOf(model: string, at: ServedAt | undefined): ChatRules['reasoning_effort'] {
  const translated = at === undefined ? undefined : translatedEfforts(at);
  if (translated !== undefined) return oneOf(...translated);
  const { efforts } = lineOf(model.slice(model.lastIndexOf('/') + 1)) ?? {};
  const known = efforts ?? EFFORTS.find(([models]) => models.test(model))?.[1];
  return known === undefined ? NONE : oneOf(...known);
}

/**
 * What any model of any provider accepts that makes no videos. The limits are not known: an
 * administrator adds them.
 * @param at where the model is served, as far as that is known
 */
export function compatibleContract(model: string, at?: ServedAt): ContractDraft {
  if (EMBEDDINGS_NAME.test(model)) {
    return {
      source: 'assumed',
      capability: 'embeddings',
      parameters: EMBEDDINGS,
      limits: {},
      dimensions: ['input'],
    };
  }
  const isClaude = CLAUDE.test(model);
  const takesMarks = at !== undefined && dialectOf(at).cacheMarks;
  return {
    source: 'assumed',
    capability: 'chat',
    parameters: {
      ...CHAT,
      reasoning_effort: effortsOf(model, at),
      ...(at === undefined ? {} : ownRulesAt(model, at)),
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
