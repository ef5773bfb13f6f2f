import type { ChatMessageOut, ChatRequest, Message } from '@tollgate/contract/chat';
import type { InputItem, ResponsesRequest } from '@tollgate/contract/responses';
import type { GatewayError } from '@tollgate/contract/error-codes';
import { toChatRequest } from './chat-request.ts';
import { toConversation } from '@tollgate/structure/conversation';
import { parseResponsesRequest } from '@tollgate/structure/parse-responses';
import type { ResponsesPlan } from './plan-responses.ts';
import { toResponse } from './response-document.ts';

const withInput = (input: ResponsesRequest['input'], more: object = {}): ResponsesRequest => ({
  model: 'm',
  input,
  ...more,
});
const messagesOf = (input: ResponsesRequest['input'], more: object = {}): Message[] =>
  toConversation(withInput(input, more)).messages;

function fault(input: unknown): { code: string; param: string | null } {
  try {
    toConversation({ model: 'm', input } as ResponsesRequest);
  } catch (error) {
    const { code, param } = error as GatewayError;
    return { code, param };
  }
  throw new Error('the conversation was taken');
}

const USER: InputItem = { role: 'user', content: 'hi' };
const call = (id: string): InputItem => ({
  type: 'function_call',
  call_id: id,
  name: 'f',
  arguments: '{}',
});
const result = (id: string): InputItem => ({
  type: 'function_call_output',
  call_id: id,
  output: 'done',
});

test('instructions lead, a text is what the user says, a developer is the system', () => {
  expect(messagesOf('hello', { instructions: 'Be brief.' })).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'hello' },
  ]);
  expect(messagesOf([{ role: 'developer', content: 'd' }, USER])).toEqual([
    { role: 'system', content: 'd' },
    { role: 'user', content: 'hi' },
  ]);
});

test('parts of a message keep their order and their kind', () => {
  const url = 'data:image/png;base64,AAAA';
  const content = [
    { type: 'input_text' as const, text: 'what is this?' },
    { type: 'input_image' as const, image_url: url, detail: 'low' as const },
  ];
  expect(messagesOf([{ role: 'user', content }])).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'what is this?' },
        { type: 'image_url', image_url: { url, detail: 'low' } },
      ],
    },
  ]);
});

test('pictures that tools return stay with the result of their call', () => {
  const url = 'data:image/png;base64,AAAA';
  const seen = (
    type: 'function_call_output' | 'custom_tool_call_output',
    id: string,
  ): InputItem => ({
    type,
    call_id: id,
    output: [
      { type: 'input_text', text: id },
      { type: 'input_image', image_url: url, detail: null },
    ],
  });
  const items = [
    USER,
    call('a'),
    call('b'),
    seen('custom_tool_call_output', 'b'),
    seen('function_call_output', 'a'),
  ];
  expect(messagesOf(items).slice(2)).toEqual(
    ['b', 'a'].map((id) => ({
      role: 'tool',
      tool_call_id: id,
      content: [
        { type: 'text', text: id },
        { type: 'image_url', image_url: { url } },
      ],
    })),
  );
});

test('calls of one turn become one message, with what was said before them', () => {
  const said: InputItem = {
    role: 'assistant',
    content: [{ type: 'output_text', text: 'I look it up.' }],
  };
  const items = [USER, said, call('a'), call('b'), result('b'), result('a')];
  const [, turn, first, second] = messagesOf(items);
  expect(turn).toMatchObject({
    role: 'assistant',
    content: 'I look it up.',
    tool_calls: [{ id: 'a' }, { id: 'b' }],
  });
  expect(first).toEqual({ role: 'tool', tool_call_id: 'b', content: 'done' });
  expect(second).toEqual({ role: 'tool', tool_call_id: 'a', content: 'done' });
});

test('ids of calls may come again in a later turn', () => {
  const messages = messagesOf([USER, call('a'), result('a'), call('a'), result('a')]);
  expect(messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
    'tool',
  ]);
});

test('what is said in two turns stays two messages; between calls it stays one turn', () => {
  const say = (content: string): InputItem => ({ role: 'assistant', content });
  expect(messagesOf([USER, say('one'), say('two')])).toHaveLength(3);
  expect(messagesOf([USER, say('one'), call('a'), say('two'), result('a')])[1]).toMatchObject({
    content: [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ],
    tool_calls: [{ id: 'a' }],
  });
});

test.each<[string, InputItem[], string]>([
  ['unknown', [USER, result('x')], 'input[1].call_id'],
  ['twice', [USER, call('a'), result('a'), result('a')], 'input[3].call_id'],
  ['missing', [USER, call('a')], 'input[1].call_id'],
  ['missing', [USER, call('a'), call('b'), result('a')], 'input[2].call_id'],
  ['before its call', [USER, result('a'), call('a'), USER], 'input[1].call_id'],
  ['of one of two calls', [USER, call('a'), USER, call('a'), result('a')], 'input[3].call_id'],
  ['the same call twice', [USER, call('a'), call('a')], 'input[2].call_id'],
])('R03 a result that is %s', (_what, items, param) => {
  expect(fault(items)).toEqual({ code: 'invalid_request', param });
});

const saying = (content: string): InputItem => ({ role: 'user', content });

/** The conversation in short: who spoke, which calls were made, which call is answered. */
const orderOf = (items: InputItem[]): string[] =>
  messagesOf(items).map((message) => {
    if (message.role === 'tool') return `result ${message.tool_call_id}`;
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
    if (calls.length > 0) return `calls ${calls.map(({ id }) => id).join(' ')}`;
    return JSON.stringify(message.content);
  });

test.each<[InputItem[], string[]]>([
  [
    [USER, call('a'), saying('wait'), result('a')],
    ['"hi"', 'calls a', 'result a', '"wait"'],
  ],
  [
    [USER, call('a'), call('b'), result('a'), saying('wait'), result('b')],
    ['"hi"', 'calls a b', 'result a', 'result b', '"wait"'],
  ],
  [
    [USER, call('a'), saying('wait'), call('b'), result('b'), result('a')],
    ['"hi"', 'calls a', 'result a', '"wait"', 'calls b', 'result b'],
  ],
  [
    [USER, call('a'), { type: 'reasoning', summary: [] }, call('b'), result('a'), result('b')],
    ['"hi"', 'calls a', 'result a', 'calls b', 'result b'],
  ],
  [
    [USER, call('a'), saying('wait'), result('a'), call('a'), saying('on'), result('a')],
    ['"hi"', 'calls a', 'result a', '"wait"', 'calls a', 'result a', '"on"'],
  ],
])('results are paired by id over the whole input (%#)', (items, expected) => {
  expect(orderOf(items)).toEqual(expected);
});

test('a fault in a result that was moved is told where the result stands', () => {
  const { origins } = toConversation(withInput([USER, call('a'), saying('wait'), result('a')]));
  expect(origins.map(({ whole }) => whole)).toEqual([
    'input[0]',
    'input[1]',
    'input[3]',
    'input[2]',
  ]);
});

const pack = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const nested = (depth: number): unknown =>
  JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);

test.each([
  'gAAAAABqhb--made-elsewhere',
  pack({ v: 2 }),
  pack({ v: 1, extra: 'x' }),
  pack({ v: 1, more: 1 }),
  pack({ v: 1, extra: { a: nested(100) } }),
  Buffer.from('{"v":1,"extra":{"__proto__":{"x":1}}}').toString('base64url'),
])('C31 a reasoning item that is not ours is refused: %s', (encrypted_content) => {
  const item: InputItem = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content };
  expect(fault([USER, item])).toEqual({
    code: 'invalid_request',
    param: 'input[1].encrypted_content',
  });
});

test('a reasoning item that lost the calls it belongs to is refused', () => {
  const encrypted_content = pack({ v: 1, calls: [{ id: 'a', extra: { google: {} } }] });
  const item: InputItem = { type: 'reasoning', encrypted_content };
  expect(fault([USER, item, call('b'), result('b')]).param).toBe('input[1].encrypted_content');
});

test('reasoning without opaque data is what it says', () => {
  const content = [{ type: 'reasoning_text' as const, text: 'hm' }];
  const items: InputItem[] = [USER, { type: 'reasoning', content }, call('a'), result('a')];
  expect(messagesOf(items)[1]).toMatchObject({ reasoning_content: 'hm' });
});

describe('an answer handed back unchanged is the message that it was', () => {
  const plan = {
    opId: '019b76da-a800-7000-8000-000000000001',
    target: { publicId: 'p/m' },
    request: {},
    asked: { model: 'p/m', input: 'hi' },
  } as unknown as ResponsesPlan;
  const google = { thought_signature: 'c2ln', model: 'g' };
  const made = (id: string, extra?: Record<string, unknown>) => ({
    id,
    type: 'function' as const,
    function: { name: 'f', arguments: '{"a": "\\ud800"}' },
    ...(extra === undefined ? {} : { extra_content: extra }),
  });

  test.each<[string, Partial<ChatMessageOut>]>([
    ['text', { content: 'hello' }],
    ['a refusal', { refusal: 'no' }],
    ['reasoning and text', { content: 'hello', reasoning_content: 'hm \ud800' }],
    ['calls', { tool_calls: [made('a'), made('b')] }],
    ['text and calls', { content: 'I look.', tool_calls: [made('a')] }],
    [
      'signed calls',
      { tool_calls: [made('a', { google }), made('b')], extra_content: { google: { model: 'g' } } },
    ],
    [
      'signed reasoning',
      {
        content: 'hello',
        reasoning_content: 'hm',
        extra_content: {
          anthropic: { model: 'c', content: [{ type: 'thinking', thinking: '', signature: 's' }] },
        },
        tool_calls: [made('toolu_1')],
      },
    ],
  ])('%s', (_what, given) => {
    const message: ChatMessageOut = { role: 'assistant', content: null, refusal: null, ...given };
    const finish_reason = given.tool_calls === undefined ? 'stop' : 'tool_calls';
    const choices = [{ index: 0, message, finish_reason, logprobs: null } as const];
    const { output } = toResponse(plan, { choices, usage: null }, { usage: {}, createdMs: 0 });
    const body = {
      model: 'm',
      input: [USER, ...output, ...(given.tool_calls ?? []).map(({ id }) => result(id))],
    };
    const request = parseResponsesRequest(JSON.parse(JSON.stringify(body)));
    const { refusal, ...rest } = message;
    expect(toConversation(request).messages[1]).toEqual(
      refusal === null ? rest : { ...rest, refusal },
    );
  });
});

test('every parameter has its place on the chat side; null and empty are absent', () => {
  const schema = { type: 'object' };
  const request: ResponsesRequest = {
    model: 'm',
    input: 'hi',
    instructions: null,
    tools: [{ type: 'function', name: 'f', description: null, parameters: schema, strict: true }],
    tool_choice: { type: 'function', name: 'f' },
    parallel_tool_calls: false,
    text: { format: { type: 'json_schema', name: 'n', schema, strict: null } },
    max_output_tokens: 5,
    temperature: 0.5,
    top_p: 0.9,
    reasoning: { effort: 'low', summary: null },
    user: 'u',
    metadata: { a: 'b' },
    store: false,
  };
  const expected: ChatRequest = {
    model: 'm',
    messages: [],
    tools: [{ type: 'function', function: { name: 'f', parameters: schema, strict: true } }],
    tool_choice: { type: 'function', function: { name: 'f' } },
    parallel_tool_calls: false,
    response_format: { type: 'json_schema', json_schema: { name: 'n', schema } },
    max_completion_tokens: 5,
    temperature: 0.5,
    top_p: 0.9,
    reasoning_effort: 'low',
    user: 'u',
    metadata: { a: 'b' },
  };
  expect(toChatRequest(request, [])).toEqual(expected);
  const bare = { tools: [], text: { format: { type: 'text' as const } }, reasoning: null };
  expect(toChatRequest({ ...withInput('hi'), ...bare }, [])).toEqual({ model: 'm', messages: [] });
});
