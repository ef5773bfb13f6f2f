import type { GatewayError } from '@tollgate/contract/error-codes';
import { parseChatRequest } from './parse-chat.ts';
import { plainChatRequest } from './plain-chat.ts';

const USER = { role: 'user', content: 'hi' };

function refusal(body: unknown): { code: string; param: string | null; message: string } {
  try {
    parseChatRequest(body);
  } catch (error) {
    const { code, param, message } = error as GatewayError;
    return { code, param, message };
  }
  throw new Error('the request was taken');
}
const withFields = (fields: object): unknown => ({ model: 'm', messages: [USER], ...fields });

test('the parser of chat takes what official clients send', () => {
  const body = withFields({
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: null,
    temperature: 0.5,
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
    tool_choice: { type: 'function', function: { name: 'f' } },
    messages: [
      { role: 'system', content: [{ type: 'text', text: 's' }] },
      USER,
      {
        role: 'assistant',
        content: null,
        refusal: null,
        annotations: [],
        tool_calls: [
          {
            id: 'c',
            type: 'function',
            function: { name: 'f', arguments: '{}' },
            extra_content: { google: {} },
          },
        ],
        reasoning_content: 'r',
        extra_content: { anthropic: { content: [] } },
      },
      { role: 'tool', tool_call_id: 'c', content: 'result' },
    ],
  });
  expect(parseChatRequest(body)).toBe(body);
});

test.each([
  ['C01', null],
  ['C01', []],
  ['C01', 'x'],
  ['C01', 1],
])('%s refuses a body that is %j', (_id, body) => {
  expect(refusal(body).code).toBe('invalid_request');
});

test.each<[string, object, string]>([
  ['C11', { max_tokens: 0 }, 'max_tokens'],
  ['C11', { max_tokens: -1 }, 'max_tokens'],
  ['C11', { max_tokens: 1.5 }, 'max_tokens'],
  ['C11', { max_tokens: '5' }, 'max_tokens'],
  ['C11', { max_tokens: true }, 'max_tokens'],
  ['C11', { max_tokens: 2_147_483_648 }, 'max_tokens'],
  ['C15', { model: '' }, 'model'],
  ['C15', { model: { $ne: 1 } }, 'model'],
  ['C16', { messages: [] }, 'messages'],
  ['C16', { messages: [{ role: 'root', content: 'x' }] }, 'messages[0]'],
  ['C16', { messages: [USER, { role: 'user', content: 5 }] }, 'messages[1].content'],
  ['C16', { messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].tool_call_id'],
  ['C16', { messages: [{ content: 'x' }] }, 'messages[0]'],
  ['C19', { stream: 'true' }, 'stream'],
  ['C19', { stream_options: { include_usage: true } }, 'stream_options'],
  ['C25', { temperature: 1e308 }, 'temperature'],
  ['C25', { n: 129 }, 'n'],
])('%s refuses %j and names %s', (_id, fields, param) => {
  const { code, param: named } = refusal(withFields(fields));
  expect(code).toBe('invalid_request');
  expect(named).toContain(param);
});

test.each<[object, string]>([
  [{ api_base: 'http://evil' }, 'api_base'],
  [{ extra_headers: {} }, 'extra_headers'],
  [{ hasOwnProperty: 1 }, 'hasOwnProperty'],
  [{ messages: [{ ...USER, api_key: 'x' }] }, 'messages[0].api_key'],
])('C13 refuses the unknown field of %j', (fields, param) => {
  expect(refusal(withFields(fields))).toMatchObject({ code: 'unsupported_parameter', param });
});

test('a result of a tool may hold pictures', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw==' } };
  const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } };
  const result = { role: 'tool', tool_call_id: 'c', content: [image] };
  const messages = [USER, { role: 'assistant', tool_calls: [call] }, result];
  expect(parseChatRequest(withFields({ messages })).messages[2]).toEqual(result);
});

test.each(['file:///etc/passwd', 'ftp://example.com/a.png', 'https://', 'https://a b'])(
  'C17 refuses the image address %s',
  (url) => {
    const content = [{ type: 'image_url', image_url: { url } }];
    expect(refusal(withFields({ messages: [{ role: 'user', content }] })).code).toBe(
      'invalid_request',
    );
  },
);

const CALL = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
const TOOL = { type: 'function', function: { name: 'f' } };
const user = (part: object): object => ({ messages: [{ role: 'user', content: [part] }] });
const formatted = (format: object): object => ({ response_format: format });

test.each<[object, string, string]>([
  [
    formatted({ type: 'json_schema', json_schema: { schema: {} } }),
    'response_format.json_schema.name',
    'response_format.json_schema.name is required.',
  ],
  [
    formatted({ type: 'xml' }),
    'response_format.type',
    'response_format.type must be "text", "json_object" or "json_schema".',
  ],
  [
    { tools: [TOOL], tool_choice: 'any' },
    'tool_choice',
    'tool_choice must be "auto", "none", "required", an object with "type": "function" or an object with "type": "custom". Use "required" to demand a call.',
  ],
  [
    user({ type: 'input_audio', input_audio: { data: '', format: 'wav' } }),
    'messages[0].content[0].type',
    'messages[0].content[0].type must be "text", "image_url" or "file". Audio is not taken: send its text.',
  ],
  [
    user({ type: 'image_url', image_url: { url: 'ftp://example.com/a.png' } }),
    'messages[0].content[0].image_url.url',
    'messages[0].content[0].image_url.url must be a data URL with a PNG, JPEG, GIF or WebP image in base64, or a public https address of one.',
  ],
  [{ stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop', 'stop may have 4 items at most.'],
  [{ stop: 5 }, 'stop', 'stop must be a string or a list.'],
  [{ stop: ['a', 5] }, 'stop[1]', 'stop[1] must be a string.'],
  [{ stream: 'true' }, 'stream', 'stream must be true or false.'],
  [{ store: true }, 'store', 'store must be false. This platform stores no responses.'],
  [{ audio: { voice: 'x' } }, 'audio', 'audio is not supported here: leave it out or send null.'],
  [
    { messages: [{ role: 'function', content: 'x' }] },
    'messages[0].role',
    'messages[0].role must be "system", "developer", "user", "assistant" or "tool". Results of functions have the role "tool".',
  ],
  [
    { tools: [{ type: 'web_search', filters: {} }] },
    'tools[0].type',
    'tools[0].type must be "function" or "custom".',
  ],
  [
    { tools: [{ type: 'function', function: { name: 'a b' } }] },
    'tools[0].function.name',
    'tools[0].function.name must be 1 to 64 letters, digits, underscores and hyphens.',
  ],
  [{ temperature: 3 }, 'temperature', 'temperature must be 2 or less.'],
  [
    { max_token: 5 },
    'max_token',
    'max_token is not a parameter of this route. Did you mean max_tokens?',
  ],
  [{ best_of: 5 }, 'best_of', 'best_of is not a parameter of this route. Leave it out.'],
  [
    { max_output_tokens: 5 },
    'max_output_tokens',
    'max_output_tokens is not a parameter of this route. Use max_completion_tokens instead.',
  ],
])('says what is wrong with %j', (fields, param, message) => {
  expect(refusal(withFields(fields))).toMatchObject({ param, message });
});

describe('cache_control', () => {
  const mark = { type: 'ephemeral' };
  const part = (cache_control: unknown) => ({ type: 'text', text: 'hi', cache_control });
  const asked = (cache_control: unknown) =>
    withFields({ messages: [{ role: 'user', content: [part(cache_control)] }] });

  test('is taken on parts, messages and tools, and a null of it says nothing', () => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
    const body = withFields({
      tools: [{ type: 'function', function: { name: 'f' }, cache_control: mark }],
      messages: [
        { role: 'system', content: 'rules', cache_control: mark },
        { role: 'user', content: [part({ ...mark, ttl: null }), part(null)] },
        { role: 'assistant', content: null, tool_calls: [call], cache_control: mark },
        { role: 'tool', tool_call_id: 'c', content: [part({ ...mark, ttl: '1h' })] },
        { role: 'user', content: 'hi', cache_control: null },
      ],
    });
    const { tools, messages } = plainChatRequest(parseChatRequest(body));
    expect(tools?.[0]).toMatchObject({ cache_control: mark });
    expect(messages).toEqual([
      { role: 'system', content: 'rules', cache_control: mark },
      { role: 'user', content: [part(mark), { type: 'text', text: 'hi' }] },
      { role: 'assistant', content: null, tool_calls: [call], cache_control: mark },
      { role: 'tool', tool_call_id: 'c', content: [part({ ...mark, ttl: '1h' })] },
      { role: 'user', content: 'hi' },
    ]);
  });

  test.each([
    ['the last one', [mark, { ...mark, ttl: '5m' }, null], undefined, { ...mark, ttl: '5m' }],
    ['the one that costs most', [{ ...mark, ttl: '1h' }, mark], undefined, { ...mark, ttl: '1h' }],
    ['its own', [{ ...mark, ttl: '1h' }], mark, mark],
  ])('on calls becomes that of their message: %s', (_which, marks, own, kept) => {
    const call = (id: string) => ({
      id,
      type: 'function',
      function: { name: 'f', arguments: '{}' },
    });
    const calls = marks.map((_, at) => call(`c${at}`));
    const marked = calls.map((one, at) => ({ ...one, cache_control: marks[at] }));
    const answer = { role: 'assistant', content: null, tool_calls: marked, cache_control: own };
    const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'x' }));
    const body = withFields({ messages: [{ role: 'user', content: 'hi' }, answer, ...results] });
    const { messages } = parseChatRequest(JSON.parse(JSON.stringify(body)));
    expect(messages[1]).toMatchObject({ tool_calls: calls, cache_control: kept });
    expect(JSON.stringify(messages[1]?.['tool_calls' as never])).not.toContain('cache_control');
  });

  test.each([
    [{ type: 'ephemeral', ttl: '2h' }, '.ttl', 'must be "5m" or "1h".'],
    [{ type: 'ephemeral', ttl: 300 }, '.ttl', 'must be a string, "5m" or "1h".'],
    [{ type: 'for ever' }, '.type', 'must be "ephemeral".'],
    [{}, '.type', 'is required.'],
    [true, '', 'must be an object with "type": "ephemeral".'],
    [
      { type: 'ephemeral', reach: 'all' },
      '.reach',
      'is not a parameter of this route. Leave it out.',
    ],
  ])('%j is refused by its place', (value, field, words) => {
    const param = `messages[0].content[0].cache_control${field}`;
    expect(refusal(asked(value))).toMatchObject({ param, message: `${param} ${words}` });
  });
});

test('the parser of chat takes hints, nulls, defaults and what clients hand back, and passes none of these on', () => {
  const hints = {
    prompt_cache_key: 'k',
    safety_identifier: 's',
    service_tier: 'auto',
    store: false,
    verbosity: 'low',
    user: 'u',
  };
  const body = withFields({
    ...hints,
    client_metadata: { a: 'b' },
    modalities: ['text'],
    audio: null,
    functions: null,
    function_call: 'none',
    prediction: null,
    web_search_options: null,
    top_logprobs: 0,
    stream: true,
    stream_options: { include_usage: true, include_obfuscation: null },
    tools: [{ type: 'function', function: { name: 'f', description: null, parameters: null } }],
    messages: [
      { role: 'developer', content: 'rules', name: null },
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      {
        role: 'assistant',
        content: null,
        refusal: null,
        annotations: [{ type: 'url_citation' }],
        provider_specific_fields: { a: 1 },
        reasoning: 'reasoned',
        reasoning_details: [{ type: 'reasoning.text' }],
        extra_content: null,
        tool_calls: [{ ...CALL, index: 0, extra_content: null, provider_specific_fields: {} }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'result', name: null },
    ],
  });
  expect(plainChatRequest(parseChatRequest(body))).toEqual(
    withFields({
      ...hints,
      client_metadata: { a: 'b' },
      stream: true,
      stream_options: { include_usage: true, include_obfuscation: null },
      tools: [TOOL],
      messages: [
        { role: 'system', content: 'rules' },
        { role: 'user', content: [{ type: 'text', text: 'hi' }] },
        { role: 'assistant', content: null, tool_calls: [CALL] },
        { role: 'tool', tool_call_id: 'c', content: 'result' },
      ],
    }),
  );
});

test.each<object>([
  { tools: [], tool_choice: 'auto', parallel_tool_calls: true },
  { tools: null, tool_choice: 'none' },
  { tool_choice: null, parallel_tool_calls: null },
])('no tools are none: %j', (fields) => {
  const body = withFields(fields);
  expect(plainChatRequest(parseChatRequest(body))).toEqual(withFields({}));
});

test.each<[object, string]>([
  [{ tool_choice: 'required' }, 'tool_choice'],
  [{ tools: [], tool_choice: TOOL }, 'tool_choice'],
  [{ parallel_tool_calls: false }, 'parallel_tool_calls'],
  [{ tools: [TOOL, TOOL] }, 'tools'],
  [{ tools: [TOOL], tool_choice: { ...TOOL, function: { name: 'g' } } }, 'tool_choice'],
  [{ top_logprobs: 2 }, 'top_logprobs'],
  [{ max_tokens: 1, max_completion_tokens: 1 }, 'max_tokens'],
])('refuses what does not go together: %j', (fields, param) => {
  expect(refusal(withFields(fields))).toMatchObject({ code: 'unsupported_parameter', param });
});

const said = (...ids: string[]): object => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ ...CALL, id })),
});
const result = (id: string): object => ({ role: 'tool', tool_call_id: id, content: 'r' });

test.each<[string, object[], string]>([
  ['an orphan', [USER, result('c')], 'messages[1].tool_call_id'],
  ['a wrong id', [USER, said('c'), result('d')], 'messages[2].tool_call_id'],
  ['a missing one at the end', [USER, said('c')], 'messages[1].tool_calls[0].id'],
  [
    'a missing one of two',
    [USER, said('c', 'd'), result('c'), USER],
    'messages[1].tool_calls[1].id',
  ],
  ['a repeated one', [USER, said('c'), result('c'), result('c')], 'messages[3].tool_call_id'],
  ['one before its call', [USER, result('c'), said('c'), USER], 'messages[1].tool_call_id'],
  [
    'one for two calls of one id',
    [USER, said('c'), USER, said('c'), result('c')],
    'messages[3].tool_calls[0].id',
  ],
  ['one id for two calls', [USER, said('c', 'c'), result('c')], 'messages[1].tool_calls[1].id'],
])('R03 a tool result: %s is refused and the place named', (_what, messages, param) => {
  expect(refusal(withFields({ messages }))).toMatchObject({ code: 'invalid_request', param });
});

const saying = (content: string): object => ({ role: 'user', content });

test.each<[string, object[], object[]]>([
  [
    'a user',
    [USER, said('c'), saying('wait'), result('c')],
    [USER, said('c'), result('c'), saying('wait')],
  ],
  [
    'a user, of two results the second',
    [USER, said('c', 'd'), result('c'), saying('wait'), result('d')],
    [USER, said('c', 'd'), result('c'), result('d'), saying('wait')],
  ],
  [
    'a user and a turn with the same id',
    [USER, said('c'), saying('wait'), result('c'), said('c'), saying('on'), result('c')],
    [USER, said('c'), result('c'), saying('wait'), said('c'), result('c'), saying('on')],
  ],
  [
    'another turn',
    [USER, said('c'), said('d'), result('d'), result('c')],
    [USER, said('c'), result('c'), said('d'), result('d')],
  ],
])('a result that %s has come before is put behind its call', (_who, messages, expected) => {
  const request = parseChatRequest(withFields({ messages }));
  expect(request.messages).toEqual(expected);
  expect(parseChatRequest(request)).toBe(request);
});

test('a loop of several turns may use its ids again', () => {
  const messages = [USER, said('c', 'd'), result('d'), result('c'), said('c'), result('c'), USER];
  const body = withFields({ messages });
  expect(parseChatRequest(body)).toBe(body);
});

test.each([
  {},
  { content: null },
  { content: null, refusal: null, tool_calls: [] },
  { content: [] },
])('an answer that says nothing, such as %j, is taken back as an empty text', (said) => {
  const request = parseChatRequest({
    model: 'm',
    messages: [USER, { role: 'assistant', ...said }, USER],
  });
  const { content } = plainChatRequest(request).messages[1] ?? {};
  expect(content).toEqual('content' in said && Array.isArray(said.content) ? [] : '');
});

const BASE64 = 'iVBORw0KGgo=';
test.each([
  [`data:image/jpg;base64,${BASE64}`, `data:image/jpeg;base64,${BASE64}`],
  [`data:image/PNG;base64,${BASE64}`, `data:image/png;base64,${BASE64}`],
  [`DATA:image/png;BASE64,${BASE64}`, `data:image/png;base64,${BASE64}`],
  [`data:image/png;charset=utf-8;base64,${BASE64}`, `data:image/png;base64,${BASE64}`],
  ['data:image/png;base64,iVBOR\r\nw0K\n Ggo=', `data:image/png;base64,${BASE64}`],
])('a picture that is spelled %j is taken as %j', (given, url) => {
  for (const image_url of [given, { url: given }]) {
    const content = [{ type: 'image_url', image_url }];
    const request = parseChatRequest({ model: 'm', messages: [{ role: 'user', content }] });
    expect(request.messages[0]?.content).toEqual([{ type: 'image_url', image_url: { url } }]);
  }
});

test.each(['data:image/bmp;base64,AAAA', 'data:image/png,AAAA', 'ftp://example.com/a.png'])(
  'a picture at %j is refused as before',
  (url) => {
    const content = [{ type: 'image_url', image_url: url }];
    expect(refusal({ model: 'm', messages: [{ role: 'user', content }] }).param).toBe(
      'messages[0].content[0].image_url.url',
    );
  },
);

test('a request in our own spelling is the object that came', () => {
  const content = [{ type: 'image_url', image_url: { url: `data:image/png;base64,${BASE64}` } }];
  const body = { model: 'm', messages: [{ role: 'user', content }] };
  expect(parseChatRequest(body)).toBe(body);
});

test('the position of a call may be a text, and how closely to look may be original', () => {
  const call = { id: 'a', type: 'function', index: '0', function: { name: 'f', arguments: '' } };
  const image_url = { url: `data:image/png;base64,${BASE64}`, detail: 'original' };
  const request = parseChatRequest({
    model: 'm',
    messages: [
      { role: 'user', content: [{ type: 'image_url', image_url }] },
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: 'x' },
    ],
  });
  expect(request.messages[1]).toMatchObject({ tool_calls: [{ index: 0 }] });
  const [first] = plainChatRequest(request).messages;
  expect(first?.content).toEqual([{ type: 'image_url', image_url: { url: image_url.url } }]);
});

const choosing = (choice: unknown) => ({
  model: 'm',
  messages: [USER],
  tools: [TOOL],
  tool_choice: choice,
});
const allowing = (more: object) => ({ type: 'allowed_tools', allowed_tools: more });

test.each([
  [7, 'tool_choice', 'must be "auto", "none", "required" or an object that names a tool.'],
  [true, 'tool_choice', 'must be "auto", "none", "required" or an object that names a tool.'],
  [
    { type: 'zzz' },
    'tool_choice.type',
    'can only be "function", "custom" or "allowed_tools" on this route.',
  ],
  [{}, 'tool_choice.type', 'can only be "function", "custom" or "allowed_tools" on this route.'],
  [{ type: 'function' }, 'tool_choice.function.name', 'is required.'],
  [
    { type: 'function', name: 'f' },
    'tool_choice.function.name',
    'is required: on this route the name stands in tool_choice.function.name.',
  ],
  [
    { type: 'allowed_tools' },
    'tool_choice.allowed_tools',
    'is required: an object with mode and tools.',
  ],
  [
    allowing({ mode: 'any', tools: [TOOL] }),
    'tool_choice.allowed_tools.mode',
    'must be "auto" or "required".',
  ],
  [
    allowing({ mode: 'auto', tools: [] }),
    'tool_choice.allowed_tools.tools',
    'must be a list with one tool at least.',
  ],
  [
    allowing({ mode: 'auto', tools: [{ type: 'function', name: 'f' }] }),
    'tool_choice.allowed_tools.tools[0].function.name',
    'is required.',
  ],
  [
    allowing({ mode: 'auto', tools: [{ type: 'function', function: { name: 'g' } }] }),
    'tool_choice.allowed_tools.tools[0].function.name',
    'names "g", which is not among the tools.',
  ],
])('a choice of %j is refused at %s', (choice, param, words) => {
  const { param: at, message } = refusal(choosing(choice));
  expect([at, message]).toEqual([param, `${param} ${words}`]);
});

test('a choice that allows some tools leaves a request with these tools', () => {
  const other = { type: 'function', function: { name: 'other' } };
  const choice = allowing({ mode: 'required', tools: [TOOL] });
  const request = parseChatRequest({ ...choosing(choice), tools: [other, TOOL] });
  expect([request.tools, request.tool_choice]).toEqual([[TOOL], 'required']);
});

test('ids that clients give to messages go no further', () => {
  const messages = [
    { ...USER, id: 'm1' },
    { role: 'assistant', content: 'x', id: 'm2', phase: null },
    { ...USER, id: 3 },
  ];
  const { messages: plain } = plainChatRequest(parseChatRequest({ model: 'm', messages }));
  expect(plain).toEqual([USER, { role: 'assistant', content: 'x' }, USER]);
});

test('members that are null say nothing, and how far a mark reaches is a hint', () => {
  const mark = { type: 'ephemeral', scope: 'global', novelty: null };
  const text = { type: 'text', text: 'x', cache_control: mark, novelty: null };
  const request = parseChatRequest({
    model: 'm',
    messages: [{ role: 'user', content: [text], novelty: null }],
    thread: null,
    novelty: null,
  });
  const [plain] = plainChatRequest(request).messages;
  const kept = { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } };
  expect(plain).toEqual({ role: 'user', content: [kept] });
  expect(Object.keys(request)).toEqual(['model', 'messages']);
});
