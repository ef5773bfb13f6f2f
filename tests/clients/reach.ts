import type { ContractDraft } from '@tollgate/contract/request-contract';
import { FAMILIES, familyById } from '@tollgate/providers/families';
import type { Case, Client, Feature } from './client.ts';
import { MODEL_NAMES, knownModel } from './models.ts';
import type { KnownModel } from './models.ts';

/** Routes by the words of the table, and as records of requests name them. */
export const ROUTES = {
  chat: 'POST /v1/chat/completions',
  responses: 'POST /v1/responses',
  'responses with images': 'POST /v1/responses',
  messages: 'POST /v1/messages',
  embeddings: 'POST /v1/embeddings',
  images: 'POST /v1/images/generations',
  'image edits': 'POST /v1/images/edits',
  speech: 'POST /v1/audio/speech',
  transcriptions: 'POST /v1/audio/transcriptions',
  translations: 'POST /v1/audio/translations',
  moderations: 'POST /v1/moderations',
  rerank: 'POST /v1/rerank',
  videos: 'POST /v1/videos',
  files: 'POST /v1/files',
  batches: 'POST /v1/batches',
} as const;

/** A route of {@link ROUTES}. */
export type RouteName = keyof typeof ROUTES;
/** A route, and whether it answers as a whole or in pieces. */
export type Reach = `${RouteName} ${'whole' | 'stream'}`;

const CONVERSATION: readonly Reach[] = [
  'chat whole',
  'chat stream',
  'responses whole',
  'responses stream',
];

/** What agents call while they work at a task, whatever it is. */
const WORKING = (reach: Reach): Partial<Record<Feature, readonly Reach[]>> => ({
  answer: [reach],
  tools: [reach],
});
/** SDKs that are tried over chat completions and over responses. */
const BOTH: Partial<Record<Feature, readonly Reach[]>> = {
  answer: ['chat whole', 'responses whole'],
  stream: ['chat stream', 'responses stream'],
};

/**
 * What a client calls for one of its features. A run of `make test-clients` fails where the records
 * of requests do not have it.
 */
const CALLED: Readonly<Record<string, Partial<Record<Feature, readonly Reach[]>>>> = {
  'openai (TypeScript)': {
    conversation: CONVERSATION,
    vectors: ['embeddings whole'],
    images: ['images whole'],
    edits: ['image edits whole'],
    'image events': ['images stream'],
    'edit events': ['image edits stream'],
    'image tool': ['responses with images whole', 'responses with images stream'],
    speech: ['speech whole'],
    'speech events': ['speech stream'],
    transcription: ['transcriptions whole'],
    'transcription events': ['transcriptions stream'],
    translation: ['translations whole'],
    moderation: ['moderations whole'],
    video: ['videos whole'],
    batch: ['files whole', 'batches whole'],
    approvals: ['responses whole', 'responses stream'],
    'search and code': ['responses whole', 'responses stream'],
    'file search': ['responses whole', 'responses stream'],
  },
  'Codex CLI': WORKING('responses stream'),
  'Claude Code': WORKING('messages stream'),
  'opencode, @ai-sdk/openai-compatible': WORKING('chat stream'),
  'opencode, @ai-sdk/openai': WORKING('responses stream'),
  'opencode, @ai-sdk/anthropic': WORKING('messages stream'),
  'openai-agents (Python)': BOTH,
  'pydantic-ai-slim[openai] (Python)': BOTH,
  'langchain-openai (Python)': BOTH,
  'litellm (Python)': { answer: ['chat whole', 'responses whole'], stream: ['chat stream'] },
  'llama-index-llms-openai-like (Python)': { answer: ['chat whole'], stream: ['chat stream'] },
  'instructor (Python)': { answer: ['chat whole'] },
  'autogen-agentchat (Python)': { agent: ['chat whole'] },
  'semantic-kernel (Python)': { agent: ['chat whole'] },
  'openai (Python)': {
    ...BOTH,
    tools: ['responses whole'],
    images: ['images whole'],
    video: ['videos whole'],
  },
  '@anthropic-ai/sdk (TypeScript)': {
    conversation: ['messages whole', 'messages stream'],
    'tool runner': ['messages whole', 'messages stream'],
    servers: ['messages whole', 'messages stream'],
    'search and code': ['messages whole', 'messages stream'],
  },
  'anthropic (Python)': { answer: ['messages whole'], stream: ['messages stream'] },
  'langchain (TypeScript)': { agent: ['chat whole', 'chat stream'] },
  '@ai-sdk/anthropic (TypeScript)': { objects: ['messages whole', 'messages stream'] },
  'cohere-ai (TypeScript)': { rerank: ['rerank whole'] },
};

/** Clients that go to another route by themselves, by the name of a model. */
const ELSEWHERE: ReadonlySet<string> = new Set(['langchain (TypeScript), codex']);

/** What a client calls for a case; nothing where nobody has written that down. */
export function calledBy({ name }: Pick<Client, 'name'>, asked: Case): readonly Reach[] {
  if (ELSEWHERE.has(`${name}, ${asked.model}`)) return [];
  return CALLED[name]?.[asked.feature] ?? [];
}

/** What a chat model offers that hears audio. */
const TRANSCRIBED: readonly Reach[] = [
  'transcriptions whole',
  'transcriptions stream',
  'translations whole',
];

/** What a chat model offers whose provider makes images while it answers. */
const DRAWN: readonly Reach[] = ['responses with images whole', 'responses with images stream'];

/** What a contract offers, batches aside. */
function offeredBy({ capability, parameters, transcription }: ContractDraft): Reach[] {
  const takes = (name: string): boolean => {
    const { supported, values } = parameters[name] ?? { supported: false };
    return supported && values?.every((value) => value === false) !== true;
  };
  const only = (isOffered: boolean, reach: Reach): Reach[] => (isOffered ? [reach] : []);
  switch (capability) {
    case 'chat':
      return (['chat', 'responses', 'messages'] as const)
        .flatMap((route) => [
          `${route} whole` as const,
          ...only(takes('stream'), `${route} stream`),
        ])
        .concat(transcription === undefined ? [] : TRANSCRIBED)
        .concat(takes('image_generation') ? DRAWN : []);
    case 'image':
      return [
        ...only(makesImages(parameters), 'images whole'),
        ...only(makesImages(parameters) && takes('stream'), 'images stream'),
        ...only(takes('images'), 'image edits whole'),
        ...only(takes('images') && takes('stream'), 'image edits stream'),
      ];
    case 'speech':
      return [
        'speech whole',
        ...only(parameters['stream_format']?.values?.includes('sse') === true, 'speech stream'),
      ];
    case 'transcription':
      return [
        'transcriptions whole',
        ...only(takes('stream'), 'transcriptions stream'),
        ...only(takes('translation'), 'translations whole'),
      ];
    case 'video':
      return ['videos whole'];
    case 'moderation':
      return ['moderations whole'];
    case 'embeddings':
      return ['embeddings whole'];
    case 'rerank':
      return ['rerank whole'];
  }
}

/** Models that only edit take one image at least. */
function makesImages({ images }: ContractDraft['parameters']): boolean {
  return images?.required !== true;
}

/** What a model offers by its contract; files and batches are for models that converse or embed. */
export function offeredByModel({ family, provider, upstreamModel }: KnownModel): Reach[] {
  const baseUrl = 'https://provider.example/v1';
  const draft = familyById(family)?.contract(upstreamModel, { provider, baseUrl });
  if (draft === null || draft === undefined) return [];
  const isBatched = draft.capability === 'chat' || draft.capability === 'embeddings';
  return [...offeredBy(draft), ...(isBatched ? (['files whole', 'batches whole'] as const) : [])];
}

/** What a family offers with the models of the scene. */
export function offeredByFamily(family: string): Set<Reach> {
  const own = MODEL_NAMES.map(knownModel).filter((model) => model.family === family);
  return new Set(own.flatMap(offeredByModel));
}

/** Every family, in the order of the table. */
export const FAMILY_IDS: readonly string[] = FAMILIES.map(({ id }) => id);

/** The clients that call a route of a family, by their names. */
export function triedBy(clients: readonly Client[], family: string, reach: Reach): string[] {
  const calls = (client: Client, one: Case): boolean =>
    knownModel(one.model).family === family && calledBy(client, one).includes(reach);
  return clients
    .filter((client) => client.cases.some((one) => calls(client, one)))
    .map(({ name }) => name);
}
