import type { InputItem } from '@tollgate/contract/responses';
import { approvalsIn } from './approvals.ts';

const user: InputItem = { role: 'user', content: 'Roll it' };
const said: InputItem = { role: 'assistant', content: 'Four' };
const call: InputItem = { type: 'mcp_call' };
const request = (id: string): InputItem => ({
  type: 'mcp_approval_request',
  id,
  server_label: 'dice',
  name: 'roll',
  arguments: '{}',
});
const answer = (approval_request_id: string): InputItem => ({
  type: 'mcp_approval_response',
  approval_request_id,
  approve: true,
});
const read = (...input: InputItem[]) => {
  const { live, leftOut } = approvalsIn(input);
  return [live.map(({ path }) => path), leftOut];
};

test.each<[string, InputItem[], string[], string[]]>([
  ['no approvals', [user, said], [], []],
  ['an answer at the end', [user, request('a'), answer('a')], ['input[2]'], []],
  ['words behind an answer', [user, request('a'), answer('a'), user], ['input[2]'], []],
  [
    'an answer that the model has gone on from',
    [user, request('a'), answer('a'), call, said, user],
    [],
    ['input[1]', 'input[2]'],
  ],
  [
    'the second answer of a loop',
    [user, request('a'), answer('a'), call, request('b'), answer('b')],
    ['input[2]', 'input[5]'],
    [],
  ],
  [
    'a second answer behind words to the first',
    [user, request('a'), answer('a'), user, call, request('b'), answer('b')],
    ['input[2]', 'input[6]'],
    [],
  ],
  [
    'a loop behind another one',
    [user, request('a'), answer('a'), call, said, user, request('b'), answer('b')],
    ['input[7]'],
    ['input[1]', 'input[2]'],
  ],
  ['a request that nobody answers', [user, request('a'), user], [], ['input[1]']],
  [
    'one of two requests that is answered',
    [user, request('a'), request('b'), answer('b')],
    ['input[3]'],
    ['input[1]'],
  ],
])('of %s', (_, input, live, leftOut) => {
  expect(read(...input)).toEqual([live, leftOut]);
});

test('a request is answered once', () => {
  expect(() => approvalsIn([user, request('a'), answer('a'), answer('a')])).toThrow(
    'input[3].approval_request_id is answered twice',
  );
  expect(approvalsIn('text')).toEqual({ live: [], leftOut: [] });
});
