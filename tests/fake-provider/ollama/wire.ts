import { jsonReply } from '../reply.ts';
import type { Operation, Wire } from '../wire.ts';
import { isJson, lastUserText, readChat } from './chat-request.ts';
import { renderChat } from './chat-response.ts';
import { askEmbeddings, embeddingText } from './embeddings.ts';

const MODELS = ['demo-small:latest', 'demo-reasoner:4b', 'demo-embed:latest'];
const DIGEST = '4f1c9b2ad07e65d83b1a2c7790e54d68a3f2b9c1d0e8f7a6b5c4d3e2f1a09b87';

const chat: Operation = {
  name: 'chat',
  peek: ({ body }) => ({
    model: modelIn(body),
    text: lastUserText(body),
    stream: isJson(body) && body['stream'] !== false,
  }),
  answer(call) {
    const prompt = readChat(call);
    return { prompt, render: (answer) => renderChat(answer, prompt) };
  },
};

const embeddings: Operation = {
  name: 'embeddings',
  peek: ({ body }) => ({ model: modelIn(body), text: embeddingText(body), stream: false }),
  answer: askEmbeddings,
};

const models: Operation = {
  name: 'models',
  peek: () => ({ model: null, text: '', stream: false }),
  answer: () => jsonReply(200, { models: MODELS.map(modelOut) }),
};

const ROUTES: [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /\/api\/chat$/, chat],
  ['POST', /\/api\/embed$/, embeddings],
  ['GET', /\/api\/tags$/, models],
];

function modelIn(body: unknown): string | null {
  return isJson(body) && typeof body['model'] === 'string' ? body['model'] : null;
}

function modelOut(name: string): unknown {
  const details = { parent_model: '', format: 'gguf', family: 'demo', families: ['demo'] };
  return {
    name,
    model: name,
    modified_at: '2025-01-01T00:00:00Z',
    size: 4_123_456_789,
    digest: DIGEST,
    details: { ...details, parameter_size: '4.0B', quantization_level: 'Q4_K_M' },
  };
}

/** A server of local models: its own wire, a JSON document a line, and no key needed. */
export const ollamaWire: Wire = {
  id: 'ollama',
  find(call) {
    const route = ROUTES.find(([method, path]) => method === call.method && path.test(call.path));
    return route ? route[2] : null;
  },
  credential: (headers) => /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '',
  errorBody: ({ message }) => ({ error: message }),
  errorFrame: ({ message }) => `${JSON.stringify({ error: message })}\n`,
  garbageFrame: '{"model":"demo-small","created_at":"2025-01-01T00:00:00Z","mess\n',
  pingFrame: '\n',
  isEndMark: () => false,
  isFinish: (frame) => frame.includes('"done":true'),
};
