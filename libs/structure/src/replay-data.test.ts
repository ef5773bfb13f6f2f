import type { ChatMessageOut, ToolCall } from '@tollgate/contract/chat';
import { giveBackCall, packReplayData, unpackReplayData } from './replay-data.ts';

const extra = { google: { thought_signature: 's' } };
const call = (given: string): ToolCall => ({
  id: 'c',
  type: 'function',
  function: { name: 'edit', arguments: given },
});

test('a signed call goes back with the arguments that its model has written, whatever a client made of them', () => {
  const original = '{"b":1,"a":2}';
  const message: ChatMessageOut = {
    role: 'assistant',
    content: null,
    refusal: null,
    tool_calls: [{ ...call(original), extra_content: extra }],
  };
  const kept = unpackReplayData(packReplayData(message) ?? '')?.calls?.[0];
  if (kept === undefined) throw new Error('nothing was kept');
  const changed = call('{"a":2,"b":1,"replace_all":false}');
  giveBackCall(changed, kept);
  expect(changed).toEqual({ ...call(original), extra_content: extra });
});

test('a call of an earlier release, whose arguments were not kept, has those of the client', () => {
  const given = call('{}');
  giveBackCall(given, { extra });
  expect(given).toEqual({ ...call('{}'), extra_content: extra });
});
