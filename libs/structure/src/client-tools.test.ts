import type { GatewayError } from '@tollgate/contract/error-codes';
import type { ResponsesRequest } from '@tollgate/contract/responses';
import { toConversation } from './conversation.ts';
import { callersTools, flatTools } from './flat-tools.ts';
import { parseResponsesRequest } from './parse-responses.ts';

const USER = { role: 'user', content: 'hi' };
const parse = (input: object[], more: object = {}): ResponsesRequest =>
  parseResponsesRequest({ model: 'm', input: [USER, ...input], ...more });
const namesOf = (request: ResponsesRequest): string[] =>
  flatTools({ tools: request.tools ?? null, input: request.input }).map(
    ({ flatName, path }) => `${flatName} ${path}`,
  );

/** The call and its result, as a model reads them. */
function reported(call: object, output: object): { name: string; given: unknown; result: unknown } {
  const { messages } = toConversation(parse([call, output]));
  const [, turn, result] = messages;
  const made = turn?.role === 'assistant' ? turn.tool_calls?.[0] : undefined;
  expect([made?.id, result?.role === 'tool' && result.tool_call_id]).toEqual(['c', 'c']);
  const { name = '', arguments: given = '' } = made?.function ?? {};
  return { name, given: JSON.parse(given) as unknown, result: result?.content };
}

test('calls of tools that the client runs are calls of functions to a model', () => {
  const exec = { type: 'exec', command: ['ls', '-l'], env: {}, timeout_ms: null };
  expect(
    reported(
      { type: 'local_shell_call', id: 'lsh_1', call_id: 'c', status: 'completed', action: exec },
      { type: 'local_shell_call_output', id: 'c', output: 'a.txt' },
    ),
  ).toEqual({ name: 'local_shell', given: { command: ['ls', '-l'], env: {} }, result: 'a.txt' });

  const outcome = { type: 'exit', exit_code: 0 };
  const output = [{ stdout: 'a', stderr: '', outcome }];
  expect(
    reported(
      { type: 'shell_call', call_id: 'c', action: { commands: ['ls'], timeout_ms: 5 } },
      { type: 'shell_call_output', call_id: 'c', max_output_length: null, output },
    ),
  ).toEqual({
    name: 'shell',
    given: { commands: ['ls'], timeout_ms: 5 },
    result: JSON.stringify(output),
  });

  const operation = { type: 'update_file', path: 'a.txt', diff: '@@\n-a\n+b' };
  expect(
    reported(
      { type: 'apply_patch_call', call_id: 'c', status: 'completed', operation },
      { type: 'apply_patch_call_output', call_id: 'c', status: 'failed', output: 'no file' },
    ),
  ).toEqual({
    name: 'apply_patch',
    given: { operation },
    result: '{"status":"failed","output":"no file"}',
  });

  const found = { type: 'function', name: 'get', defer_loading: true };
  expect(
    reported(
      { type: 'tool_search_call', call_id: 'c', execution: 'client', arguments: { query: 'crm' } },
      { type: 'tool_search_output', call_id: 'c', execution: 'client', tools: [found] },
    ),
  ).toEqual({ name: 'tool_search', given: { query: 'crm' }, result: '{"tools":["get"]}' });
});

test('the output of a function answers a call of a shell too', () => {
  const call = { type: 'local_shell_call', call_id: 'c', action: { command: ['ls'] } };
  const { result } = reported(call, { type: 'function_call_output', call_id: 'c', output: 'x' });
  expect(result).toBe('x');
});

test('a call of a shell without a result is refused where it stands', () => {
  const call = { type: 'shell_call', call_id: 'c', action: { commands: [] } };
  let param: string | null = null;
  try {
    parse([{ type: 'web_search_call', id: 'ws_1' }, call]);
  } catch (error) {
    ({ param } = error as GatewayError);
  }
  expect(param).toBe('input[2].call_id');
});

test('items bring tools, and a later one of the same name holds', () => {
  const custom = { type: 'custom', name: 'exec' };
  const wait = { type: 'function', name: 'wait', parameters: { type: 'object' } };
  const namespace = { type: 'namespace', name: 'functions', tools: [custom, wait] };
  const request = parse(
    [
      { type: 'additional_tools', role: 'developer', tools: [namespace, { type: 'shell' }] },
      { type: 'tool_search_call', call_id: 'c', execution: 'client', arguments: {} },
      { type: 'tool_search_output', call_id: 'c', tools: [{ type: 'function', name: 'late' }] },
      { type: 'additional_tools', role: 'developer', tools: [namespace] },
    ],
    { tools: [{ type: 'function', name: 'late', description: 'first' }] },
  );
  expect(namesOf(request)).toEqual([
    'late input[3].tools[0]',
    'functions__exec input[4].tools[0].tools[0]',
    'functions__wait input[4].tools[0].tools[1]',
    'shell input[1].tools[1]',
  ]);
  const finder = callersTools(request);
  expect(finder('functions__exec')).toEqual({
    type: 'custom',
    called: { name: 'exec', namespace: 'functions' },
  });
  expect(finder('shell').type).toBe('shell');
  const { messages } = toConversation(request);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
});

test('a search for tools by a provider is left out with its items, and what it found is told', () => {
  const request = parse(
    [
      { type: 'tool_search_call', call_id: null, execution: 'server', arguments: { paths: [] } },
      { type: 'tool_search_output', call_id: null, tools: [{ type: 'function', name: 'g' }] },
    ],
    { tools: [{ type: 'tool_search' }, { type: 'function', name: 'f', defer_loading: true }] },
  );
  expect(namesOf(request)).toEqual(['f tools[1]', 'g input[2].tools[0]']);
  expect(toConversation(request).messages).toHaveLength(1);
});

test('two tools of one name in one list are refused, wherever the list stands', () => {
  const twice = [{ type: 'shell' }, { type: 'function', name: 'shell' }];
  expect(() => parse([], { tools: twice })).toThrow(/Two tools have the name "shell"/u);
  expect(() => parse([{ type: 'additional_tools', role: 'developer', tools: twice }])).toThrow(
    /Two tools have the name "shell"/u,
  );
});

test.each([
  { type: 'shell', environment: { type: 'container_auto' } },
  { type: 'shell', environment: { type: 'container_reference', container_id: 'cntr_1' } },
])('a shell that the provider runs is refused: %j', (tool) => {
  expect(() => parse([], { tools: [tool] })).toThrow(/tools\[0\]\.environment/u);
});

test('a choice may demand a tool of the client, or allow it', () => {
  const tools = [{ type: 'shell' }, { type: 'apply_patch' }];
  expect(parse([], { tools, tool_choice: { type: 'shell' } }).tool_choice).toEqual({
    type: 'shell',
  });
  const allowed = { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'apply_patch' }] };
  expect(parse([], { tools, tool_choice: allowed }).tool_choice).toEqual(allowed);
  expect(() => parse([], { tools, tool_choice: { type: 'local_shell' } })).toThrow(
    /names "local_shell"/u,
  );
  expect(() => parse([], { tools, tool_choice: { type: 'mcp', server_label: 'x' } })).toThrow(
    /names mcp with the server_label "x", which is not among the tools/u,
  );
});
