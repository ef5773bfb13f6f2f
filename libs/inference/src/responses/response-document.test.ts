import type { ChatMessageOut, FinishReason } from '@tollgate/contract/chat';
import type { ResponseDocument } from '@tollgate/contract/responses';
import type { ResponsesPlan } from './plan-responses.ts';
import { toResponse } from './response-document.ts';

const plan = {
  opId: '019b76da-a800-7000-8000-000000000001',
  target: { publicId: 'p/m' },
  request: { reasoning_effort: 'low' },
  asked: {
    model: 'alias',
    input: 'hi',
    max_output_tokens: 9,
    tools: [{ type: 'function', name: 'f' }],
    metadata: { a: 'b' },
  },
} as unknown as ResponsesPlan;

function documentOf(
  message: Partial<ChatMessageOut>,
  finish_reason: FinishReason = 'stop',
): ResponseDocument {
  const whole: ChatMessageOut = { role: 'assistant', content: null, refusal: null, ...message };
  const choices = [{ index: 0, message: whole, finish_reason, logprobs: null }];
  const usage = { input: 5, cache_read: 3, cache_write: 2, output: 7, reasoning: 4 };
  return toResponse(plan, { choices, usage: null }, { usage, createdMs: 1_999 });
}
const tool_calls = [
  { id: 'a', type: 'function' as const, function: { name: 'f', arguments: '{"x' } },
];

test('the document has the shape that clients expect', () => {
  const document = documentOf({ content: 'hello', reasoning_content: 'hm', tool_calls });
  expect(document).toMatchObject({
    id: 'resp_019b76daa80070008000000000000001',
    object: 'response',
    created_at: 1,
    status: 'completed',
    incomplete_details: null,
    error: null,
    model: 'p/m',
    instructions: null,
    max_output_tokens: 9,
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: 'low', summary: null },
    store: false,
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [{ type: 'function', name: 'f', description: null, parameters: null, strict: null }],
    metadata: { a: 'b' },
  });
  expect(document.output).toMatchObject([
    { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'hm' }] },
    {
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'hello', annotations: [] }],
    },
    { type: 'function_call', call_id: 'a', name: 'f', arguments: '{"x', status: 'completed' },
  ]);
  const ids = document.output.map(({ id }) => id);
  expect(ids.map((id) => id.split('_')[0])).toEqual(['rs', 'msg', 'fc']);
  expect(new Set(ids).size).toBe(3);
});

test('cached tokens are part of the input, reasoning is part of the output', () => {
  expect(documentOf({ content: 'x' }).usage).toEqual({
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 3, cache_write_tokens: 2 },
    output_tokens: 11,
    output_tokens_details: { reasoning_tokens: 4 },
    total_tokens: 21,
  });
});

test.each([
  ['length', 'max_output_tokens'],
  ['content_filter', 'content_filter'],
] as const)(
  'an answer that ended by %s is incomplete, and so is its last item',
  (finish, reason) => {
    const document = documentOf({ content: 'hello', tool_calls }, finish);
    expect(document.status).toBe('incomplete');
    expect(document.incomplete_details).toEqual({ reason });
    expect(document.output).toMatchObject([{ status: 'completed' }, { status: 'incomplete' }]);
  },
);

test('an answer of nothing has no items; a refusal is one', () => {
  expect(documentOf({ content: '' }).output).toEqual([]);
  expect(documentOf({ refusal: 'no' }).output).toMatchObject([
    { type: 'message', content: [{ type: 'refusal', refusal: 'no' }] },
  ]);
});

test.each([
  [
    'local_shell',
    '{"command":["ls"],"timeout_ms":5}',
    'local_shell_call',
    {
      action: {
        type: 'exec',
        command: ['ls'],
        env: {},
        timeout_ms: 5,
        user: null,
        working_directory: null,
      },
    },
  ],
  [
    'shell',
    '{"commands":["ls"]}',
    'shell_call',
    {
      action: { commands: ['ls'], timeout_ms: null, max_output_length: null },
    },
  ],
  [
    'shell',
    '{"comm',
    'shell_call',
    {
      action: { commands: [], timeout_ms: null, max_output_length: null },
    },
  ],
  [
    'apply_patch',
    '{"operation":{"type":"delete_file","path":"a"}}',
    'apply_patch_call',
    {
      operation: { type: 'delete_file', path: 'a' },
    },
  ],
  [
    'tool_search',
    '{"query":"crm"}',
    'tool_search_call',
    {
      execution: 'client',
      arguments: { query: 'crm' },
    },
  ],
])('a call of %s with %s is an item %s', (name, given, type, members) => {
  const tool = { type: name, execution: 'client' };
  const asking = { ...plan, asked: { ...plan.asked, tools: [tool] } } as unknown as ResponsesPlan;
  const calls = [{ id: 'c', type: 'function' as const, function: { name, arguments: given } }];
  const message = { role: 'assistant' as const, content: null, refusal: null, tool_calls: calls };
  const choice = { index: 0, message, finish_reason: 'tool_calls' as const, logprobs: null };
  const { output, tools } = toResponse(
    asking,
    { choices: [choice], usage: null },
    { usage: { input: 1, output: 1 }, createdMs: 0 },
  );
  expect(output).toEqual([
    {
      id: expect.stringMatching(/^[a-z]+_[0-9a-f]{36}$/u) as string,
      type,
      status: 'completed',
      call_id: 'c',
      ...members,
    },
  ]);
  expect(tools).toEqual([tool]);
});
