import { withApprovals } from './approvals.ts';

const thought = (id: string) => ({ type: 'reasoning', id, summary: [] });
const request = (id: string) => ({
  type: 'mcp_approval_request',
  id,
  server_label: 'dice',
  name: 'roll',
  arguments: '{}',
});
const call = { type: 'mcp_call', id: 'c', server_label: 'dice', name: 'roll', arguments: '{}' };
const text = { type: 'message', role: 'assistant', content: [] };
const own = { type: 'function_call', call_id: 'f', name: 'f', arguments: '{}' };
const idsOf = (items: readonly object[]): string[] =>
  items.map((item) => {
    const { type, id = '' } = item as { type: string; id?: string };
    return `${type} ${id}`.trim();
  });
const given = (...ids: string[]) => ids.map((id) => ({ id, approve: true }));

test('answers follow the items of the answer that asked, in the order of the requests', () => {
  const items = withApprovals([thought('r'), request('a'), request('b')], given('b', 'a'));
  expect(idsOf(items)).toEqual([
    'reasoning r',
    'mcp_approval_request a',
    'mcp_approval_request b',
    'mcp_approval_response',
    'mcp_approval_response',
  ]);
  expect(items.slice(-2)).toEqual([
    { type: 'mcp_approval_response', approval_request_id: 'a', approve: true },
    { type: 'mcp_approval_response', approval_request_id: 'b', approve: true },
  ]);
});

test('a request without an answer is left out, with the reasoning that led to it alone', () => {
  const items = [
    thought('r1'),
    text,
    thought('r2'),
    request('a'),
    thought('r3'),
    request('b'),
    own,
  ];
  expect(idsOf(withApprovals(items, []))).toEqual([
    'reasoning r1',
    'message',
    'reasoning r3',
    'function_call',
  ]);
  expect(withApprovals([thought('r'), request('a')], given('other'))).toEqual([]);
});

test('calls go back with a request that is answered, and without one they do not', () => {
  const items = [call, thought('r'), request('a')];
  expect(idsOf(withApprovals(items, given('a')))).toEqual([
    'mcp_call c',
    'reasoning r',
    'mcp_approval_request a',
    'mcp_approval_response',
  ]);
  expect(withApprovals(items, [])).toEqual([]);
  expect(withApprovals([text], given('a'))).toEqual([text]);
});
