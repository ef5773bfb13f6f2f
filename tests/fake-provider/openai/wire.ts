import type { Operation, Wire } from '../wire.ts';
import { isAtAzure, isAzure } from './azure.ts';
import { BATCH_ROUTES } from './batches.ts';
import { isJson, lastUserText, readChat } from './chat-request.ts';
import { DONE_FRAME, renderChat } from './chat-response.ts';
import { askEmbeddings, embeddingText } from './embeddings.ts';
import { IMAGE_ROUTES } from './images.ts';
import { MODERATION_ROUTES } from './moderations.ts';
import { RERANK_ROUTES } from './rerank.ts';
import { SPEECH_ROUTES } from './speech.ts';
import { TRANSCRIPTION_ROUTES } from './transcriptions.ts';
import { VECTOR_STORE_ROUTES } from './vector-stores.ts';
import { VIDEO_ROUTES } from './videos.ts';
import { GROK_ROUTES } from './grok-videos.ts';
import { getModel, listModels } from './models.ts';
import { lastUserText as lastUserItem, readResponses } from './responses-request.ts';
import { renderResponses } from './responses-response.ts';

const TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'invalid_request_error',
  403: 'invalid_request_error',
  404: 'invalid_request_error',
  429: 'requests',
};

const chat: Operation = {
  name: 'chat',
  peek: ({ body }) => ({ ...peekModel(body), text: lastUserText(body) }),
  answer(call) {
    const prompt = readChat(call);
    return { prompt, render: (answer) => renderChat(answer, prompt) };
  },
};

const responses: Operation = {
  name: 'responses',
  peek: ({ body }) => ({ ...peekModel(body), text: lastUserItem(body) }),
  answer(call) {
    const prompt = readResponses(call);
    return { prompt, render: (answer) => renderResponses(answer, prompt) };
  },
};

const embeddings: Operation = {
  name: 'embeddings',
  peek: ({ body }) => ({ ...peekModel(body), text: embeddingText(body) }),
  answer: askEmbeddings,
};

const models: Operation = {
  name: 'models',
  peek: () => ({ model: null, text: '', stream: false }),
  answer: listModels,
};

const model: Operation = { ...models, name: 'model', answer: ({ path }) => getModel(path) };

function peekModel(body: unknown): { model: string | null; stream: boolean } {
  if (!isJson(body)) return { model: null, stream: false };
  const { model, stream } = body;
  return { model: typeof model === 'string' ? model : null, stream: stream === true };
}

/** The path ends tell the operation: providers put different things in front of them. */
const ROUTES: [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /\/chat\/completions$/, chat],
  ['POST', /\/responses$/, responses],
  ['POST', /\/embeddings$/, embeddings],
  ...BATCH_ROUTES,
  ...IMAGE_ROUTES,
  ...RERANK_ROUTES,
  ...MODERATION_ROUTES,
  ...SPEECH_ROUTES,
  ...TRANSCRIPTION_ROUTES,
  ...GROK_ROUTES,
  ...VIDEO_ROUTES,
  ...VECTOR_STORE_ROUTES,
  ['GET', /\/models$/, models],
  ['GET', /\/models\/.+$/, model],
];

/**
 * OpenAI's chat completions, responses, embeddings and list of models, which many providers speak.
 */
export const openaiWire: Wire = {
  id: 'openai',
  find(call) {
    if (isAzure(call.headers) && !isAtAzure(call)) return null;
    const route = ROUTES.find(([method, path]) => method === call.method && path.test(call.path));
    return route ? route[2] : null;
  },
  credential(headers) {
    if (isAzure(headers)) return String(headers['api-key'] ?? '') || null;
    return /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
  },
  errorBody(error) {
    const type = error.type ?? TYPES[error.status] ?? 'server_error';
    const { message, param = null, code } = error;
    return { error: { message, type, param, code } };
  },
  errorFrame(error) {
    return `data: ${JSON.stringify(openaiWire.errorBody(error))}\n\n`;
  },
  garbageFrame: 'data: {"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"ind\n\n',
  pingFrame: ': keep-alive\n\n',
  isEndMark: (frame) => frame.includes(DONE_FRAME.trim()),
  isFinish: (frame) => /"finish_reason":"|^event: response\.(?:completed|incomplete)\n/.test(frame),
};
