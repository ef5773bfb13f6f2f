import { jsonReply, type Reply } from '../reply.ts';
import type { Call, Operation, Wire } from '../wire.ts';
import { BATCH_ROUTES } from './batches.ts';
import { askEmbeddings, embeddingText } from './embeddings.ts';
import { askGeminiImages, GEMINI_IMAGE_MODELS, makesImages } from './gemini-images.ts';
import { IMAGE_ROUTES } from './images.ts';
import { VIDEO_ROUTES } from './videos.ts';
import { modelIn, readContents } from './request.ts';
import { renderContent } from './response.ts';
import { SPEECH_MODELS, askSpeech, isSpeaker } from './speech.ts';
import { askTranscript, hasAudio, TRANSCRIBERS } from './transcriptions.ts';
import { lastUserText } from './turns.ts';

const STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};
const KEY_DETAIL = {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'API_KEY_INVALID',
  domain: 'googleapis.com',
};
const ANSWERING = ['generateContent', 'countTokens'];
const MODELS: [name: string, methods: string[]][] = [
  ['gemini-2.5-pro', ANSWERING],
  ['gemini-2.5-flash', ANSWERING],
  ['gemini-3-flash-preview', ANSWERING],
  ['gemini-embedding-001', ['embedContent']],
  ['veo-3.1-generate-preview', ['predictLongRunning']],
  ['imagen-4.0-generate-001', ['predict']],
  ...GEMINI_IMAGE_MODELS.map((name): [string, string[]] => [name, ANSWERING]),
  ...TRANSCRIBERS.map((name): [string, string[]] => [name, ANSWERING]),
  ...SPEECH_MODELS.map((name): [string, string[]] => [name, ANSWERING]),
];

/** The model as it stands in the path, which may be none that exists. */
function peekModel(path: string): string | null {
  return /\/models\/(?<model>[^:]+)/u.exec(path)?.groups?.['model'] ?? null;
}

const content: Operation = {
  name: 'content',
  peek: ({ path, body }) => ({
    model: peekModel(path),
    text: lastUserText(body),
    stream: path.endsWith(':streamGenerateContent'),
  }),
  answer(call) {
    if (makesImages(call)) return askGeminiImages(call);
    const model = modelIn(call.path);
    if (isSpeaker(model)) return askSpeech(call, model);
    if (TRANSCRIBERS.includes(model) || hasAudio(call)) return askTranscript(call, model);
    const prompt = readContents(call);
    return { prompt, render: (answer) => renderContent(answer, prompt) };
  },
};

const embeddings: Operation = {
  name: 'embeddings',
  peek: ({ path, body }) => ({
    model: peekModel(path),
    text: embeddingText(body),
    stream: false,
  }),
  answer: askEmbeddings,
};

const models: Operation = {
  name: 'models',
  peek: () => ({ model: null, text: '', stream: false }),
  answer: () => jsonReply(200, { models: MODELS.map(([name]) => modelOut(name)) }),
};

const model: Operation = { ...models, name: 'model', answer: getModel };

function modelOut(name: string): unknown {
  const methods = MODELS.find(([known]) => known === name)?.[1] ?? ANSWERING;
  return {
    name: `models/${name}`,
    displayName: name,
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: methods,
  };
}

function getModel({ path }: Call): Reply {
  return jsonReply(200, modelOut(modelIn(path)));
}

const ROUTES: [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /\/models\/[^/]+:(?:generateContent|streamGenerateContent)$/u, content],
  ['POST', /\/models\/[^/]+:batchEmbedContents$/u, embeddings],
  ...BATCH_ROUTES,
  ...IMAGE_ROUTES,
  ...VIDEO_ROUTES,
  ['GET', /\/models$/u, models],
  ['GET', /\/models\/[^/]+$/u, model],
];

/**
 * Google's generateContent, embeddings and list of models. Lists are told from other wires' by the
 * key's header.
 */
export const googleWire: Wire = {
  id: 'google',
  find(call) {
    if (call.method === 'GET' && call.headers['x-goog-api-key'] === undefined) return null;
    const route = ROUTES.find(([method, path]) => method === call.method && path.test(call.path));
    return route ? route[2] : null;
  },
  credential: (headers) => [headers['x-goog-api-key'] ?? null].flat()[0] ?? null,
  refusesWith: 400,
  errorBody({ status, message, code }) {
    const error = { code: status, message, status: STATUSES[status] ?? 'INTERNAL' };
    if (code !== 'invalid_api_key') return { error };
    const reported = 'API key not valid. Please pass a valid API key.';
    return { error: { ...error, message: reported, details: [KEY_DETAIL] } };
  },
  errorFrame: (error) => `data: ${JSON.stringify(googleWire.errorBody(error))}\r\n\r\n`,
  garbageFrame: 'data: {"candidates": [{"content": {"par\r\n\r\n',
  pingFrame: ': keep-alive\n\n',
  isEndMark: () => false,
  isFinish: (text) => text.includes('"finishReason":'),
};
