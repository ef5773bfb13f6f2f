import { TOOLS_MAX } from '@tollgate/contract/chat';
import { toConversation } from './conversation.ts';
import { callersTools, flatNameOf, flatTools } from './flat-tools.ts';
import type { GatewayError } from '@tollgate/contract/error-codes';
import { parseResponsesRequest } from './parse-responses.ts';

function refusal(body: unknown): { code: string; param: string | null } {
  try {
    parseResponsesRequest(body);
  } catch (error) {
    const { code, param } = error as GatewayError;
    return { code, param };
  }
  throw new Error('the request was taken');
}
const withFields = (fields: object): unknown => ({ model: 'm', input: 'hi', ...fields });
const USER = { role: 'user', content: 'hi' };
const TOOL = { type: 'function', name: 'f' };
const allowing = (...tools: object[]) => ({ type: 'allowed_tools', mode: 'auto', tools });

test('the parser of responses takes what official clients send', () => {
  const body = withFields({
    instructions: null,
    stream: false,
    store: false,
    background: false,
    previous_response_id: null,
    include: ['reasoning.encrypted_content'],
    truncation: 'disabled',
    service_tier: 'auto',
    metadata: {},
    reasoning: { effort: 'low', summary: null },
    text: { format: { type: 'text' } },
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object' }, strict: true }],
    tool_choice: { type: 'function', name: 'f' },
    input: [
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 's' }] },
      USER,
      { id: 'rs_1', type: 'reasoning', summary: [], content: [] },
      {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [
          { type: 'output_text', text: 'x', annotations: [], logprobs: [], parsed: { a: 1 } },
        ],
      },
      {
        id: 'fc_1',
        type: 'function_call',
        status: 'completed',
        call_id: 'c',
        name: 'f',
        arguments: '{}',
        parsed_arguments: {},
      },
      { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: 'r' }] },
    ],
  });
  expect(parseResponsesRequest(body)).toBe(body);
});

test.each([
  ['stream', true],
  ['store', true],
  ['background', true],
  ['previous_response_id', 'resp_1'],
  ['conversation', 'conv_1'],
  ['conversation', { id: 'conv_1' }],
  ['prompt', { id: 'pmpt_1' }],
  ['include', ['message.output_text.logprobs']],
  ['truncation', 'auto'],
  ['top_logprobs', 2],
  ['service_tier', 'scale'],
  ['api_base', 'http://evil'],
])('refuses %s %j as unsupported', (param, value) => {
  expect(refusal(withFields({ [param]: value }))).toEqual({ code: 'unsupported_parameter', param });
});

test.each([
  [{ text: { format: { type: 'grammar', syntax: 'lark' } } }, 'text.format.type'],
  [{ tool_choice: { type: 'web_search' } }, 'tool_choice'],
  [{ input: [{ type: 'item_reference', id: 'msg_1' }] }, 'input[0].type'],
  [{ input: [USER, { ...USER, api_key: 'x' }] }, 'input[1].api_key'],
])('refuses %j as unsupported and names %s', (fields, param) => {
  expect(refusal(withFields(fields))).toEqual({ code: 'unsupported_parameter', param });
});

test('a search without access to anything is no function', () => {
  const search = { type: 'web_search', external_web_access: false, search_context_size: 'low' };
  const tool = { type: 'function', name: 'f' };
  const { tools } = parseResponsesRequest(withFields({ tools: [search, tool] }));
  expect(flatTools({ tools: tools ?? null })).toEqual([
    { flatName: 'f', namespace: null, tool, type: 'function', path: 'tools[1]' },
  ]);
});

test('functions of a namespace are known by both names, and called by both', () => {
  const namespace = { type: 'namespace', name: 'crm', tools: [{ type: 'function', name: 'get' }] };
  const call = { type: 'function_call', call_id: 'a', name: 'get', namespace: 'crm' };
  const { tools, input } = parseResponsesRequest(
    withFields({
      tools: [namespace, { type: 'function', name: 'get' }],
      input: [
        USER,
        { ...call, arguments: '{}' },
        { type: 'function_call_output', call_id: 'a', output: 'x' },
      ],
    }),
  );
  expect(flatTools({ tools: tools ?? null }).map(({ flatName, path }) => [flatName, path])).toEqual(
    [
      ['crm__get', 'tools[0].tools[0]'],
      ['get', 'tools[1]'],
    ],
  );
  expect(toConversation({ model: 'm', input }).messages[1]).toMatchObject({
    tool_calls: [{ id: 'a', function: { name: 'crm__get' } }],
  });
  const finder = callersTools({ tools: tools ?? null });
  expect(['crm__get', 'get', 'made_up'].map((name) => finder(name).called)).toEqual([
    { name: 'get', namespace: 'crm' },
    { name: 'get' },
    { name: 'made_up' },
  ]);
});

test('names of functions that are too long for providers are cut and stay apart', () => {
  const namespace = 'n'.repeat(60);
  const names = ['first', 'second'].map((name) => flatNameOf(name, namespace));
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^n{55}_[0-9a-f]{8}$/);
  expect(flatNameOf('f', null)).toBe('f');
});

test.each<[object, { code: string; param: string }]>([
  [{ tools: [] }, { code: 'invalid_request', param: 'tools[0].tools' }],
  [
    { tools: [{ type: 'mcp', name: 'c' }] },
    { code: 'unsupported_parameter', param: 'tools[0].tools[0].type' },
  ],
  [
    { tools: [{ type: 'function', name: 'a b' }] },
    { code: 'invalid_request', param: 'tools[0].tools[0].name' },
  ],
  [
    { tools: ['f', 'f'].map((name) => ({ type: 'function', name })) },
    { code: 'unsupported_parameter', param: 'tools' },
  ],
])('a namespace with %j is refused', (fields, expected) => {
  const namespace = { type: 'namespace', name: 'n', ...fields };
  expect(refusal(withFields({ tools: [namespace] }))).toEqual(expected);
});

test('namespaces hold no more functions than a request may', () => {
  const namespaceOf = (name: string) => ({
    type: 'namespace',
    name,
    tools: Array.from({ length: TOOLS_MAX / 2 + 1 }, (_, n) => ({
      type: 'function',
      name: `f${n}`,
    })),
  });
  const fields = { tools: [namespaceOf('a'), namespaceOf('b')] };
  expect(refusal(withFields(fields))).toEqual({ code: 'invalid_request', param: 'tools' });
});

test.each([
  [{ store: true }, 'store: false'],
  [{ previous_response_id: 'resp_1' }, 'store: false'],
  [{ background: true }, 'respond-async'],
])('%j is refused with what to send instead', (fields, advice) => {
  expect(() => parseResponsesRequest(withFields(fields))).toThrow(advice);
});

test.each([{ type: 'web_search_preview' }, { type: 'computer' }])(
  'R04 there are no tools but functions: %j',
  (tool) => {
    const fields = { tools: [{ type: 'function', name: 'f' }, tool] };
    expect(refusal(withFields(fields))).toEqual({
      code: 'unsupported_parameter',
      param: 'tools[1].type',
    });
  },
);

test.each<[unknown, string]>([
  ['', 'input'],
  [[], 'input'],
  [5, 'input'],
  [undefined, 'input'],
  [Array.from({ length: 4_001 }, () => USER), 'input'],
  [[USER, 'hi'], 'input[1]'],
  [[{ role: 'tool', content: 'x' }], 'input[0].role'],
  [[{ role: 'constructor', content: 'x' }], 'input[0].role'],
  [[{ content: 'x' }], 'input[0].role'],
  [[{ role: 'user', content: 5 }], 'input[0].content'],
  [[{ role: 'user', content: [{ text: 'x' }] }], 'input[0].content[0].type'],
  [[{ type: 'function_call', call_id: 'c', arguments: '{}' }], 'input[0].name'],
  [[USER, { type: 'function_call_output', call_id: 'c' }], 'input[1].output'],
  [[USER, { type: 'function_call_output', call_id: 'c', output: 'x' }], 'input[1].call_id'],
])('R03 input %j is refused and the place named: %s', (input, param) => {
  const { code, param: named } = refusal({ model: 'm', input });
  expect(code).toBe('invalid_request');
  expect(named).toBe(param);
});

test('R05 the chat shape of a named choice is refused', () => {
  const tools = [{ type: 'function', name: 'f' }];
  const tool_choice = { type: 'function', function: { name: 'f' } };
  expect(refusal(withFields({ tools, tool_choice })).param).toContain('tool_choice');
  const nested = [{ type: 'function', function: { name: 'f' } }];
  expect(refusal(withFields({ tools: nested })).param).toContain('tools[0]');
});

const formatOf = (schema: unknown): unknown =>
  withFields({ text: { format: { type: 'json_schema', name: 'n', schema } } });
const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } };
let chain: Record<string, unknown> = { type: 'string' };
for (let depth = 0; depth < 600; depth += 1) chain = { allOf: [chain] };

test.each<[string, unknown]>([
  ['no object', 5],
  ['an unknown type', { type: 'text' }],
  ['an unknown type below', { type: 'object', properties: { a: { type: 'str' } } }],
  ['properties that are none', { type: 'object', properties: ['a'] }],
  ['required that is no list', { type: 'object', required: true }],
  ['a foreign reference', { $ref: 'http://169.254.169.254/schema' }],
  ['a reference to nothing', { $ref: '#/$defs/x' }],
  ['a reference to itself', { $ref: '#' }],
  ['recursion', { $ref: '#/$defs/node', $defs: { node } }],
  ['depth', chain],
  ['5 MB', { type: 'string', description: 'x'.repeat(5_000_000) }],
])('R06 a schema with %s', (_what, schema) => {
  expect(refusal(formatOf(schema))).toEqual({
    code: 'invalid_request',
    param: 'text.format.schema',
  });
});

test('R06 without a name or a schema', () => {
  const of = (format: object) => refusal(withFields({ text: { format } })).param;
  expect(of({ type: 'json_schema', schema: {} })).toBe('text.format.name');
  expect(of({ type: 'json_schema', name: 'n' })).toBe('text.format.schema');
});

test('a schema may share parts and hold anything as data', () => {
  const $defs = { name: { type: 'string', enum: ['a'], default: { $ref: 'http://x' } } };
  const name = { $ref: '#/$defs/name' };
  const properties = { $ref: name, first: name, type: { type: ['string', 'null'] } };
  const body = formatOf({ type: 'object', properties, $defs, additionalProperties: false });
  expect(parseResponsesRequest(body)).toBe(body);
});

test.each(['ftp://example.com/', 'file:///etc/passwd'])(
  'C17 refuses the image address %s',
  (image_url) => {
    const content = [{ type: 'input_image', image_url }];
    expect(refusal({ model: 'm', input: [{ role: 'user', content }] })).toEqual({
      code: 'invalid_request',
      param: 'input[0].content[0].image_url',
    });
  },
);

test.each<[object, string]>([
  [{ max_output_tokens: 0 }, 'max_output_tokens'],
  [{ max_output_tokens: '5' }, 'max_output_tokens'],
  [{ temperature: 1e308 }, 'temperature'],
  [{ metadata: { a: 1 } }, 'metadata.a'],
  [{ model: '' }, 'model'],
])('C11 refuses %j', (fields, param) => {
  expect(refusal(withFields(fields))).toEqual({ code: 'invalid_request', param });
});

test('a tool may return pictures, in every spelling', () => {
  const output = [{ type: 'input_image', image_url: 'data:image/JPG;base64,iVBO\nRw==' }];
  for (const type of ['function_call', 'custom_tool_call']) {
    const call = { type, call_id: 'c', name: 'view_image', arguments: '{}', input: '' };
    const { [type === 'function_call' ? 'input' : 'arguments']: _, ...made } = call as Record<
      string,
      string
    >;
    const item = { type: `${type}_output`, call_id: 'c', output };
    const { input } = parseResponsesRequest({ model: 'm', input: [made, item] });
    expect(input[1]).toMatchObject({
      output: [{ type: 'input_image', image_url: 'data:image/jpeg;base64,iVBORw==' }],
    });
  }
});

test('the parser of responses takes hints, and wishes about tools that change nothing without tools', () => {
  const body = withFields({
    text: { verbosity: 'low' },
    stream_options: { include_obfuscation: false },
    reasoning: { summary: 'auto', generate_summary: null },
    prompt_cache_key: 'k',
    prompt_cache_retention: '24h',
    safety_identifier: 's',
    client_metadata: { a: 1 },
    service_tier: 'auto',
    tools: [],
    tool_choice: 'auto',
    parallel_tool_calls: true,
  });
  expect(parseResponsesRequest(body)).toBe(body);
});

test.each<[object, string]>([
  [{ tool_choice: 'required' }, 'tool_choice'],
  [{ tool_choice: { type: 'function', name: 'f' } }, 'tool_choice'],
  [{ parallel_tool_calls: false, tools: [] }, 'parallel_tool_calls'],
  [{ tools: [TOOL, TOOL] }, 'tools'],
  [{ tools: [TOOL], tool_choice: { type: 'function', name: 'g' } }, 'tool_choice'],
  [{ tools: [TOOL], tool_choice: { type: 'custom', name: 'f' } }, 'tool_choice'],
  [{ tools: [TOOL], tool_choice: allowing({ type: 'custom', name: 'f' }) }, 'tool_choice.tools[0]'],
  [{ tools: [TOOL], tool_choice: allowing(TOOL, { ...TOOL, name: 'g' }) }, 'tool_choice.tools[1]'],
  [{ tools: [TOOL], tool_choice: allowing({ type: 'file_search' }) }, 'tool_choice.tools[0]'],
  [{ tool_choice: { ...allowing(TOOL), mode: 'required' } }, 'tool_choice'],
  [{ tools: [TOOL, { type: 'custom', name: 'f' }] }, 'tools'],
])('refuses what does not go together: %j', (fields, param) => {
  expect(refusal(withFields(fields))).toEqual({ code: 'unsupported_parameter', param });
});

test('pictures in other spellings, and answers without words, are taken', () => {
  const image_url = 'data:image/JPG;charset=binary;base64,iVBO\nRw==';
  const url = 'data:image/jpeg;base64,iVBORw==';
  const { input } = parseResponsesRequest({
    model: 'm',
    input: [
      { role: 'user', content: [{ type: 'input_image', image_url, detail: 'original' }] },
      { type: 'message', role: 'assistant', content: [] },
      { role: 'user', content: [{ type: 'input_image', image_url: { url, detail: 'low' } }] },
    ],
  });
  expect(input).toEqual([
    { role: 'user', content: [{ type: 'input_image', image_url: url, detail: 'original' }] },
    { type: 'message', role: 'assistant', content: [] },
    { role: 'user', content: [{ type: 'input_image', image_url: url, detail: 'low' }] },
  ]);
});

test.each([
  [{ type: 'function' }, 'tool_choice.name is required.'],
  [
    { type: 'function', function: { name: 'f' } },
    'tool_choice.name is required: on this route the name stands in tool_choice.name.',
  ],
  [7, 'tool_choice must be "auto", "none", "required" or an object that names a tool.'],
])('a choice of %j is told what it lacks', (tool_choice, message) => {
  const tools = [{ type: 'function', name: 'f' }];
  expect(() => parseResponsesRequest({ model: 'm', input: 'hi', tools, tool_choice })).toThrow(
    message,
  );
});

test('a member that is null says nothing, known or not', () => {
  const request = parseResponsesRequest({ model: 'm', input: 'hi', novelty: null, user: null });
  expect(request).toEqual({ model: 'm', input: 'hi', user: null });
});

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const MADE = { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: PNG };
const CALL = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' };
const RESULT = { type: 'function_call_output', call_id: 'c', output: 'r' };

test('an image that was made is shown again behind its turn, where images are made', () => {
  const input = [USER, MADE, { role: 'assistant', content: 'here' }, CALL, RESULT, USER];
  const tools = [TOOL, { type: 'image_generation' }];
  const request = parseResponsesRequest(withFields({ tools, input }));
  const { messages, origins } = toConversation(request);
  const url = `data:image/png;base64,${PNG}`;
  expect(messages).toMatchObject([
    USER,
    { role: 'assistant', content: 'here', tool_calls: [{ id: 'c' }] },
    { role: 'tool', tool_call_id: 'c' },
    { role: 'user', content: [{ type: 'image_url', image_url: { url } }] },
    USER,
  ]);
  expect(origins[3]?.whole).toBe('input[1]');
  const without = toConversation(parseResponsesRequest(withFields({ tools: [TOOL], input })));
  expect(JSON.stringify(without.messages)).not.toContain(PNG);
});

test.each(['bm8=', 'x', `${PNG}=`])('what is no image is not shown again: %s', (result) => {
  const tools = [{ type: 'image_generation' }];
  const body = withFields({ tools, input: [USER, { ...MADE, result }] });
  expect(refusal(body)).toEqual({ code: 'invalid_request', param: 'input[1].result' });
});

test('an image without bytes is left out', () => {
  const tools = [{ type: 'image_generation' }];
  const input = [USER, { ...MADE, result: null }, { type: MADE.type, id: 'ig_2' }];
  const { messages } = toConversation(parseResponsesRequest(withFields({ tools, input })));
  expect(messages).toEqual([USER]);
});
