import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { ChatRequest } from '@tollgate/contract/chat';
import { streamOf } from '../event-stream.ts';
import type { Recording } from '../recordings.ts';
import { WRITTEN } from './written.ts';

/** What a fixture says of itself. */
interface Case {
  provider: string;
  model: string;
  base_url?: string;
  request: ChatRequest;
}

/** How a family's provider documents itself, and what its recordings are called. */
interface Wire {
  family: string;
  baseUrl: string;
  path(model: string, stream: boolean): string;
  stream: 'sse' | 'ndjson' | 'base64';
}

const FIXTURES = path.resolve(import.meta.dirname, '..');
const completions = { path: () => '/chat/completions', stream: 'sse' } as const;
const WIRES: Readonly<Record<string, Wire>> = {
  openai: { family: 'openai', baseUrl: 'https://api.openai.com/v1', ...completions },
  'openai-compatible': {
    family: 'openai_compat',
    baseUrl: 'https://api.example.com/v1',
    ...completions,
  },
  anthropic: {
    family: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    path: () => '/v1/messages',
    stream: 'sse',
  },
  google: {
    family: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    path: (model, stream) =>
      `/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    stream: 'sse',
  },
  bedrock: {
    family: 'bedrock_converse',
    baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com',
    path: (model, stream) =>
      `/model/${encodeURIComponent(model)}/${stream ? 'converse-stream' : 'converse'}`,
    stream: 'base64',
  },
  ollama: {
    family: 'ollama',
    baseUrl: 'http://localhost:11434',
    path: () => '/api/chat',
    stream: 'ndjson',
  },
};

/**
 * Fixtures that are written to be wrong or incomplete, or that hold what is ours alone: a reader of
 * the bytes cannot know what becomes of them. `fixtures.test.ts` says what does.
 */
const OURS_ALONE: ReadonlySet<string> = new Set([
  'openai/stream-broken-off',
  'openai-compatible/google-signature',
  'openai-compatible/plain-provider-tolerance',
  'anthropic/json-object',
  'anthropic/stream-broken-off',
  'anthropic/stream-json-object',
  'anthropic/stream-no-stop-event',
  'anthropic/stream-stray-delta',
  'anthropic/tool-id-missing',
  'anthropic/usage-nonsense',
  'google/stream-partial-arguments',
  'bedrock/stream-exception-after-stop',
  'bedrock/stream-model-failed',
  'bedrock/usage-nonsense',
  'ollama/calls-of-one-id',
  'ollama/nonsense-line-stream',
]);

/** The exchanges that we wrote down ourselves, one folder each, in the form of recordings. */
export function ownRecordings(): Recording[] {
  const chats = Object.entries(WIRES).flatMap(([id, wire]) => {
    const names = readdirSync(path.join(FIXTURES, id)).map((name) => `${id}/${name}`);
    return names.filter((name) => !OURS_ALONE.has(name)).map((name) => recordingOf(name, wire));
  });
  return [...chats, ...WRITTEN];
}

function recordingOf(id: string, wire: Wire): Recording {
  const read = (file: string): string => readFileSync(path.join(FIXTURES, id, file), 'utf8');
  const reported = JSON.parse(read('request.json')) as Case;
  const isStream = existsSync(path.join(FIXTURES, id, 'events.txt'));
  const base = (reported.base_url ?? wire.baseUrl).replace('{region}', 'us-east-1');
  const url = base + wire.path(reported.model, isStream);
  const body = JSON.parse(read('wire.json')) as Record<string, unknown>;
  return {
    id,
    family: wire.family,
    provider: reported.provider,
    endpoint: 'chat',
    model: reported.model,
    kind: 'written',
    feature: [],
    session: { group: id, step: 0 },
    request: { method: 'POST', url, body },
    response: { status: 200, ...(isStream ? streamIn(wire, read('events.txt')) : bodyIn(read)) },
    asked: reported.request,
  };
}

function streamIn({ stream }: Wire, text: string): Partial<Recording['response']> {
  return { [stream]: stream === 'base64' ? streamOf(text).toString('base64') : text };
}

function bodyIn(read: (file: string) => string): Partial<Recording['response']> {
  return { body: JSON.parse(read('reply.json')) as unknown };
}
