import type { GatewayError } from '@tollgate/contract/error-codes';
import { parseCountTokensRequest, parseMessagesRequest } from './parse-messages.ts';

const body = (more: object = {}): unknown => ({
  model: 'm',
  max_tokens: 10,
  messages: [{ role: 'user', content: 'hi' }],
  ...more,
});

function fault(more: object): [code: string, param: string | null] {
  try {
    parseMessagesRequest(body(more));
  } catch (error) {
    const { code, param } = error as GatewayError;
    return [code, param];
  }
  throw new Error('the request was taken');
}

const tool = { name: 'f', input_schema: { type: 'object' } };
const toolset = { type: 'mcp_toolset', mcp_server_name: 'dice' };
const dice = { type: 'url', url: 'https://dice.example.com/mcp', name: 'dice' };

test('a request of an agent is taken as it is', () => {
  const request = body({
    system: [{ type: 'text', text: 's', cache_control: { type: 'ephemeral' } }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'go on' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 's' },
          { type: 'redacted_thinking', data: 'd' },
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 }, caller: { type: 'direct' } },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x', is_error: true }],
      },
      { role: 'system', content: 'A reminder.' },
    ],
    tools: [tool],
    tool_choice: { type: 'auto' },
    thinking: { type: 'adaptive' },
    output_config: { effort: 'high' },
    context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
    metadata: { user_id: 'u' },
    stream: true,
  });
  const { asked, body: came, unknown } = parseMessagesRequest(request);
  expect([asked === request, came === request, unknown]).toEqual([true, true, []]);
});

test('an empty list of servers asks for nothing, and a toolset stands for its server', () => {
  const none = parseMessagesRequest(body({ mcp_servers: [] }));
  expect([Object.hasOwn(none.body, 'mcp_servers'), none.unknown]).toEqual([false, []]);
  const one = parseMessagesRequest(body({ mcp_servers: [dice], tools: [tool, toolset] }));
  expect(one.unknown.map(({ param }) => param)).toEqual(['tools[1].type', 'mcp_servers']);
  expect(one.body['tools']).toEqual([tool, toolset]);
});

test.each(['disabled', 'between_tools'])('takes thinking of the type %s', (type) => {
  const request = body({ thinking: { type } });
  expect(parseMessagesRequest(request).asked.thinking).toEqual({ type });
});

test.each([
  [{ max_tokens: undefined }, 'invalid_request', 'max_tokens'],
  [{ max_tokens: 0 }, 'invalid_request', 'max_tokens'],
  [{ messages: [] }, 'invalid_request', 'messages'],
  [{ temperature: 1.5 }, 'invalid_request', 'temperature'],
  [{ stop: ['x'] }, 'unsupported_parameter', 'stop'],
  [{ n: 2 }, 'unsupported_parameter', 'n'],
  [{ speed: 'fast' }, 'unsupported_parameter', 'speed'],
  [{ inference_geo: 'us' }, 'unsupported_parameter', 'inference_geo'],
  [{ mcp_servers: {} }, 'invalid_request', 'mcp_servers'],
  [{ mcp_servers: [null] }, 'invalid_request', 'mcp_servers[0]'],
  [{ mcp_servers: [dice, dice] }, 'invalid_request', 'mcp_servers[1].name'],
  [{ tools: [toolset] }, 'invalid_request', 'tools[0].mcp_server_name'],
  [
    { mcp_servers: [dice], tools: [toolset, tool, toolset] },
    'invalid_request',
    'tools[2].mcp_server_name',
  ],
  [
    { mcp_servers: [dice], tools: [{ ...toolset, name: 'x' }] },
    'unsupported_parameter',
    'tools[0].name',
  ],
  [
    { tools: [tool, { type: 'tool_search_tool_regex_20251119', name: 'w' }] },
    'unsupported_parameter',
    'tools[1].type',
  ],
  [
    { messages: [{ role: 'user', content: [{ type: 'container_upload', file_id: 'f' }] }] },
    'unsupported_parameter',
    'messages[0].content[0].type',
  ],
  [
    { messages: [{ role: 'assistant', content: [{ type: 'server_tool_use', id: 'x' }] }] },
    'unsupported_parameter',
    'messages[0].content[0].type',
  ],
  [{ messages: [{ role: 'user', content: [7] }] }, 'invalid_request', 'messages[0].content[0]'],
  [
    {
      messages: [
        {
          role: 'user',
          content: [{ type: 'search_result', cache_control: { type: 'ephemeral', ttl: '2h' } }],
        },
      ],
    },
    'unsupported_parameter',
    'messages[0].content[0].type',
  ],
  [
    {
      messages: [
        {
          role: 'system',
          content: [{ type: 'tool_changes', tools: [{ type: 'web_search_20250305' }] }],
        },
      ],
    },
    'unsupported_parameter',
    'messages[0].content[0].type',
  ],
  [
    {
      context_management: {
        edits: [{ type: 'clear_thinking_20251015' }, { type: 'compact_20260112' }],
      },
    },
    'unsupported_parameter',
    'context_management.edits[1].type',
  ],
  [{ tools: [tool, tool] }, 'unsupported_parameter', 'tools'],
  [
    { tools: [tool], tool_choice: { type: 'tool', name: 'g' } },
    'unsupported_parameter',
    'tool_choice',
  ],
  [{ tool_choice: { type: 'any' } }, 'unsupported_parameter', 'tool_choice'],
  [
    { thinking: { type: 'enabled', budget_tokens: 10 } },
    'invalid_request',
    'thinking.budget_tokens',
  ],
  [{ messages: [{ role: 'tool', content: 'x' }] }, 'invalid_request', 'messages[0].role'],
  [
    { messages: [{ role: 'user', content: [{ type: 'document', source: {} }] }] },
    'invalid_request',
    'messages[0].content[0].source.type',
  ],
  [
    {
      messages: [
        { role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'ftp://x' } }] },
      ],
    },
    'invalid_request',
    'messages[0].content[0].source.url',
  ],
  [
    { output_config: { format: { type: 'json_schema', schema: { type: 7 } } } },
    'invalid_request',
    'output_config.format.schema',
  ],
])('%j is refused', (more, code, param) => {
  expect(fault(more)).toEqual([code, param]);
});

test('what only a provider of this shape may know is set apart, and everything else keeps its place', () => {
  const known = { type: 'text', text: 'hi' };
  const request = body({
    system: [{ ...known, scope: 'x' }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'novelty', x: 1 },
          { ...known, citations: null },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'a',
            content: [{ type: 'tool_reference', tool_name: 'f' }],
          },
        ],
      },
    ],
    tools: [{ ...tool, defer_loading: true }],
    output_config: { task_budget: 5 },
    thinking: { type: 'adaptive', interleaved: true },
  });
  const { asked, body: came, unknown } = parseMessagesRequest(request);
  expect(came).toBe(request);
  expect(unknown.map(({ param }) => param)).toEqual([
    'messages[0].content[0].type',
    'messages[1].content[0].content[0].type',
    'system[0].scope',
    'tools[0].defer_loading',
    'output_config.task_budget',
    'thinking.interleaved',
  ]);
  expect(asked.messages[0]?.content).toEqual([{ type: 'text', text: '' }, known]);
  expect(asked.tools).toEqual([tool]);
});

test('fields of other routes are told by their names here', () => {
  expect(() => parseMessagesRequest(body({ max_completion_tokens: 5 }))).toThrow(
    'Use max_tokens instead',
  );
});

test('what is only counted has no ceiling', () => {
  const { max_tokens: _, ...counted } = body() as { max_tokens: number };
  expect(parseCountTokensRequest(counted).asked).toBe(counted);
  expect(() => parseCountTokensRequest(body())).toThrow('max_tokens is not a parameter');
});

test('a hint, an extension and a tool of the caller are set apart at their paths', () => {
  const mark = { type: 'ephemeral', scope: 'global' };
  const { asked, unknown } = parseMessagesRequest(
    body({
      speed: 'standard',
      novelty: { a: [1] },
      thread: null,
      cache_control: mark,
      system: [{ type: 'text', text: 's', cache_control: mark }],
      tool_choice: { type: 'auto', novelty: 1 },
      thinking: { type: 'thorough' },
      tools: [{ type: 'bash_20991231', name: 'bash', cache_control: { type: 'ephemeral' } }],
    }),
  );
  expect(unknown.map(({ param }) => param).sort()).toEqual([
    'cache_control.scope',
    'novelty',
    'speed',
    'system[0].cache_control.scope',
    'thinking.type',
    'tool_choice.novelty',
    'tools[0].type',
  ]);
  const kept = { type: 'ephemeral' };
  expect(asked).toMatchObject({ cache_control: kept, tool_choice: { type: 'auto' } });
  expect(asked).not.toHaveProperty('thinking');
  expect(asked.tools).toEqual([
    { name: 'bash', input_schema: { type: 'object' }, cache_control: kept },
  ]);
});

test('data of the caller switch nothing on, whatever they are called', () => {
  const examples = [{ region: 'us', type: 'document', file_id: 'f', n: 2 }];
  const { unknown } = parseMessagesRequest(
    body({ tools: [{ ...tool, input_examples: examples, defer_loading: true }] }),
  );
  expect(unknown.map(({ param }) => param)).toEqual([
    'tools[0].input_examples',
    'tools[0].defer_loading',
  ]);
});

test.each([
  ['flex_window', 1],
  ['response_count', { n: 3 }],
  ['novelty', { source: { type: 'file', file_id: 'f' } }],
  ['novelty', [{ url: 'https://example.com' }]],
  ['prompt_id', 'p'],
  ['data_residency', 'eu'],
])('an unknown %s of %j passes nowhere', (name, value) => {
  expect(fault({ [name]: value })).toEqual(['unsupported_parameter', name]);
});

test('a picture in another spelling goes on in the one that providers take, in results too', () => {
  const source = { type: 'base64', media_type: 'image/JPG', data: 'iVBO\nRw==' };
  const image = { type: 'image', source };
  const { asked, body: passed } = parseMessagesRequest(
    body({
      messages: [
        { role: 'user', content: [image] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [image] }] },
      ],
    }),
  );
  const made = { ...image, source: { ...source, media_type: 'image/jpeg', data: 'iVBORw==' } };
  const result = { type: 'tool_result', tool_use_id: 'a', content: [made] };
  for (const { messages } of [asked, passed as unknown as typeof asked]) {
    expect(messages.map(({ content }) => content)).toEqual([[made], [result]]);
  }
});
