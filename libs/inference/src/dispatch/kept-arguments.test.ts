import type { ChatChunkChoice } from '@tollgate/contract/chat';
import { keptArgumentsInPieces } from './kept-arguments.ts';

const EXTRA = { google: { thought_signature: 'c2ln' } };

function pieceOf(given: string): ChatChunkChoice[] {
  const call = { index: 0, id: 'call_1', type: 'function', extra_content: EXTRA } as const;
  const tool_calls = [{ ...call, function: { name: 'look', arguments: given } }];
  return [{ index: 0, delta: { tool_calls }, finish_reason: null }];
}

test('a signed call that comes as one piece carries the arguments that its model has written', () => {
  const [choice] = keptArgumentsInPieces(pieceOf('{"a":1}'));
  expect(choice?.delta.tool_calls?.[0]?.extra_content).toEqual({
    ...EXTRA,
    tollgate: { arguments: '{"a":1}' },
  });
});

test.each(['', '{"a"'])('a signed call whose first piece has %j carries nothing', (given) => {
  const [choice] = keptArgumentsInPieces(pieceOf(given));
  expect(choice?.delta.tool_calls?.[0]?.extra_content).toEqual(EXTRA);
});
