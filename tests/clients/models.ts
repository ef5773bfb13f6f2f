import {
  ANTHROPIC,
  BEDROCK,
  ELEVENLABS,
  GOOGLE,
  HEARERS,
  JUDGES,
  OPENAI,
  PICTURES,
  RANKS,
  VOICES,
} from '../support/family-set-up.ts';
import type { FamilySetUp } from '../support/family-set-up.ts';

/** Models that clients are tried with, by what is special about them: their public ids. */
const IDS = {
  claude: 'anthropic/claude-opus-5-5',
  gemini: 'google/gemini-2.5-flash',
  // OpenAI serves this line over its Responses interface only.
  codex: 'openai/gpt-5.2-codex',
  // Has images made while it answers.
  drawer: 'openai/gpt-5.4',
  bedrock: 'bedrock/amazon.nova-lite-v1:0',
  ollama: 'ollama/demo-small:latest',
  deepseek: 'deepseek/deepseek-chat',
  answering: 'answering/demo-reasoner',
  echo: 'sandbox/echo',
  video: 'google/veo-3.1-generate-preview',
  sora: 'videos/sora-2',
  reel: 'bedrock/amazon.nova-reel-v1:1',
  'sandbox video': 'sandbox/film',
  images: 'openai/gpt-image-1.5',
  flux: 'pictures/flux-1-dev',
  'open edits': 'pictures/qwen-image-edit',
  canvas: 'bedrock/amazon.nova-canvas-v1:0',
  banana: 'google/gemini-2.5-flash-image',
  picture: 'sandbox/picture',
  embedding: 'openai/text-embedding-3-small',
  'gemini embedding': 'google/gemini-embedding-001',
  titan: 'bedrock/amazon.titan-embed-text-v2:0',
  'ollama embedding': 'ollama/demo-embed:latest',
  'answering embedding': 'answering/demo-embed',
  'compatible embedding': 'open/demo-embed',
  'sandbox embedding': 'sandbox/embedding',
  speech: 'openai/gpt-4o-mini-tts',
  'gemini speech': 'google/gemini-3.8-flash-tts',
  'gemini hearer': 'google/gemini-3.5-transcribe',
  eleven: 'elevenlabs/eleven_multilingual_v2',
  scribe: 'elevenlabs/scribe_v2',
  kokoro: 'voices/kokoro-82m',
  'sandbox speech': 'sandbox/speech',
  transcribe: 'openai/gpt-4o-transcribe',
  whisper: 'openai/whisper-1',
  'proxied images': 'proxy/gpt-image-1.5',
  'proxied transcribe': 'proxy/gpt-4o-transcribe',
  'answering images': 'answers/gpt-image-1.5',
  'answering speech': 'answers/gpt-4o-mini-tts',
  'answering transcribe': 'answers/gpt-4o-transcribe',
  'answering whisper': 'answers/whisper-1',
  'answering moderation': 'answers/omni-moderation-latest',
  'open whisper': 'groq/whisper-large-v3',
  listener: 'sandbox/listener',
  moderation: 'openai/omni-moderation-latest',
  'mistral moderation': 'mistral/mistral-moderation-latest',
  moderator: 'sandbox/moderator',
  ranks: 'ranks/bge-reranker-v2-m3',
  'bedrock rank': 'bedrock/cohere.rerank-v3-5:0',
  ranker: 'sandbox/ranker',
} as const;

/** A model of {@link IDS}, or that of the demo. */
export type ModelName = keyof typeof IDS | 'compatible';

/** One model of each wire of chat, for what one of them may refuse. */
export const EVERY_WIRE: readonly ModelName[] = [
  'compatible',
  'claude',
  'gemini',
  'codex',
  'bedrock',
  'ollama',
];
/** One model of each family that answers conversations. */
export const EVERY_FAMILY: readonly ModelName[] = [...EVERY_WIRE, 'deepseek', 'answering', 'echo'];

/** A provider of these models, as an administrator sets it up. */
type SetUp = Omit<FamilySetUp, 'models'> & { models: readonly (keyof typeof IDS)[] };

const SET_UPS: readonly SetUp[] = [
  { ...ANTHROPIC, models: ['claude'], prices: { mcp: '0' } },
  {
    ...GOOGLE,
    models: ['gemini', 'video', 'banana', 'gemini embedding', 'gemini speech', 'gemini hearer'],
    prices: { audio_input: '6', web_search: '0.035', web_fetch: '0', code_execution: '0' },
  },
  {
    ...OPENAI,
    models: [
      'codex',
      'drawer',
      'images',
      'embedding',
      'speech',
      'transcribe',
      'whisper',
      'moderation',
    ],
    prices: {
      image_generation: '0',
      image_input: '8',
      image_output: '30',
      mcp: '0',
      file_search: '0.0025',
    },
  },
  {
    ...BEDROCK,
    credential: { ...BEDROCK.credential, output_s3_uri: 's3://videos/made' },
    models: ['bedrock', 'titan', 'bedrock rank', 'reel', 'canvas'],
  },
  { family: 'ollama', credential: {}, path: '', models: ['ollama', 'ollama embedding'] },
  {
    family: 'deepseek',
    credential: { api_key: 'deepseek-key' },
    path: '/deepseek',
    models: ['deepseek'],
  },
  {
    family: 'openai-responses',
    provider: 'answering',
    credential: { api_key: 'a-vendor-key' },
    path: '/v1',
    models: ['answering', 'answering embedding'],
  },
  {
    ...OPENAI,
    family: 'openai-responses',
    provider: 'answers',
    models: [
      'answering images',
      'answering speech',
      'answering transcribe',
      'answering whisper',
      'answering moderation',
    ],
  },
  {
    family: 'openai-compatible',
    provider: 'open',
    credential: { api_key: 'open-key' },
    path: '/v1',
    models: ['compatible embedding'],
  },
  {
    family: 'openai-compatible',
    provider: 'videos',
    credential: { api_key: 'videos-key' },
    path: '/sora/v1',
    models: ['sora'],
  },
  {
    ...OPENAI,
    family: 'openai-compatible',
    provider: 'proxy',
    models: ['proxied images', 'proxied transcribe'],
  },
  { ...PICTURES, models: ['flux', 'open edits'] },
  { ...VOICES, models: ['kokoro'] },
  { ...ELEVENLABS, models: ['eleven', 'scribe'] },
  { ...HEARERS, models: ['open whisper'] },
  { ...JUDGES, models: ['mistral moderation'] },
  { ...RANKS, models: ['ranks'] },
];

/** The public id of each model but that of the demo. */
export const MODEL_IDS: Readonly<Record<Exclude<ModelName, 'compatible'>, string>> = IDS;

/**
 * The providers to set up.
 * @param storeUrl the address of a store of S3, for videos of Bedrock
 */
export function providersOf(storeUrl: string): FamilySetUp[] {
  return SET_UPS.map((setUp) => ({
    ...setUp,
    credential:
      setUp.credential['output_s3_uri'] === undefined
        ? setUp.credential
        : { ...setUp.credential, s3_endpoint: storeUrl },
    models: setUp.models.map((name) => IDS[name]),
  }));
}

/** A model as its family knows it. */
export interface KnownModel {
  family: string;
  provider: string;
  /** Without the prefix of its public id. */
  upstreamModel: string;
}

/** The family of a model, and its name there. */
export function knownModel(name: ModelName): KnownModel {
  if (name === 'compatible') {
    return { family: 'openai-compatible', provider: 'demo', upstreamModel: 'demo-small' };
  }
  const [provider = '', ...rest] = IDS[name].split('/');
  const setUp = SET_UPS.find(({ models }) => models.includes(name));
  return { family: setUp?.family ?? 'sandbox', provider, upstreamModel: rest.join('/') };
}

/** Every model of the scene. */
export const MODEL_NAMES = ['compatible', ...Object.keys(IDS)] as ModelName[];
