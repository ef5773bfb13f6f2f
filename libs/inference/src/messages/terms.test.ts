import { GatewayError } from '@tollgate/contract/error-codes';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import { toChatMessages } from '@tollgate/structure/messages-conversation';
import { inMessagesTerms } from './terms.ts';

const from = toChatMessages(
  {
    model: 'm',
    system: 'Be brief.',
    messages: [
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'a', name: 'f', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] },
    ],
  },
  new Map(),
);

test.each([
  ['messages[0].content', 'system'],
  ['messages[1].content', 'messages[0].content'],
  ['messages[2].tool_calls', 'messages[1].content[1]'],
  ['messages[2].reasoning_content', 'messages[1].content'],
  ['messages[3].content', 'messages[2].content[0].content'],
  ['messages[9]', 'messages'],
  ['max_completion_tokens', 'max_tokens'],
  ['reasoning_effort', 'output_config.effort'],
  ['response_format.json_schema.schema', 'output_config.format.schema'],
  ['parallel_tool_calls', 'tool_choice.disable_parallel_tool_use'],
  ['stop', 'stop_sequences'],
  ['tools[1].function.name', 'tools[1].name'],
  ['tools[1].function.parameters.type', 'tools[1].input_schema.type'],
  ['tools[1].cache_control.ttl', 'tools[1].cache_control.ttl'],
  ['tool_choice.function.name', 'tool_choice.name'],
])('%s is called %s here', (param, expected) => {
  const error = new GatewayError('unsupported_parameter', 'x', { param });
  expect(inMessagesTerms(error, from)).toMatchObject({ param: expected });
});

test('names are renamed in a sentence, words of English are not', () => {
  const error = new GatewayError(
    'unsupported_parameter',
    'No max_completion_tokens: stop, or end with a message of the user.',
  );
  expect(inMessagesTerms(error, from).message).toBe(
    'No max_tokens: stop, or end with a message of the user.',
  );
});

test.each([
  [
    'This model takes at most 4 stop sequences, and the request has 5.',
    'This model takes at most 4 stop_sequences, and the request has 5.',
  ],
  [
    'This model takes stop sequences only that hold something else than blanks.',
    'This model takes stop_sequences only that hold something else than blanks.',
  ],
  ['This model does not support stop.', 'This model does not support stop_sequences.'],
])('a field whose name is a word of English is spelled as here: %s', (message, here) => {
  const error = new GatewayError('unsupported_parameter', message, { param: 'stop' });
  expect(inMessagesTerms(error, from)).toMatchObject({ message: here, param: 'stop_sequences' });
});

test('beside another field, too', () => {
  const message = 'This model does not take reasoning_effort together with stop.';
  const error = new GatewayError('unsupported_parameter', message, { param: 'reasoning_effort' });
  expect(inMessagesTerms(error, from).message).toBe(
    'This model does not take output_config.effort together with stop_sequences.',
  );
});

test('a prompt that is too long is told in the words that clients know', () => {
  const ours = new GatewayError('context_length_exceeded', 'Shorten it.', { param: 'messages' });
  expect(inMessagesTerms(ours, from).message).toBe('prompt is too long: Shorten it.');
  const usage = { input: 1, cache_read: 0, cache_write: 0, output: 0, reasoning: 0 };
  const failure = { kind: 'context_length' as const, message: 'prompt is too long: 9 > 8' };
  const theirs = inMessagesTerms(new ProviderError(failure, { usage }), from);
  expect([theirs.failure, theirs.usage]).toEqual([failure, usage]);
  const reported = { kind: 'context_length' as const, message: 'Longer than the context.' };
  expect(inMessagesTerms(new ProviderError(reported), from).failure.message).toBe(
    'prompt is too long: Longer than the context.',
  );
});
