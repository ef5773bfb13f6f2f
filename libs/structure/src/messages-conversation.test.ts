import type { CountTokensRequest } from '@tollgate/contract/messages';
import { toChatMessages } from './messages-conversation.ts';
import type { OpenedThinking, ThinkingOrRedacted } from './messages-conversation.ts';

type Turns = CountTokensRequest['messages'];

const read = (
  messages: Turns,
  given: { system?: CountTokensRequest['system']; opened?: OpenedThinking } = {},
): ReturnType<typeof toChatMessages> =>
  toChatMessages(
    { model: 'm', messages, ...(given.system === undefined ? {} : { system: given.system }) },
    given.opened ?? new Map(),
  );

const mark = { type: 'ephemeral' as const };

test('the system leads, and a turn of the system stays where it stands', () => {
  const { messages, origins } = read(
    [
      { role: 'user', content: 'hi' },
      { role: 'system', content: 'A reminder.' },
    ],
    { system: [{ type: 'text', text: 'Be brief.', cache_control: mark }] },
  );
  expect(messages).toEqual([
    { role: 'system', content: [{ type: 'text', text: 'Be brief.', cache_control: mark }] },
    { role: 'user', content: 'hi' },
    { role: 'system', content: 'A reminder.' },
  ]);
  expect(origins.map(({ whole }) => whole)).toEqual(['system', 'messages[0]', 'messages[1]']);
});

test('results come in front of what the user says beside them', () => {
  const source = { type: 'base64' as const, media_type: 'image/png' as const, data: 'AAAA' };
  const { messages, origins } = read([
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 }, cache_control: mark },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Also this.' },
        {
          type: 'tool_result',
          tool_use_id: 'a',
          is_error: true,
          content: [
            { type: 'text', text: 'Seen:' },
            { type: 'image', source },
          ],
        },
      ],
    },
  ]);
  expect(messages).toEqual([
    {
      role: 'assistant',
      content: 'I look.',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
      cache_control: mark,
    },
    {
      role: 'tool',
      tool_call_id: 'a',
      is_error: true,
      content: [
        { type: 'text', text: 'Seen:' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      ],
    },
    { role: 'user', content: 'Also this.' },
  ]);
  expect(origins.map(({ whole }) => whole)).toEqual([
    'messages[0]',
    'messages[1].content[1]',
    'messages[1]',
  ]);
});

test('a call alone has no text, and a result without content is empty', () => {
  const { messages } = read([
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] },
  ]);
  expect(messages).toMatchObject([{ content: null }, { role: 'tool', content: '' }]);
});

test('opened thinking goes back into its turn, closed thinking nowhere, that of others stays apart', () => {
  const ours: ThinkingOrRedacted = { type: 'thinking', thinking: 'hm', signature: 'sealed' };
  const rest: ThinkingOrRedacted = { type: 'redacted_thinking', data: 'sealed too' };
  const closed: ThinkingOrRedacted = { type: 'redacted_thinking', data: 'of another model' };
  const theirs: ThinkingOrRedacted = { type: 'thinking', thinking: 'ah', signature: 'signed' };
  const use = { type: 'tool_use' as const, id: 'a', name: 'f', input: {} };
  const opened: OpenedThinking = new Map<ThinkingOrRedacted, never>([
    [ours, { v: 1, reasoning: 'hm' } as never],
    [rest, { v: 1, extra: { x: {} }, calls: [{ id: 'a', extra: { y: {} } }] } as never],
    [closed, null as never],
  ]);
  const { messages, foreign } = read(
    [{ role: 'assistant', content: [ours, theirs, use, closed, rest] }],
    { opened },
  );
  expect(messages).toEqual([
    {
      role: 'assistant',
      content: null,
      reasoning_content: 'hm',
      extra_content: { x: {} },
      tool_calls: [
        {
          id: 'a',
          type: 'function',
          function: { name: 'f', arguments: '{}' },
          extra_content: { y: {} },
        },
      ],
    },
  ]);
  expect(foreign).toEqual([theirs]);
});

test('of the marks of several calls the longest is kept, wherever it stands', () => {
  const use = (id: string, ttl: '5m' | '1h') => ({
    type: 'tool_use' as const,
    id,
    name: 'f',
    input: {},
    cache_control: { type: 'ephemeral' as const, ttl },
  });
  const { messages } = read([{ role: 'assistant', content: [use('a', '1h'), use('b', '5m')] }]);
  expect(messages[0]?.cache_control).toEqual({ type: 'ephemeral', ttl: '1h' });
});

test('a turn of the user has content', () => {
  expect(() => read([{ role: 'user', content: [] }])).toThrow('messages[0].content');
});
