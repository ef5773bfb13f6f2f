import type { ChatRequest, Tool } from '@tollgate/contract/chat';
import type { MappedEvent, Endpoint } from '../../adapter/adapter.ts';
import { responsesWire } from './mapper.ts';
import { foreignItems } from './replay.ts';
import type { WireRequest } from './types.ts';

const endpoint: Endpoint = {
  family: 'openai',
  provider: 'openai',
  upstreamModel: 'gpt-5-codex',
  baseUrl: 'https://api.example.com',
};
const REASONING = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'sealed' };
const SAID = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  phase: 'final_answer',
  content: [{ type: 'output_text', text: 'hi', annotations: [] }],
};
const USAGE = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 5 },
  total_tokens: 17,
};
const reply = (output: object[], more: object = {}) => ({
  id: 'resp_1',
  status: 'completed',
  error: null,
  output,
  usage: USAGE,
  ...more,
});
const asked = (fields: Partial<ChatRequest>): WireRequest =>
  responsesWire.toWire(
    { model: 'm', messages: [{ role: 'user', content: 'hi' }], ...fields },
    endpoint,
    false,
  ) as WireRequest;

test('a request says what is the default of chat completions only', () => {
  expect(asked({ tools: [{ type: 'function', function: { name: 'f' } }] })).toEqual({
    model: 'gpt-5-codex',
    input: [{ role: 'user', content: 'hi' }],
    store: false,
    include: ['reasoning.encrypted_content'],
    tools: [
      {
        type: 'function',
        name: 'f',
        parameters: { type: 'object', properties: {} },
        strict: false,
      },
    ],
  });
});

test('settings go where this wire has them', () => {
  const schema = { name: 's', schema: { type: 'object' }, strict: true };
  expect(
    asked({
      max_completion_tokens: 20,
      reasoning_effort: 'high',
      verbosity: 'low',
      response_format: { type: 'json_schema', json_schema: schema },
      tools: [{ type: 'function', function: { name: 'f', strict: true, parameters: {} } }],
      tool_choice: { type: 'function', function: { name: 'f' } },
      prompt_cache_key: 'k'.repeat(65),
    }),
  ).toMatchObject({
    max_output_tokens: 20,
    reasoning: { effort: 'high' },
    text: { verbosity: 'low', format: { type: 'json_schema', ...schema } },
    tools: [{ strict: true }],
    tool_choice: { type: 'function', name: 'f' },
    prompt_cache_key: expect.stringMatching(/^[\w-]{43}$/u),
  });
});

describe('a whole answer', () => {
  test('has its texts, its reasoning and what has to come back', () => {
    const reasoning = {
      ...REASONING,
      summary: [
        { type: 'summary_text', text: 'a' },
        { type: 'summary_text', text: 'b' },
      ],
    };
    const { choices, usage } = responsesWire.fromWire(reply([reasoning, SAID, SAID]), endpoint);
    expect(choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: {
        content: 'hi\n\nhi',
        reasoning_content: 'a\n\nb',
        extra_content: { openai: { model: 'gpt-5-codex', items: [reasoning, SAID, SAID] } },
      },
    });
    expect(usage).toEqual({ input: 4, cache_read: 4, cache_write: 2, output: 2, reasoning: 5 });
  });

  test.each([
    [{ status: 'failed', error: { code: 'server_error', message: 'x' } }, 'unavailable'],
    [{ status: 'failed', error: { code: 'rate_limit_exceeded', message: 'x' } }, 'rate_limited'],
    [{ status: 'failed', error: { code: 'constructor', message: 'x' } }, 'unavailable'],
  ])('that failed is a failure, with what was counted: %j', (more, kind) => {
    expect(() => responsesWire.fromWire(reply([], more), endpoint)).toThrow(
      expect.objectContaining({
        failure: expect.objectContaining({ kind }),
        usage: expect.objectContaining({ output: 2 }),
      }),
    );
  });

  test.each([
    ['no object', 5],
    ['no list', { status: 'completed', output: 'x' }],
    ['not over', reply([], { status: 'queued' })],
    ['a call without a name', reply([{ type: 'function_call', call_id: 'c', arguments: '{}' }])],
    ['calls without end', reply(Array.from({ length: 600 }, () => SAID))],
  ])('that does not fit is malformed: %s', (_name, given) => {
    expect(() => responsesWire.fromWire(given, endpoint)).toThrow(
      expect.objectContaining({ name: 'MalformedReply' }),
    );
  });
});

describe('a stream', () => {
  function events(...payloads: object[]): MappedEvent[] {
    const mapper = responsesWire.stream(endpoint);
    const made = payloads.flatMap((payload) =>
      mapper.push({ type: null, data: JSON.stringify(payload) }),
    );
    return [...made, ...mapper.end()];
  }
  const done = (output: object[] = []) => ({
    type: 'response.completed',
    response: reply(output),
  });

  test('tells an item that came whole', () => {
    const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"a":1}' };
    const reported = events(
      { type: 'response.output_item.done', output_index: 0, item: SAID },
      { type: 'response.output_item.added', output_index: 1, item: { ...call, arguments: '' } },
      { type: 'response.output_item.done', output_index: 1, item: call },
      done(),
    );
    const deltas = reported.flatMap((event) =>
      event.kind === 'choices' ? event.choices.map(({ delta }) => delta) : [],
    );
    expect(deltas).toMatchObject([
      { role: 'assistant', content: 'hi' },
      { tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"a":1}' } }] },
      { extra_content: { openai: { items: [SAID, call] } } },
    ]);
  });

  test.each<[string, object]>([
    ['an error event', { type: 'error', code: 'server_error', message: 'x' }],
    ['an error envelope', { error: { message: 'x', type: 'server_error' } }],
    [
      'a failed response',
      { type: 'response.failed', response: { error: { code: 'server_error' } } },
    ],
    [
      'arguments of no call',
      { type: 'response.function_call_arguments.delta', output_index: 9, delta: 'x' },
    ],
  ])('ends with %s', (_name, payload) => {
    const reported = events({ type: 'response.created', response: {} }, payload, done());
    expect(reported.at(-1)?.kind).toBe('failure');
    expect(reported.filter(({ kind }) => kind === 'failure')).toHaveLength(1);
  });

  test('counts what a failed response has used', () => {
    const response = { error: { code: 'server_error' }, usage: USAGE };
    expect(events({ type: 'response.failed', response }).map(({ kind }) => kind)).toEqual([
      'usage',
      'failure',
    ]);
  });

  test.each(['constructor', '__proto__', 'toString', 'response.rate_limits.updated'])(
    'reads over events that nobody knows: %s',
    (type) => {
      const reported = events({ type, delta: 'x' }, done());
      expect(reported.map(({ kind }) => kind)).toEqual(['usage', 'choices']);
    },
  );

  test('that breaks off is a failure', () => {
    expect(events({ type: 'response.output_text.delta', delta: 'a' }).at(-1)?.kind).toBe('failure');
  });
});

describe('what comes back', () => {
  const from = (items: unknown, more: object = {}): string | null => {
    const message = { role: 'assistant' as const, content: 'hi', ...more };
    const extra_content = { openai: { model: 'gpt-5-codex', items } };
    const messages = [{ ...message, extra_content }] as ChatRequest['messages'];
    return foreignItems({ model: 'm', messages }, endpoint)?.param ?? null;
  };
  const PATH = 'messages[0].extra_content';

  test('goes to the provider as it came', () => {
    expect(from([REASONING, SAID])).toBeNull();
    const messages = [
      {
        role: 'assistant',
        content: 'changed',
        extra_content: { openai: { items: [REASONING, SAID] } },
      },
    ] as ChatRequest['messages'];
    expect(asked({ messages }).input).toEqual([REASONING, SAID]);
  });

  test.each<[string, unknown]>([
    ['no list', 'x'],
    ['nothing', []],
    ['a reference', [{ type: 'item_reference', id: 'msg_1' }]],
    ['a search', [{ type: 'web_search_call', id: 'ws_1' }]],
    ['words of a user', [{ type: 'message', role: 'user', content: [] }]],
    ['words of the system', [{ type: 'message', role: 'system', content: [] }]],
    ['an image', [{ ...SAID, content: [{ type: 'input_image', image_url: 'https://x' }] }]],
    ['a file', [{ ...SAID, content: [{ type: 'input_file', file_id: 'f' }] }]],
    ['another member', [{ ...SAID, file_id: 'f' }]],
    ['reasoning without what followed them', [SAID, REASONING]],
    [
      'a call that the message has not',
      [{ type: 'function_call', call_id: 'c', name: 'f', arguments: '' }],
    ],
    ['a kind that objects have', [{ type: 'constructor' }]],
  ])('is refused with %s', (_name, items) => {
    expect(from(items)).toBe(PATH);
  });

  test('is refused at another model', () => {
    const other = { ...endpoint, upstreamModel: 'gpt-5-pro' };
    const extra_content = { openai: { model: 'gpt-5-codex', items: [REASONING, SAID] } };
    const messages = [
      { role: 'assistant', content: 'x', extra_content },
    ] as ChatRequest['messages'];
    expect(foreignItems({ model: 'm', messages }, other)?.message).toContain('gpt-5-codex');
  });
});

describe('a custom tool', () => {
  const format = { type: 'grammar', syntax: 'lark', definition: 'start: "x"' } as const;
  const PATCH: Tool = {
    type: 'function',
    function: {
      name: 'apply_patch',
      description: 'Changes files',
      parameters: { type: 'object', properties: { input: { type: 'string' } } },
    },
    custom: { format },
  };
  const tools: Tool[] = [PATCH, { type: 'function', function: { name: 'f' } }];
  const given = (text: string) => ({
    id: 'call_1',
    type: 'function' as const,
    function: { name: 'apply_patch', arguments: JSON.stringify({ input: text }) },
  });
  const TEXT = '*** "a" 🙂\n';
  const done = { role: 'tool', tool_call_id: 'call_1', content: 'done' } as const;
  const history: ChatRequest['messages'] = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: null, tool_calls: [given(TEXT)] },
    done,
  ];

  test('goes with its grammar, and its calls and results as what they are', () => {
    const choice = { type: 'function', function: { name: 'apply_patch' } } as const;
    expect(asked({ tools, tool_choice: choice, messages: history })).toMatchObject({
      tools: [
        { type: 'custom', name: 'apply_patch', description: 'Changes files', format },
        { type: 'function', name: 'f' },
      ],
      tool_choice: { type: 'custom', name: 'apply_patch' },
      input: [
        { role: 'user' },
        { type: 'custom_tool_call', call_id: 'call_1', name: 'apply_patch', input: TEXT },
        { type: 'custom_tool_call_output', call_id: 'call_1', output: 'done' },
      ],
    });
  });

  test('goes as the function that stands for the tool to a model that knows none', () => {
    const old = { ...endpoint, upstreamModel: 'o3-pro' };
    expect(
      responsesWire.toWire({ model: 'm', messages: history, tools }, old, false),
    ).toMatchObject({
      tools: [{ type: 'function', name: 'apply_patch' }, { type: 'function' }],
      input: [
        { role: 'user' },
        { type: 'function_call', arguments: given(TEXT).function.arguments },
        { type: 'function_call_output' },
      ],
    });
  });

  const MADE = {
    id: 'ctc_1',
    type: 'custom_tool_call',
    status: 'completed',
    call_id: 'call_1',
    name: 'apply_patch',
    input: TEXT,
  };

  test('is called by a whole answer, whose items come back as they came', () => {
    const [choice] = responsesWire.fromWire(reply([REASONING, MADE]), endpoint).choices;
    expect(choice?.message.tool_calls).toEqual([given(TEXT)]);
    expect(choice?.finish_reason).toBe('tool_calls');
    const messages = [{ role: 'user', content: 'go' }, choice?.message, done];
    const back = { messages: messages as ChatRequest['messages'], tools };
    expect(foreignItems({ model: 'm', ...back }, endpoint)).toBeNull();
    expect(asked(back).input.slice(1)).toEqual([
      REASONING,
      MADE,
      { type: 'custom_tool_call_output', call_id: 'call_1', output: 'done' },
    ]);
  });

  test.each([
    ['in pieces', ['*** "a" \ud83d', '\ude42', '\n']],
    ['at the end of its item only', []],
  ])('is called by a stream, with its text %s', (_how, pieces) => {
    const mapper = responsesWire.stream(endpoint);
    const path = { output_index: 0, item_id: 'ctc_1' };
    const events = [
      { type: 'response.output_item.added', ...path, item: { ...MADE, input: '' } },
      ...pieces.map((delta) => ({
        type: 'response.custom_tool_call_input.delta',
        ...path,
        delta,
      })),
      { type: 'response.custom_tool_call_input.done', ...path, input: TEXT },
      { type: 'response.output_item.done', ...path, item: MADE },
      { type: 'response.completed', response: reply([MADE]) },
    ];
    const reported = events.flatMap((one) =>
      mapper.push({ type: one.type, data: JSON.stringify(one) }),
    );
    const calls = [...reported, ...mapper.end()].flatMap((event) =>
      event.kind === 'choices' ? event.choices.flatMap(({ delta }) => delta.tool_calls ?? []) : [],
    );
    expect(calls[0]).toMatchObject({ id: 'call_1', function: { name: 'apply_patch' } });
    const text = calls.map(({ function: made }) => made?.arguments ?? '').join('');
    expect(JSON.parse(text)).toEqual({ input: TEXT });
  });
});

test('a summary of reasoning is asked for where the caller wants one', () => {
  expect(asked({ reasoning_summary: 'auto', reasoning_effort: 'low' })['reasoning']).toEqual({
    effort: 'low',
    summary: 'auto',
  });
  expect(asked({ reasoning_summary: null })['reasoning']).toBeUndefined();
});
