import type { Recording } from '../recordings.ts';

const HOSTS: Readonly<Record<string, string>> = {
  openai: 'https://api.openai.com/v1',
  openai_compat: 'https://api.example.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta',
  bedrock_converse: 'https://bedrock-runtime.us-east-1.amazonaws.com/model',
  bedrock_embeddings: 'https://bedrock-runtime.us-east-1.amazonaws.com/model',
  ollama: 'http://localhost:11434/api',
};

type Written = Pick<Recording, 'family' | 'endpoint' | 'model' | 'response'> & {
  path: string;
  method?: string;
  body?: Record<string, unknown>;
};

function exchange(id: string, { path, method, body, ...rest }: Written): Recording {
  return {
    id: `written/${id}`,
    provider: rest.family,
    kind: 'written',
    feature: [],
    session: { group: id, step: 0 },
    request: { method: method ?? 'POST', url: HOSTS[rest.family] + path, body: body ?? null },
    ...rest,
  };
}

function refusal(
  id: string,
  asked: Pick<Written, 'family' | 'model' | 'path'>,
  response: Recording['response'],
): Recording {
  return exchange(id, { ...asked, endpoint: 'chat', response });
}

const openai = { family: 'openai', model: 'gpt-4o', path: '/chat/completions' };
const compatible = { ...openai, family: 'openai_compat' };
const claude = { family: 'anthropic', model: 'claude-sonnet-4-5', path: '/messages' };
const gemini = {
  family: 'gemini',
  model: 'gemini-2.5-flash',
  path: '/models/gemini-2.5-flash:generateContent',
};
const nova = {
  family: 'bedrock_converse',
  model: 'amazon.nova-lite-v1:0',
  path: '/amazon.nova-lite-v1%3A0/converse',
};
const local = { family: 'ollama', model: 'llama3.2', path: '/chat' };

/** Refusals of every family, in the envelope of each. */
const REFUSALS: readonly Recording[] = [
  refusal('openai-param', openai, {
    status: 400,
    body: {
      error: {
        message: "Invalid value: 'loud'.",
        type: 'invalid_request_error',
        param: 'reasoning_effort',
        code: 'invalid_value',
      },
    },
  }),
  refusal('openai-context', openai, {
    status: 400,
    body: {
      error: {
        message: "This model's maximum context length is 128000 tokens.",
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
  }),
  refusal('compatible-busy', compatible, {
    status: 429,
    headers: { 'retry-after': '7' },
    body: { error: { message: 'Slow down', type: 'rate_limit', param: null, code: null } },
  }),
  refusal('compatible-key', compatible, { status: 401, body: { detail: 'Invalid API Key' } }),
  refusal('anthropic-param', claude, {
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'temperature: range: 0..1' },
    },
  }),
  refusal('anthropic-overloaded', claude, {
    status: 529,
    body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  }),
  refusal('google-key', gemini, {
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'API key not valid. Please pass a valid API key.',
        status: 'INVALID_ARGUMENT',
        details: [{ reason: 'API_KEY_INVALID' }],
      },
    },
  }),
  refusal('google-wait', gemini, {
    status: 429,
    body: {
      error: {
        code: 429,
        message: 'Too many requests.',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ retryDelay: '12.4s' }],
      },
    },
  }),
  refusal('bedrock-refused', nova, {
    status: 400,
    headers: { 'x-amzn-errortype': 'ValidationException:http://internal' },
    body: { message: 'The topP value is not valid.' },
  }),
  refusal('bedrock-throttled', nova, {
    status: 400,
    headers: { 'x-amzn-errortype': 'ThrottlingException:http://internal' },
    body: { message: 'Too many requests' },
  }),
  refusal('ollama-tools', local, {
    status: 400,
    body: { error: 'llama3.2 does not support tools' },
  }),
];

/** Vectors of every wire that has them, and a list of models. */
const OTHERS: readonly Recording[] = [
  exchange('openai-vectors', {
    family: 'openai',
    endpoint: 'embeddings',
    model: 'text-embedding-3-small',
    path: '/embeddings',
    body: { model: 'text-embedding-3-small', input: ['one', 'two'], dimensions: 2 },
    response: {
      status: 200,
      body: {
        data: [
          { index: 1, embedding: [0.3, 0.4] },
          { index: 0, embedding: [0.1, 0.2] },
        ],
        usage: { prompt_tokens: 4, total_tokens: 4 },
      },
    },
  }),
  exchange('google-vectors', {
    family: 'gemini',
    endpoint: 'embeddings',
    model: 'gemini-embedding-001',
    path: '/models/gemini-embedding-001:batchEmbedContents',
    body: {
      requests: [
        { model: 'models/gemini-embedding-001', content: { parts: [{ text: 'one' }] } },
        { model: 'models/gemini-embedding-001', content: { parts: [{ text: 'two' }] } },
      ],
    },
    response: { status: 200, body: { embeddings: [{ values: [0.1] }, { values: [0.2] }] } },
  }),
  exchange('bedrock-vectors', {
    family: 'bedrock_embeddings',
    endpoint: 'embeddings',
    model: 'cohere.embed-english-v3',
    path: '/cohere.embed-english-v3/invoke',
    body: { texts: ['one', 'two'], input_type: 'search_query', truncate: 'END' },
    response: {
      status: 200,
      headers: { 'x-amzn-bedrock-input-token-count': '5' },
      body: { embeddings: [[0.5], [0.6]] },
    },
  }),
  exchange('openai-models', {
    family: 'openai',
    endpoint: 'models',
    model: null,
    path: '/models',
    method: 'GET',
    response: { status: 200, body: { data: [{ id: 'gpt-4o' }, { id: 'gpt-5' }] } },
  }),
];

/** Exchanges that we wrote and that no fixture of a chat can be. */
export const WRITTEN: readonly Recording[] = [...REFUSALS, ...OTHERS];
