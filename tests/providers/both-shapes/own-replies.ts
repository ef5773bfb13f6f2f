import { parseExactJson } from '@tollgate/contract/exact-json';
import type { Loose } from './shape.ts';

/** A whole number that no double holds, in an object. */
const LONG = '{"id":12345678901234567890,"f":1.10,"list":[-9007199254740993]}';
const long = (): Loose => parseExactJson(LONG) as Loose;
/** What models write for a function without parameters, and what was cut off within. */
const GIVEN = [
  '',
  ' ',
  '{}',
  'null',
  ' null',
  'nul',
  '["a"]',
  '"x"',
  '7',
  '{"a":"b',
  '{"a":1}',
  LONG,
];

const choice = (message: Loose, finish: string, index = 0): Loose => ({
  index,
  message: { role: 'assistant', ...message },
  finish_reason: finish,
});
const completion = (choices: Loose[]): Loose => ({
  id: 'c-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices,
  usage: { prompt_tokens: 10, completion_tokens: 7, total_tokens: 17 },
});
const call = (id: string, given: unknown): Loose => ({
  id,
  type: 'function',
  function: { name: 'look_up', arguments: given },
});
const message = (content: Loose[], reason = 'end_turn'): Loose => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content,
  stop_reason: reason,
  stop_sequence: null,
  usage: { input_tokens: 10, cache_creation_input_tokens: 4, output_tokens: 7 },
});
const use = (id: string, input: Loose): Loose => ({ type: 'tool_use', id, name: 'look_up', input });
const candidate = (parts: Loose[], finishReason = 'STOP'): Loose => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, finishReason }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 7, totalTokenCount: 17 },
});
const converse = (content: Loose[], stopReason = 'end_turn'): Loose => ({
  output: { message: { role: 'assistant', content } },
  stopReason,
  usage: { inputTokens: 10, outputTokens: 7, totalTokens: 17 },
});
const line = (more: Loose): Loose => ({
  model: 'm',
  created_at: '2026-11-26T00:00:00Z',
  message: { role: 'assistant', content: '', ...more },
  done: true,
  done_reason: 'stop',
  prompt_eval_count: 10,
  eval_count: 7,
});
const response = (output: Loose[], status = 'completed'): Loose => ({
  id: 'resp_1',
  status,
  error: null,
  incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
  output,
  usage: { input_tokens: 10, output_tokens: 7, total_tokens: 17 },
});
const said = (id: string, text: string): Loose => ({
  id,
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
});
const asked = (id: string, given: string): Loose => ({
  id: `fc_${id}`,
  type: 'function_call',
  call_id: id,
  name: 'look_up',
  arguments: given,
});
const thought: Loose = {
  id: 'rs_1',
  type: 'reasoning',
  summary: [{ type: 'summary_text', text: 'Hm.' }],
  encrypted_content: 'sealed',
};

/** Replies of our own, by wire, for what no recording has. */
export const OWN_REPLIES: Readonly<Record<string, Readonly<Record<string, Loose>>>> = {
  'openai-compatible': {
    ...Object.fromEntries(
      GIVEN.map((given) => [
        `a call with ${JSON.stringify(given)}`,
        completion([choice({ content: null, tool_calls: [call('call_1', given)] }, 'tool_calls')]),
      ]),
    ),
    'calls with an object and with null': completion([
      choice(
        { content: '', tool_calls: [call('call_1', long()), call('call_2', null)] },
        'tool_calls',
      ),
    ]),
    'reasoning, text and two calls': completion([
      choice(
        {
          content: 'Let me look.',
          reasoning_content: 'Hm.',
          tool_calls: [call('call_1', '{"a":1}'), call('call_2', 'null')],
        },
        'tool_calls',
      ),
    ]),
    'a refusal': completion([choice({ content: null, refusal: 'No.' }, 'content_filter')]),
    'nothing at all': completion([choice({ content: '' }, 'stop')]),
    'a cut answer': completion([choice({ content: 'To be' }, 'length')]),
    'three answers': completion([
      choice({ content: 'one' }, 'stop'),
      choice({ content: 'two' }, 'length', 1),
      choice({ content: null, tool_calls: [call('call_1', '{}')] }, 'tool_calls', 2),
    ]),
  },
  responses: {
    ...Object.fromEntries(
      GIVEN.map((given) => [`a call with ${JSON.stringify(given)}`, response([asked('1', given)])]),
    ),
    'reasoning, text and two calls': response([
      thought,
      said('msg_1', 'Let me look.'),
      asked('1', '{"a":1}'),
      asked('2', 'null'),
    ]),
    'a cut answer': response([said('msg_1', 'To be')], 'incomplete'),
    'a refusal': response([
      { ...said('msg_1', ''), content: [{ type: 'refusal', refusal: 'No.' }] },
    ]),
  },
  anthropic: {
    'a call without arguments': message([use('toolu_1', {})], 'tool_use'),
    'a call with long numbers': message([use('toolu_1', long())], 'tool_use'),
    'reasoning, text and two calls': message(
      [
        { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
        { type: 'redacted_thinking', data: 'b3BhcXVl' },
        { type: 'text', text: 'Let me look.' },
        use('toolu_1', { a: 1 }),
        use('toolu_2', {}),
      ],
      'tool_use',
    ),
    'nothing at all': message([]),
    'a refusal': message([{ type: 'text', text: 'No' }], 'refusal'),
    'a cut answer': message([{ type: 'text', text: 'To be' }], 'max_tokens'),
  },
  google: {
    'a call without arguments': candidate([{ functionCall: { name: 'look_up' } }]),
    'a call with null': candidate([{ functionCall: { name: 'look_up', args: null } }]),
    'a call with long numbers': candidate([{ functionCall: { name: 'look_up', args: long() } }]),
    'reasoning, text and two signed calls': candidate([
      { text: 'Hm.', thought: true },
      { text: 'Let me look.' },
      { functionCall: { name: 'look_up', args: { a: 1 } }, thoughtSignature: 'c2ln' },
      { functionCall: { name: 'look_up', args: {} } },
    ]),
    'a cut answer': candidate([{ text: 'To be' }], 'MAX_TOKENS'),
    'a blocked answer': candidate([{ text: 'x' }], 'SAFETY'),
  },
  bedrock: {
    'a call without arguments': converse(
      [{ toolUse: { toolUseId: 't1', name: 'look_up', input: {} } }],
      'tool_use',
    ),
    'a call with long numbers': converse(
      [{ toolUse: { toolUseId: 't1', name: 'look_up', input: long() } }],
      'tool_use',
    ),
    'reasoning, text and a call': converse(
      [
        { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'c2ln' } } },
        { text: 'Let me look.' },
        { toolUse: { toolUseId: 't1', name: 'look_up', input: { a: 1 } } },
      ],
      'tool_use',
    ),
    'a cut answer': converse([{ text: 'To be' }], 'max_tokens'),
    'a filtered answer': converse([{ text: 'x' }], 'content_filtered'),
  },
  ollama: {
    'a call without arguments': line({ tool_calls: [{ function: { name: 'look_up' } }] }),
    'a call with null': line({ tool_calls: [{ function: { name: 'look_up', arguments: null } }] }),
    'a call with long numbers': line({
      tool_calls: [{ function: { name: 'look_up', arguments: long() } }],
    }),
    'reasoning, text and two calls': line({
      content: 'Let me look.',
      thinking: 'Hm.',
      tool_calls: [
        { function: { name: 'look_up', arguments: { a: 1 } } },
        { function: { name: 'look_up', arguments: { a: 1 } } },
      ],
    }),
    'nothing at all': line({}),
  },
};
