import { jsonReply, type Reply } from '../reply.ts';
import type { Call } from '../wire.ts';
import { assertModel } from './chat-request.ts';
import { GROK_IMAGE_MODELS, IMAGE_MODELS, PICTURES_PATH, PICTURE_MODELS } from './images.ts';
import { MISTRAL_MODELS, MISTRAL_PATH, MODERATION_MODELS } from './moderations.ts';
import { rerankModelsAt } from './rerank.ts';
import { SPEECH_MODELS, SPEAKER_MODELS, SPEAKERS_PATH } from './speech.ts';
import { GROQ_MODELS, GROQ_PATH, TRANSCRIPTION_MODELS } from './transcriptions.ts';
import { VIDEO_MODELS, VIDEO_PATH } from './videos.ts';
import { GROK_MODELS, GROK_PATH } from './grok-videos.ts';

const CREATED = 1_735_689_600;
const MODELS = ['demo-small', 'demo-large', 'demo-reasoner', 'demo-embed'];
/**
 * Under a path that names the provider, models by their real names, whose contracts are known: one
 * of each interface, and lines that need both.
 */
const PROVIDER_PATH = '/openai/';
/** Under this path stands DeepSeek. */
const DEEPSEEK_PATH = '/deepseek/';
const DEEPSEEK_MODELS = ['deepseek-chat', 'deepseek-v4-flash'];
const PROVIDER_MODELS = [
  'text-embedding-3-small',
  'gpt-4o-mini',
  'gpt-5-search-api',
  'gpt-4o-search-preview',
  'gpt-5.2-codex',
  'gpt-5.4',
  'gpt-5.6',
  'gpt-5.6-sol',
  'gpt-6-astra',
  'gpt-6-luna',
  'text-embedding-3-small',
];

function modelOut(id: string): unknown {
  return { id, object: 'model', created: CREATED, owned_by: 'demo' };
}

/** The list of models. */
export function listModels({ path }: Call): Reply {
  return jsonReply(200, { object: 'list', data: modelsAt(path).map(modelOut) });
}

function modelsAt(path: string): readonly string[] {
  if (path.startsWith(VIDEO_PATH)) return VIDEO_MODELS;
  if (path.startsWith(GROK_PATH)) return [...GROK_MODELS, ...GROK_IMAGE_MODELS];
  if (path.startsWith(PICTURES_PATH)) return PICTURE_MODELS;
  if (path.startsWith(MISTRAL_PATH)) return MISTRAL_MODELS;
  if (path.startsWith(DEEPSEEK_PATH)) return DEEPSEEK_MODELS;
  const ranking = rerankModelsAt(path);
  if (ranking.length > 0) return ranking;
  if (path.startsWith(SPEAKERS_PATH)) return SPEAKER_MODELS;
  if (path.startsWith(GROQ_PATH)) return GROQ_MODELS;
  if (!path.startsWith(PROVIDER_PATH)) return MODELS;
  return [
    ...MODELS,
    ...PROVIDER_MODELS,
    ...IMAGE_MODELS,
    ...MODERATION_MODELS,
    ...SPEECH_MODELS,
    ...TRANSCRIPTION_MODELS,
  ];
}

/** One model, as it stands in the path. Throws a refusal of 404. */
export function getModel(path: string): Reply {
  const id = decodeURIComponent(path.slice(path.lastIndexOf('/models/') + '/models/'.length));
  assertModel(id);
  return jsonReply(200, modelOut(id));
}
