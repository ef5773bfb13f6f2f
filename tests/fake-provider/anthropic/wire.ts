import type { IncomingHttpHeaders } from 'node:http';
import { BATCH_ROUTES } from './batches.ts';
import { isJson } from '../openai/chat-request.ts';
import { jsonReply, type Reply } from '../reply.ts';
import type { Call, Operation, Wire } from '../wire.ts';
import { assertModel, countPrompt, lastUserText, readMessages } from './request.ts';
import { renderMessage } from './response.ts';

const TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};
const OVERLOADED = new Set([503, 529]);
const CREATED = '2026-01-01T00:00:00Z';
const MODELS = [
  'claude-opus-5-5',
  'claude-opus-4-7',
  'claude-sonnet-4-6',
  'claude-sonnet-4-5',
  'claude-haiku-4-5',
];

const message: Operation = {
  name: 'message',
  peek({ body }) {
    const { model, stream } = isJson(body) ? body : {};
    const name = typeof model === 'string' ? model : null;
    return { model: name, text: lastUserText(body), stream: stream === true };
  },
  answer(call) {
    const prompt = readMessages(call);
    return { prompt, render: (answer) => renderMessage(answer, prompt) };
  },
};

/** Counting costs nothing, so that nothing is served. */
const count: Operation = {
  ...message,
  name: 'count',
  answer: (call) => jsonReply(200, { input_tokens: countPrompt(call) }),
};

const models: Operation = {
  name: 'models',
  peek: () => ({ model: null, text: '', stream: false }),
  answer: listModels,
};

const model: Operation = { ...models, name: 'model', answer: getModel };

function modelOut(id: string): unknown {
  return { type: 'model', id, display_name: id, created_at: CREATED };
}

function listModels(): Reply {
  const ends = { first_id: MODELS[0], last_id: MODELS.at(-1), has_more: false };
  return jsonReply(200, { data: MODELS.map(modelOut), ...ends });
}

function getModel({ path }: Call): Reply {
  const id = decodeURIComponent(path.slice(path.lastIndexOf('/models/') + '/models/'.length));
  assertModel(id);
  return jsonReply(200, modelOut(id));
}

const ROUTES: [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /\/v1\/messages$/, message],
  ['POST', /\/v1\/messages\/count_tokens$/, count],
  ...BATCH_ROUTES,
  ['GET', /\/v1\/models$/, models],
  ['GET', /\/v1\/models\/.+$/, model],
];

/**
 * The key in its own header, or as a bearer: the provider's SDK sends it so since its version 1.
 */
function keyIn({ 'x-api-key': key, authorization = '' }: IncomingHttpHeaders): string | null {
  return [key].flat()[0] ?? /^bearer (.+)$/iu.exec(authorization)?.[1] ?? null;
}

/**
 * Anthropic's messages and list of models. Its version header tells it from wires with the same
 * paths.
 */
export const anthropicWire: Wire = {
  id: 'anthropic',
  find(call) {
    const isOurs = call.headers['anthropic-version'] !== undefined || call.method === 'POST';
    if (!isOurs) return null;
    const route = ROUTES.find(([method, path]) => method === call.method && path.test(call.path));
    return route ? route[2] : null;
  },
  credential: keyIn,
  errorBody({ status, type, message }) {
    const usual = OVERLOADED.has(status) ? 'overloaded_error' : (TYPES[status] ?? 'api_error');
    return { type: 'error', error: { type: type ?? usual, message }, request_id: 'req_011Fake' };
  },
  errorFrame: (error) =>
    `event: error\ndata: ${JSON.stringify(anthropicWire.errorBody(error))}\n\n`,
  garbageFrame:
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"del\n\n',
  pingFrame: 'event: ping\ndata: {"type": "ping"}\n\n',
  isEndMark: (text) => text.includes('"type":"message_stop"'),
  isFinish: (text) => text.includes('"type":"message_delta"'),
};
