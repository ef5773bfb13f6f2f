import type { ChatRequest } from '@tollgate/contract/chat';
import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import type { Endpoint } from '../adapter/adapter.ts';
import { checkChatRequest, checkEmbeddingsRequest } from '../contract/check-contract.ts';
import { finishContract } from '../contract/contract.ts';
import { ollama } from './index.ts';

const ENDPOINT: Endpoint = {
  family: 'ollama',
  provider: 'ollama',
  upstreamModel: 'qwen3:8b',
  baseUrl: 'http://models.internal:11434',
};
const LIMITS = { context_tokens: 8_192, output_tokens: 2_048 };
const tools: ChatRequest['tools'] = [{ type: 'function', function: { name: 'f' } }];

function contractOf(model: string) {
  const draft = ollama.contract(model);
  if (draft === null) throw new TypeError('no contract');
  const contract = finishContract({ ...draft, limits: { ...draft.limits, ...LIMITS } });
  if (contract === null) throw new TypeError('the contract is not complete');
  return contract;
}

function ask(more: Partial<ChatRequest> = {}): ChatRequest {
  return { model: 'ollama/x', messages: [{ role: 'user', content: 'Hi.' }], ...more };
}

function refusal(more: Partial<ChatRequest>, model = 'llama3.2:3b'): string | undefined {
  return checkChatRequest(contractOf(model), ask(more))?.param;
}

describe('the contract', () => {
  it('leaves the limits to an administrator and is complete with them', () => {
    expect(ollama.contract('llama3.2:3b')?.limits).toEqual({});
    expect(contractOf('llama3.2:3b').dimensions).toEqual(['input', 'output']);
  });

  it.each([
    ['auto', undefined],
    ['none', 'tool_choice'],
    ['required', 'tool_choice'],
    [{ type: 'function', function: { name: 'f' } }, 'tool_choice'],
  ] as const)('rule 6: tool_choice %j', (choice, param) => {
    expect(refusal({ tools, tool_choice: choice })).toBe(param);
  });

  it('rule 3: parallel calls cannot be forbidden', () => {
    expect(refusal({ tools, parallel_tool_calls: true })).toBeUndefined();
    expect(refusal({ tools, parallel_tool_calls: false })).toBe('parallel_tool_calls');
  });

  it.each([
    ['qwen3:8b', 'none', undefined],
    ['qwen3:8b', 'medium', undefined],
    ['qwen3:8b', 'high', 'reasoning_effort'],
    ['deepseek-r1:7b', 'none', undefined],
    ['library/qwen3:4b', 'medium', undefined],
    ['deepseek-v4-flash:cloud', 'none', undefined],
    ['kimi-k3:cloud', 'medium', undefined],
    ['gpt-oss:20b', 'low', undefined],
    ['gpt-oss:120b-cloud', 'high', undefined],
    ['gpt-oss:20b', 'none', 'reasoning_effort'],
    ['qwen3-coder:30b', 'medium', 'reasoning_effort'],
    ['qwen3:4b-instruct', 'medium', 'reasoning_effort'],
    ['llama3.2:3b', 'medium', 'reasoning_effort'],
  ])('%s with reasoning_effort %s', (model, effort, param) => {
    expect(refusal({ reasoning_effort: effort }, model)).toBe(param);
  });

  it.each([
    ['llava:latest', undefined],
    ['qwen3.8:27b', undefined],
    ['kimi-k2.6:cloud', undefined],
    ['gemma3:12b', undefined],
    ['gemma3:1b', 'messages[0].content[0]'],
    ['llama3.2-vision:11b', undefined],
    ['qwen2.5vl:7b', undefined],
    ['qwen3-vl:8b', undefined],
    ['llama3.2:3b', 'messages[0].content[0]'],
  ])('images for %s', (model, param) => {
    const image = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AAAA' } };
    expect(refusal({ messages: [{ role: 'user', content: [image] }] }, model)).toBe(param);
  });

  it.each(['logit_bias', 'logprobs', 'n'] as const)('refuses %s', (name) => {
    const values = { logit_bias: { 1: 1 }, logprobs: true, n: 2 };
    expect(refusal({ [name]: values[name] })).toBe(name);
  });

  it('embeds with models made for it', () => {
    const { capability } = contractOf('llama3.2:3b');
    expect(capability).toBe('chat');
    for (const model of ['nomic-embed-text', 'all-minilm:latest', 'bge-m3', 'qwen3-embedding:4b']) {
      expect(ollama.contract(model)?.capability).toBe('embeddings');
    }
    const contract = contractOf('nomic-embed-text');
    expect(checkEmbeddingsRequest(contract, { inputs: ['a'], dimensions: 64 })).toBeNull();
    expect(checkEmbeddingsRequest(contract, { inputs: [[1, 2]] })?.param).toBe('input');
    expect(checkEmbeddingsRequest(contract, { inputs: ['a'], inputType: 'x' })?.param).toBe(
      'input_type',
    );
  });
});

describe('the arguments of earlier calls', () => {
  function withArguments(text: string): ChatRequest {
    const call = { id: 'a', type: 'function' as const, function: { name: 'f', arguments: text } };
    return ask({ messages: [{ role: 'assistant', tool_calls: [call] }] });
  }

  it.each([
    '{}',
    '{"a":12345678901234567890,"b":1.0,"c":[1e2,-0,{"d":0.10}]}',
    '{"__proto__":{"x":1},"text":"1.0","deep":{"é":null}}',
  ])('go out as the object %s', (text) => {
    const sent = JSON.stringify(ollama.chat?.toWire(withArguments(text), ENDPOINT, false));
    expect(sent).toContain(`"arguments":${text}`);
  });

  it('that were none are an empty object', () => {
    const sent = JSON.stringify(ollama.chat?.toWire(withArguments(' '), ENDPOINT, false));
    expect(sent).toContain('"arguments":{}');
  });

  it.each(['[]', '"x"', '1.0', 'null', '{"city":"Par'])('that are %s go as a text', (text) => {
    const sent = JSON.stringify(ollama.chat?.toWire(withArguments(text), ENDPOINT, false));
    expect(sent).toContain(`"arguments":${JSON.stringify({ unreadable_arguments: text })}`);
  });
});

describe('the context', () => {
  const at = { family: 'ollama', provider: 'ollama', upstreamModel: 'llama3.2', baseUrl: '' };
  const request: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'x' }] };

  it.each([
    [{}, undefined],
    [{ contextTokens: 32_768 }, 32_768],
  ])('of %j is asked for as %s', (more, tokens) => {
    const endpoint = { ...at, ...more };
    const chat = ollama.chat?.toWire(request, endpoint, false);
    const [vectors] = ollama.embeddings?.toWire({ inputs: ['x'] }, endpoint) ?? [];
    for (const body of [chat, vectors]) {
      expect((body as { options?: { num_ctx?: number } }).options?.num_ctx).toBe(tokens);
    }
  });
});

describe('made ids', () => {
  const lineWith = (calls: unknown[], at: string) => ({
    model: 'm',
    created_at: at,
    message: { role: 'assistant', content: '', tool_calls: calls },
    done: true,
    done_reason: 'stop',
  });
  const idsOf = (calls: unknown[], at: string) =>
    ollama.chat
      ?.fromWire(lineWith(calls, at), ENDPOINT)
      .choices[0]?.message.tool_calls?.map(({ id }) => id) ?? [];
  const call = { function: { name: 'f', arguments: { a: 1 } } };

  it('are the same for a stream as for a whole reply, and differ from call to call and turn to turn', () => {
    const ids = idsOf([call, call], '2025-01-01T00:00:00Z');
    expect(new Set([...ids, ...idsOf([call], '2025-01-01T00:00:01Z')]).size).toBe(3);
    const data = JSON.stringify(lineWith([call, call], '2025-01-01T00:00:00Z'));
    const events = ollama.chat?.stream(ENDPOINT).push({ type: null, data });
    for (const id of ids) expect(JSON.stringify(events)).toContain(id);
  });
});

describe('usage', () => {
  it.each([undefined, null, -1, 1.5, '3', 1e18])('is null when a count is %j', (count) => {
    const done = { done: true, message: { content: 'x' } };
    for (const counts of [
      { prompt_eval_count: count, eval_count: 1 },
      { prompt_eval_count: 1, eval_count: count },
    ]) {
      expect(ollama.chat?.fromWire({ ...done, ...counts }, ENDPOINT).usage).toBeNull();
    }
  });
});

describe('a part of the usage', () => {
  const done = { model: 'm', done: true, message: { role: 'assistant', content: 'x' } };
  const eventsOf = (line: object) =>
    ollama.chat?.stream(ENDPOINT).push({ type: null, data: JSON.stringify(line) }) ?? [];

  it('is kept where the prompt was not counted', () => {
    const line = { ...done, eval_count: 7 };
    const answerUsage = { output: 7, reasoning: 0 };
    expect(ollama.chat?.fromWire(line, ENDPOINT)).toMatchObject({ usage: null, answerUsage });
    expect(eventsOf(line)).toContainEqual({ kind: 'answer', usage: answerUsage });
  });

  it('is kept where the answer was not counted', () => {
    const line = { ...done, prompt_eval_count: 9 };
    const promptUsage = { input: 9, cache_read: 0, cache_write: 0 };
    expect(ollama.chat?.fromWire(line, ENDPOINT)).toMatchObject({ usage: null, promptUsage });
    expect(eventsOf(line)).toContainEqual({ kind: 'prompt', usage: promptUsage });
  });

  it.each(['load', 'unload'])('of a model that only did %s is no answer', (reason) => {
    const message = { role: 'assistant', content: '' };
    const line = { model: 'm', done: true, done_reason: reason, message };
    expect(() => ollama.chat?.fromWire(line, ENDPOINT)).toThrow(ProviderError);
    expect(eventsOf(line)).toMatchObject([{ kind: 'failure', failure: { kind: 'unavailable' } }]);
    expect(ollama.chat?.fromWire({ ...done, done_reason: reason }, ENDPOINT).choices).toHaveLength(
      1,
    );
  });
});

describe('errors', () => {
  it.each([
    [404, { error: 'model "x" not found, try pulling it first' }, 'model_unavailable', 'model'],
    [404, '404 page not found', 'unavailable', undefined],
    [400, { error: '"x" does not support tools' }, 'rejected', 'tools'],
    [400, { error: '"x" does not support thinking' }, 'rejected', 'reasoning_effort'],
    [400, { error: 'the input length exceeds the context length' }, 'context_length', 'messages'],
    [500, { error: 'the input length exceeds the context length' }, 'context_length', 'messages'],
    [
      400,
      {
        error:
          '{"error":{"code":400,"message":"request (9 tokens) exceeds the available context size (4 tokens)"}}',
      },
      'context_length',
      'messages',
    ],
    [401, { error: 'unauthorized' }, 'credential', undefined],
    [401, { error: { message: 'Unauthorized', type: 'api_error' } }, 'credential', undefined],
    [403, { error: 'forbidden' }, 'credential', undefined],
    [429, { error: "you've reached your hourly usage limit" }, 'rate_limited', undefined],
    [500, { error: 'llama runner process has terminated' }, 'unavailable', undefined],
    [503, { error: 'server busy, please try again' }, 'overloaded', undefined],
    [502, '<html>bad gateway</html>', 'unavailable', undefined],
  ])('%i %j', (status, body, kind, param) => {
    expect(ollama.failure(status, {}, body)).toMatchObject({ kind, status });
    expect(ollama.failure(status, {}, body).param).toBe(param);
  });

  it('passes the wait on, and no address', () => {
    const body = { error: 'server busy at http://10.0.0.7:11434' };
    const failure = ollama.failure(503, { 'retry-after': '7' }, body);
    expect(failure.retryAfterSeconds).toBe(7);
    expect(JSON.stringify(failure)).not.toContain('10.0.0.7');
  });

  it.each([
    null,
    [],
    {},
    { done: false, message: { content: 'x' } },
    { done: true },
    { done: true, message: 'x' },
    { done: true, message: { content: 7 } },
    { done: true, message: { content: '', tool_calls: {} } },
    { done: true, message: { content: '', tool_calls: [{ function: { arguments: {} } }] } },
  ])('%j is no answer', (reply) => {
    expect(() => ollama.chat?.fromWire(reply, ENDPOINT)).toThrow(MalformedReply);
  });

  it('in a reply of status 200 is a failure', () => {
    expect(() => ollama.chat?.fromWire({ error: 'gone' }, ENDPOINT)).toThrow(ProviderError);
    const replies = [{ body: { error: 'gone' }, headers: {} }];
    expect(() => ollama.embeddings?.fromWire(replies, ENDPOINT)).toThrow(ProviderError);
  });
});

describe('the credential', () => {
  const call = {
    method: 'GET',
    url: 'http://models.internal:11434/api/tags',
    headers: {},
  } as const;

  it('may be nothing at all', async () => {
    expect(await ollama.sign(call, {}, new Date())).toEqual(call);
  });

  it('may be a key', async () => {
    const signed = await ollama.sign(call, { api_key: 'k' }, new Date());
    expect(signed.headers).toEqual({ authorization: 'Bearer k' });
  });
});

describe('the list of models', () => {
  it('leaves out what cannot be named', () => {
    const models = [{ model: 'qwen3:4b' }, { name: 'old:1b' }, { model: '../x' }, { model: '' }, 7];
    expect(ollama.listing?.fromWire({ models })).toEqual(['qwen3:4b', 'old:1b']);
    expect(() => ollama.listing?.fromWire({ data: [] })).toThrow(MalformedReply);
  });
});
