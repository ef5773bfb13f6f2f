import type { ServedAt, Endpoint } from '../adapter/adapter.ts';
import type { Dialect } from '../wire/chat-completions/dialect.ts';
import { PLAIN_DIALECT } from '../wire/chat-completions/dialect.ts';
import type { VideoMapper } from '../adapter/video-wire.ts';
import { PLAIN_RERANK } from '../wire/rerank/mapper.ts';
import type { RerankDialect } from '../wire/rerank/mapper.ts';
import { videosWire } from '../wire/videos/mapper.ts';
import { NONE, oneOf } from '../contract/contract.ts';
import type { ChatRules } from '../contract/contract.ts';
import { DEEPSEEK_EFFORTS } from './deepseek-efforts.ts';
import { lineOf } from '../openai/lines.ts';
import { xaiVideo } from './xai-video.ts';

/** A provider that differs from most. */
interface Provider {
  /** The end of its host's name. */
  host: string;
  differs: Partial<Dialect>;
  /**
   * How videos are asked for, where not over `/videos`; null where nobody has written that down.
   */
  videos?: VideoMapper | null;
  /** Null where images are not asked for over `/images/generations`. */
  images?: null;
  /** How documents are ordered there, as far as that differs. */
  rerank?: Partial<RerankDialect>;
  /** Null where speech is not asked for over `/audio/speech` in OpenAI's shape. */
  speech?: null;
  /**
   * Null where audio is not transcribed over `/audio/transcriptions` in OpenAI's shape; else the
   * shortest time that is billed, in seconds.
   */
  transcription?: { leastSeconds: number } | null;
  /**
   * The efforts that the provider takes for each of its models: it translates them, and leaves them
   * out for models that do not reason.
   */
  efforts?: readonly string[];
  /** What it takes otherwise than the wire has it, for the models that the pattern fits. */
  rules?: { models: RegExp; rules: Partial<ChatRules> };
  /**
   * Finds the interface that each of OpenAI's models needs by itself, as routers do that translate
   * requests.
   */
  findsEndpoint?: true;
  /**
   * Refuses `json_object` for each of its models where the messages do not have the word "json".
   */
  wantsJsonAsked?: true;
}

/** The settings for an unknown provider. */
const USUAL: Dialect = {
  ...PLAIN_DIALECT,
  ceiling: 'max_tokens',
  reasoning: 'reasoning_content',
  refusal: false,
  replayed: ['reasoning_details'],
  usage: { reasoning: 'total' },
};

/**
 * OpenRouter translates the effort for each model behind it:
 * https://openrouter.ai/docs/use-cases/reasoning-tokens, read in November 2026. Efforts that a
 * model itself lacks are taken too, as big-AGI#940 measured with `xhigh`, `minimal` and `none` for
 * o1. Its client has `max` beside these:
 * https://openrouter.ai/docs/client-sdks/typescript/models/reasoningeffort, read on 2026-11-28.
 */
const ROUTED_EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
/** https://ai.google.dev/gemini-api/docs/openai#thinking, read in November 2026. */
const GEMINI_EFFORTS = ['none', 'minimal', 'low', 'medium', 'high'];

const REASONING_FIELD: Partial<Dialect> = { reasoning: 'reasoning' };
/**
 * Routers that take reasoning back in parts, or as text when there are no parts; they pass marks on
 * to the providers behind them.
 */
const ROUTER: Partial<Dialect> = { prefersDetails: true, cacheMarks: true };
const INSIDE = { reasoning: 'inside' } as const;

/**
 * Cohere has its interface for clients of OpenAI beside its own, which alone orders documents:
 * https://docs.cohere.com/docs/compatibility-api, read on 2026-11-28.
 */
const COHERE: Omit<Provider, 'host'> = {
  differs: {},
  rerank: { baseUrl: (baseUrl) => baseUrl.replace(/\/compatibility\/v1$/u, '/v2') },
};

const MOONSHOT: Omit<Provider, 'host'> = {
  differs: {},
  rules: {
    models: /^kimi-k(?:2\.[5-9]|[3-9])/u,
    rules: {
      temperature: oneOf(1),
      top_p: NONE,
      n: oneOf(1),
      presence_penalty: NONE,
      frequency_penalty: NONE,
    },
  },
};
const ZAI: Omit<Provider, 'host'> = {
  differs: {},
  rules: { models: /^glm-/u, rules: { tool_choice: oneOf('auto') } },
};

/**
 * Reasoning comes inside of the text unless a request wants it beside, and goes back as details.
 * Fields of OpenAI that the reference does not have are ignored there, which loses a caller's wish:
 * https://platform.minimax.io/docs/api-reference/text-openai-api, read on 2026-11-29.
 */
const MINIMAX: Omit<Provider, 'host'> = {
  differs: {
    ceiling: 'max_completion_tokens',
    reasoning: 'details',
    asks: { reasoning_split: true },
    prefersDetails: true,
  },
  // Sounds and pictures have interfaces of their own there.
  images: null,
  speech: null,
  transcription: null,
  videos: null,
  rules: {
    models: /^minimax-/iu,
    rules: {
      n: oneOf(1),
      presence_penalty: NONE,
      frequency_penalty: NONE,
      logit_bias: NONE,
      tool_choice: oneOf('auto'),
    },
  },
};

/**
 * The named providers' differences, by the provider's usual prefix. Everything else is as usual.
 */
const PROVIDERS: Readonly<Record<string, Provider>> = {
  azure: { host: '.azure.com', differs: { ceiling: 'max_completion_tokens', reasoning: null } },
  // "'messages' must contain the word 'json' in some form": plastic-labs/honcho#663 measured it
  // with Qwen models, 2026.
  alibaba: { host: '.aliyuncs.com', differs: {}, wantsJsonAsked: true },
  cerebras: {
    host: 'api.cerebras.ai',
    differs: { ...REASONING_FIELD, ceiling: 'max_completion_tokens' },
  },
  cohere: { host: 'api.cohere.com', ...COHERE },
  'cohere-ai': { host: 'api.cohere.ai', ...COHERE },
  // "Prompt must contain the word 'json' in some form": vercel/ai#7913, August 2025;
  // https://api-docs.deepseek.com/guides/json_mode.
  deepseek: {
    host: 'api.deepseek.com',
    differs: { usage: INSIDE },
    wantsJsonAsked: true,
    efforts: DEEPSEEK_EFFORTS.value,
  },
  'gemini-openai': {
    host: 'generativelanguage.googleapis.com',
    speech: null,
    transcription: null,
    efforts: GEMINI_EFFORTS,
    differs: {
      reasoning: null,
      replayed: [],
      extraContent: ['google'],
      usage: { reasoning: 'rest' },
    },
  },
  groq: {
    host: 'api.groq.com',
    differs: { ...REASONING_FIELD, ceiling: 'max_completion_tokens', usage: INSIDE },
    // "Minimum Billed Length 10 seconds": https://console.groq.com/docs/speech-to-text, 2026.
    transcription: { leastSeconds: 10 },
  },
  jina: { host: 'api.jina.ai', differs: {}, rerank: { leavesOut: true } },
  minimax: { host: 'api.minimax.io', ...MINIMAX },
  'minimax-cn': { host: 'api.minimaxi.com', ...MINIMAX },
  mistral: {
    host: 'api.mistral.ai',
    // Audio comes inside of JSON there: `audio_data` of https://docs.mistral.ai/api, 2026.
    speech: null,
    transcription: null,
    differs: { seed: 'random_seed', streamOptions: false, reasoning: 'thinking', usage: INSIDE },
  },
  // Thinking models refuse another temperature, and all that samples otherwise is fixed too:
  // "only 1 is allowed for this model" (AIHubMix, October 2026), @ai-sdk/moonshotai 3.0.60.
  moonshot: { host: 'api.moonshot.ai', ...MOONSHOT },
  'moonshot-cn': { host: 'api.moonshot.cn', ...MOONSHOT },
  openrouter: {
    host: 'openrouter.ai',
    differs: { ...REASONING_FIELD, ...ROUTER, usage: INSIDE },
    videos: null,
    // In chat, and over `/images` of its own:
    // https://openrouter.ai/blog/insights/every-modality-one-api/, read on 2026-11-28.
    images: null,
    speech: null,
    transcription: null,
    efforts: ROUTED_EFFORTS,
    findsEndpoint: true,
  },
  perplexity: { host: 'api.perplexity.ai', differs: { reasoning: null, vectors: 'int8' } },
  together: {
    host: 'api.together.xyz',
    differs: REASONING_FIELD,
    rerank: { leavesOut: true },
  },
  'vercel-gateway': {
    host: 'ai-gateway.vercel.sh',
    differs: { ...REASONING_FIELD, ...ROUTER },
    findsEndpoint: true,
  },
  voyage: {
    host: 'api.voyageai.com',
    differs: {},
    rerank: { most: 'top_k', leavesOut: true },
  },
  // "GLM only accepts tool_choice=auto": https://java.agentscope.io/v2/en/integration/model/glm.
  zai: { host: 'api.z.ai', ...ZAI },
  zhipu: { host: 'open.bigmodel.cn', ...ZAI },
  xai: {
    host: 'api.x.ai',
    differs: {
      ceiling: 'max_completion_tokens',
      usage: { reasoning: 'beside' },
    },
    videos: xaiVideo,
    // Over `/tts` of its own.
    speech: null,
    transcription: null,
  },
};

const DIALECTS: ReadonlyMap<string, Dialect> = new Map(
  Object.entries(PROVIDERS).map(([name, { differs }]) => [name, { ...USUAL, ...differs }]),
);

/**
 * The dialect of an endpoint's provider, found by its host or else by the prefix that the
 * administrator chose.
 */
export function dialectOf(endpoint: ServedAt): Dialect {
  return DIALECTS.get(nameOf(endpoint)) ?? USUAL;
}

/**
 * How a provider is asked for videos: over `/videos` as far as is known; null where nobody has
 * written that down.
 */
export function videoWireAt(endpoint: ServedAt): VideoMapper | null {
  const known = knownProvider(endpoint);
  return known?.videos === undefined ? videosWire : known.videos;
}

/** Whether a provider is asked for images over `/images/generations`, as far as is known. */
export function hasImageWire(endpoint: ServedAt): boolean {
  return knownProvider(endpoint)?.images !== null;
}

/** How a provider is asked to order documents. */
export function rerankDialectOf(endpoint: ServedAt): RerankDialect {
  return { ...PLAIN_RERANK, ...knownProvider(endpoint)?.rerank };
}

/** The maker whose models a provider serves by itself, of those whose rerank models are known. */
export function rerankMakerOf(endpoint: ServedAt): 'cohere' | 'together' | 'voyage' | null {
  const name = nameOf(endpoint);
  if (name === 'together' || name === 'voyage') return name;
  return name === 'cohere' || name === 'cohere-ai' ? 'cohere' : null;
}

/** Whether a provider is asked for speech over `/audio/speech`, as far as is known. */
export function hasSpeechWire(endpoint: ServedAt): boolean {
  return knownProvider(endpoint)?.speech !== null;
}

/** Whether a provider is asked for transcriptions over `/audio/transcriptions`, as is known. */
export function hasTranscriptionWire(endpoint: ServedAt): boolean {
  return knownProvider(endpoint)?.transcription !== null;
}

/** The shortest time that a provider bills for audio, in seconds. */
export function leastTranscriptionSeconds(endpoint: ServedAt): number {
  return knownProvider(endpoint)?.transcription?.leastSeconds ?? 0;
}

/** What a provider takes otherwise than the wire has it, for one of its models. */
export function ownRulesAt(model: string, endpoint: ServedAt): Partial<ChatRules> {
  const own = knownProvider(endpoint)?.rules;
  return own?.models.test(model) === true ? own.rules : {};
}

/** Whether a provider finds the interface that each of OpenAI's models needs by itself. */
export function findsEndpoint(endpoint: ServedAt): boolean {
  return knownProvider(endpoint)?.findsEndpoint === true;
}

/**
 * The efforts that a provider takes for each of its models; undefined where they depend on the
 * model.
 */
export function translatedEfforts(endpoint: ServedAt): readonly string[] | undefined {
  return knownProvider(endpoint)?.efforts;
}

/**
 * Whether an endpoint makes a JSON object only where the messages ask for one: OpenAI's models do
 * so wherever they are served, and some providers for all of their models. Of all others nothing of
 * that kind is known, and each has the last word itself.
 */
export function wantsJsonAsked(endpoint: Endpoint): boolean {
  const { upstreamModel: model } = endpoint;
  const isOpenai = lineOf(model.slice(model.lastIndexOf('/') + 1)) !== undefined;
  return isOpenai || knownProvider(endpoint)?.wantsJsonAsked === true;
}

function knownProvider(endpoint: ServedAt): Provider | undefined {
  const name = nameOf(endpoint);
  return Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
}

function nameOf({ baseUrl, provider }: ServedAt): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  const named = Object.entries(PROVIDERS).find(([, known]) => isHost(host, known.host));
  return named?.[0] ?? provider;
}

function isHost(host: string, end: string): boolean {
  return host === end || host.endsWith(end.startsWith('.') ? end : `.${end}`);
}
