import type { ChatRequest } from '@tollgate/contract/chat';
import type { Endpoint } from '../adapter/adapter.ts';
import { checkChatRequest } from '../contract/check-contract.ts';
import { finishContract } from '../contract/contract.ts';
import { anthropic } from './index.ts';
import { JSON_TOOL_NAME } from '../wire/messages/json-answer.ts';
import type { WireRequest } from '../wire/messages/types.ts';

const USER = { role: 'user', content: 'Hi' } as const;
const TOOL = { type: 'function', function: { name: 'get_time' } } as const;
const NAMED = { type: 'function', function: { name: 'get_time' } } as const;
const NEWEST = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-fable-5-1', 'claude-mythos-5-1'];
const ALWAYS = NEWEST.filter((model) => !model.includes('sonnet'));
const ADAPTIVE = ['claude-haiku-5-5', 'claude-opus-5', 'claude-sonnet-5', 'claude-opus-4-8'];
const MIXED = ['claude-opus-4-6', 'claude-sonnet-4-6'];
const BUDGETED = ['claude-opus-4-5-20251101', 'claude-sonnet-4-5', 'claude-haiku-4-5-20251001'];
const EARLIER = ['claude-opus-4-1', 'claude-sonnet-4-20250514', 'claude-opus-4-0'];
const FIRST = ['claude-3-5-haiku-20241022', 'claude-3-haiku-20240307'];
const ALL = [...NEWEST, ...ADAPTIVE, ...MIXED, ...BUDGETED, ...EARLIER, ...FIRST];

function endpointOf(upstreamModel: string): Endpoint {
  return {
    family: 'anthropic',
    provider: 'anthropic',
    upstreamModel,
    baseUrl: 'https://api.example.com',
  };
}

/** The field at fault, or null when the request may go to the model. */
function refused(model: string, fields: Partial<ChatRequest>): string | null {
  const draft = anthropic.contract(model);
  const contract = draft === null ? null : finishContract(draft);
  if (contract === null) throw new Error(`${model} has no contract`);
  const request: ChatRequest = { model: 'm', messages: [USER], ...fields };
  const refusal =
    checkChatRequest(contract, request) ??
    anthropic.foreignContent?.(request, endpointOf(model)) ??
    null;
  return refusal?.param ?? null;
}

function wireOf(model: string, fields: Partial<ChatRequest>): WireRequest {
  const request: ChatRequest = { model: 'm', messages: [USER], ...fields };
  return anthropic.chat?.toWire(request, endpointOf(model), false) as WireRequest;
}

describe('the contract', () => {
  test.each(ALL)('of %s is complete', (model) => {
    expect(refused(model, {})).toBeNull();
  });

  test.each(['claude-2.1', 'claude-nonexistent', 'gpt-4o', 'claude-opus-4-6-fast', ''])(
    'does not know %j',
    (model) => expect(anthropic.contract(model)).toBeNull(),
  );

  test('of a later generation is assumed to be as the newest', () => {
    expect(anthropic.contract('claude-opus-6-1')).toMatchObject({ source: 'assumed' });
    expect(refused('claude-opus-6-1', { reasoning_effort: 'max' })).toBeNull();
  });

  test.each([
    ['claude-sonnet-5-5', 'between_tools'],
    ['claude-haiku-5-5', 'disabled'],
  ])('of %s rests with thinking %s', (model, type) => {
    expect(wireOf(model, { reasoning_effort: 'none' })).toMatchObject({ thinking: { type } });
  });

  test.each(ALL)('of %s takes calls at once and one at a time', (model) => {
    for (const parallel_tool_calls of [true, false]) {
      expect(refused(model, { tools: [TOOL], parallel_tool_calls })).toBeNull();
    }
  });

  test.each(NEWEST)('of %s takes tool_choice auto and none only', (model) => {
    for (const tool_choice of ['auto', 'none'] as const) {
      expect(refused(model, { tools: [TOOL], tool_choice })).toBeNull();
    }
    for (const tool_choice of ['required', NAMED] as const) {
      expect(refused(model, { tools: [TOOL], tool_choice })).toBe('tool_choice');
    }
    expect(refused(model, { response_format: { type: 'json_object' } })).toBe('response_format');
  });

  const forcing = [...ADAPTIVE, ...MIXED, ...BUDGETED, ...EARLIER, ...FIRST];
  test.each(forcing)(
    'of %s takes every tool_choice, and none of them with json_object',
    (model) => {
      const response_format = { type: 'json_object' } as const;
      expect(refused(model, { response_format })).toBeNull();
      for (const tool_choice of ['auto', 'none', 'required', NAMED] as const) {
        expect(refused(model, { tools: [TOOL], tool_choice })).toBeNull();
        expect(refused(model, { tools: [TOOL], tool_choice, response_format })).toBe('tool_choice');
      }
      const asked = { tools: [TOOL], response_format };
      expect(refused(model, { ...asked, parallel_tool_calls: true })).toBe('parallel_tool_calls');
      expect(refused(model, { ...asked, parallel_tool_calls: false })).toBeNull();
    },
  );

  test.each([...BUDGETED, ...EARLIER])('of %s forces no tool while it thinks', (model) => {
    const asked = { tools: [TOOL], reasoning_effort: 'low' };
    expect(refused(model, asked)).toBeNull();
    expect(refused(model, { ...asked, tool_choice: 'required' })).toBe('tool_choice');
    expect(refused(model, { ...asked, tool_choice: NAMED })).toBe('tool_choice');
    const none = { ...asked, reasoning_effort: 'none', tool_choice: 'required' as const };
    expect(refused(model, none)).toBeNull();
    const json = { reasoning_effort: 'low', response_format: { type: 'json_object' } as const };
    expect(refused(model, json)).toBe('response_format');
  });

  test.each([
    [ALWAYS, ['low', 'medium', 'high', 'xhigh', 'max'], ['none', 'minimal']],
    [['claude-sonnet-5-5'], ['none', 'low', 'medium', 'high', 'xhigh', 'max'], ['minimal']],
    [ADAPTIVE, ['none', 'low', 'medium', 'high', 'xhigh', 'max'], ['minimal']],
    [MIXED, ['none', 'low', 'medium', 'high', 'max'], ['xhigh', 'minimal']],
    [BUDGETED, ['none', 'low', 'medium', 'high'], ['xhigh', 'max', 'minimal']],
    [FIRST, [], ['none', 'low']],
  ])('of %j thinks with %j and not with %j', (models, taken, left) => {
    for (const model of models) {
      for (const reasoning_effort of taken) expect(refused(model, { reasoning_effort })).toBeNull();
      for (const reasoning_effort of left) {
        expect(refused(model, { reasoning_effort })).toBe('reasoning_effort');
      }
    }
  });

  test('knows what has no counterpart', () => {
    const without: Partial<ChatRequest>[] = [
      { seed: 1 },
      { n: 2 },
      { presence_penalty: 1 },
      { frequency_penalty: 1 },
      { logit_bias: { 1: 1 } },
      { logprobs: true },
    ];
    for (const fields of without) {
      expect(refused('claude-sonnet-4-6', fields)).toBe(Object.keys(fields)[0]);
    }
    expect(refused('claude-opus-4-7', { temperature: 0.5 })).toBe('temperature');
    expect(refused('claude-opus-4-7', { top_p: 0.5 })).toBe('top_p');
    expect(refused('claude-sonnet-4-6', { temperature: 1.5 })).toBe('temperature');
    const schema = { name: 'a', schema: { type: 'object' } };
    const response_format = { type: 'json_schema', json_schema: schema } as const;
    expect(refused('claude-sonnet-4-5', { response_format })).toBeNull();
    expect(refused('claude-sonnet-4-0', { response_format })).toBe('response_format');
  });
});

describe('what no table can tell', () => {
  const model = 'claude-sonnet-4-5';

  test.each<[string, Partial<ChatRequest>]>([
    ['top_p', { temperature: 0.5, top_p: 0.5 }],
    ['temperature', { temperature: 0.5, reasoning_effort: 'low' }],
    ['top_p', { top_p: 0.5, reasoning_effort: 'low' }],
    ['max_tokens', { max_tokens: 1_024, reasoning_effort: 'low' }],
    ['response_format', { response_format: { type: 'json_schema', json_schema: { name: 'a' } } }],
    ['tools', { tools: [{ type: 'function', function: { name: JSON_TOOL_NAME } }] }],
  ])('%s', (param, fields) => expect(refused(model, fields)).toBe(param));

  test('is no matter where the model takes both', () => {
    expect(refused('claude-sonnet-4-0', { temperature: 0.5, top_p: 0.5 })).toBeNull();
    const thinking = { temperature: 1, reasoning_effort: 'low' };
    expect(refused(model, { ...thinking, max_tokens: 1_025 })).toBeNull();
  });
});

describe('signed content', () => {
  const content = [
    { type: 'thinking', thinking: '', signature: 'c2ln' },
    { type: 'text', text: '' },
    { type: 'text', text: 'Hello.' },
  ];
  const asked = (extra: Record<string, unknown>, more = {}): Partial<ChatRequest> => ({
    messages: [USER, { role: 'assistant', content: 'Hello.', extra_content: extra, ...more }, USER],
  });

  test('goes back to the model that signed it, and to no other', () => {
    const model = 'claude-sonnet-4-6';
    const fields = asked({ anthropic: { model, content } });
    expect(refused(model, fields)).toBeNull();
    expect(wireOf(model, fields).messages[1]?.content).toEqual([content[0], content[2]]);
    const request: ChatRequest = { model: 'm', messages: [], ...fields };
    for (const other of ['claude-opus-4-7', 'claude-sonnet-4-5']) {
      const refusal = anthropic.foreignContent?.(request, endpointOf(other));
      expect(refusal?.param).toBe('messages[1].extra_content');
      expect(refusal?.message).toContain('anthropic/claude-sonnet-4-6');
    }
  });

  test.each<[string, Record<string, unknown>, object]>([
    ['of another family', { google: { model: 'gemini-3', parts: [] } }, {}],
    ['that is no list', { anthropic: { content: 'x' } }, {}],
    ['with something that is no block', { anthropic: { content: [1] } }, {}],
    [
      'with what only users say',
      { anthropic: { content: [{ type: 'document', source: { type: 'url' } }] } },
      {},
    ],
    [
      'with a call that the message does not make',
      { anthropic: { content: [{ type: 'tool_use', id: 'a', name: 'b', input: {} }] } },
      {},
    ],
    [
      'without a call that the message makes',
      { anthropic: { content } },
      { tool_calls: [{ id: 'a', type: 'function', function: { name: 'b', arguments: '{}' } }] },
    ],
  ])('%s is refused', (_name, extra, more) => {
    expect(refused('claude-sonnet-4-6', asked(extra, more))).toBe('messages[1].extra_content');
  });
});

describe('a budget', () => {
  test.each([
    ['low', 20_000, 4_000],
    ['medium', 20_000, 10_000],
    ['high', 20_000, 16_000],
    ['low', 2_000, 1_024],
    ['high', 1_025, 1_024],
  ])('of effort %s lies within %d tokens', (reasoning_effort, max_tokens, budget_tokens) => {
    const wire = wireOf('claude-haiku-4-5', { reasoning_effort, max_tokens });
    expect(wire).toMatchObject({ max_tokens, thinking: { type: 'enabled', budget_tokens } });
  });
});

describe('a loop of calls whose thinking is lost', () => {
  const call = { id: 'a', type: 'function' as const, function: { name: 'b', arguments: '{}' } };
  const lost: ChatRequest['messages'] = [
    USER,
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'a', content: 'wet' },
  ];
  const kept: ChatRequest['messages'] = lost.map((message) =>
    message.role === 'assistant'
      ? {
          ...message,
          extra_content: {
            anthropic: {
              content: [
                { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
                { type: 'tool_use', id: 'a', name: 'b', input: {} },
              ],
            },
          },
        }
      : message,
  );
  const asked = { reasoning_effort: 'low', max_tokens: 5_000 };

  test.each<[string, string, ChatRequest['messages'], string | undefined]>([
    ['goes on without thinking', 'claude-haiku-4-5', lost, undefined],
    ['thinks on when they are handed back', 'claude-haiku-4-5', kept, 'enabled'],
    [
      'thinks again when the user goes on',
      'claude-haiku-4-5',
      [...lost, { role: 'assistant', content: 'Wet.' }, USER],
      'enabled',
    ],
    ['thinks on where the model measures by itself', 'claude-opus-4-6', lost, 'adaptive'],
  ])('%s', (_name, model, messages, type) => {
    expect(wireOf(model, { ...asked, messages }).thinking?.type).toBe(type);
  });
});

describe('errors', () => {
  const failure = (status: number, type: string, message: string, headers = {}) =>
    anthropic.failure(status, headers, {
      type: 'error',
      error: { type, message },
      request_id: null,
    });

  test.each([
    [400, 'invalid_request_error', 'max_tokens: 9 > 8', 'rejected'],
    [400, 'invalid_request_error', 'prompt is too long: 9 tokens > 8 maximum', 'context_length'],
    [
      400,
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 1 + 2 > 2',
      'context_length',
    ],
    [400, 'invalid_request_error', 'Your credit balance is too low to access it', 'credential'],
    [401, 'authentication_error', 'invalid x-api-key', 'credential'],
    [402, 'billing_error', 'pay', 'credential'],
    [403, 'permission_error', 'no', 'credential'],
    [404, 'not_found_error', 'model: claude-x', 'model_unavailable'],
    [413, 'request_too_large', 'too large', 'rejected'],
    [429, 'rate_limit_error', 'slow down', 'rate_limited'],
    [500, 'api_error', 'oh', 'unavailable'],
    [504, 'timeout_error', 'late', 'timeout'],
    [529, 'overloaded_error', 'Overloaded', 'overloaded'],
    [418, 'new_error', 'tea', 'malformed'],
    [502, 'new_error', 'tea', 'unavailable'],
  ])('%d %s "%s" is %s', (status, type, message, kind) => {
    expect(failure(status, type, message)).toMatchObject({ kind, status });
  });

  test('name our field, not the provider, and carry how long to wait', () => {
    const named = failure(
      400,
      'invalid_request_error',
      'tools.0.custom.input_schema: see the Anthropic docs at https://docs.anthropic.com/x',
    );
    expect(named.param).toBe('tools');
    expect(named.message).not.toMatch(/anthropic|https/iu);
    const wait = failure(529, 'overloaded_error', 'Overloaded', { 'retry-after': '17' });
    expect(wait.retryAfterSeconds).toBe(17);
    expect(anthropic.failure(529, {}, '<html>').kind).toBe('overloaded');
  });
});

test('calls are signed with the key and the version', () => {
  const call = { method: 'POST' as const, url: 'https://api.example.com', headers: { a: 'b' } };
  expect(anthropic.sign(call, { api_key: 'k' }, new Date(0))).toEqual({
    ...call,
    headers: { a: 'b', 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
  });
});

test('models are listed by their ids', () => {
  const reply = { data: [{ type: 'model', id: 'claude-opus-4-7' }, { id: '' }], has_more: false };
  expect(anthropic.listing?.fromWire(reply)).toEqual(['claude-opus-4-7']);
});
