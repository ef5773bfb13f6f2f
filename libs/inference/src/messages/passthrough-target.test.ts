import type { MessagesRequest } from '@tollgate/contract/messages';
import { bodyToPass } from './passthrough-target.ts';

const USER = { role: 'user', content: 'Go on.' } as const;
const text = (words: string) => ({ type: 'text' as const, text: words });

function passed(messages: MessagesRequest['messages']): unknown {
  const body = { model: 'm', messages };
  return bodyToPass({ asked: { messages }, body, opened: new Map() })['messages'];
}

test('answers that say nothing, which Claude gives and does not take back, stay behind', () => {
  const turns: MessagesRequest['messages'] = [
    USER,
    { role: 'assistant', content: [] },
    USER,
    { role: 'assistant', content: '' },
    USER,
    { role: 'assistant', content: [text(' ')] },
    USER,
    { role: 'assistant', content: [text(''), text('Hm.')] },
    USER,
  ];
  expect(passed(turns)).toEqual([
    USER,
    USER,
    USER,
    USER,
    { role: 'assistant', content: [text('Hm.')] },
    USER,
  ]);
});

test('a body in which every answer says something is the one that came', () => {
  const messages: MessagesRequest['messages'] = [
    USER,
    { role: 'assistant', content: [text('Hm.')] },
    { role: 'user', content: [text(' ')] },
  ];
  const body = { model: 'm', messages };
  expect(bodyToPass({ asked: { messages }, body, opened: new Map() })).toBe(body);
});

test('blocks and citations that stand for tools of another provider stay behind', () => {
  const id = 'srvtoolu_tg018f0000';
  const use = { type: 'server_tool_use', id, name: 'web_search', input: { query: 'x' } };
  const result = { type: 'web_search_tool_result', tool_use_id: id, content: [] };
  const cited = (index: string) => ({
    type: 'text',
    text: 'Hm.',
    citations: [{ type: 'web_search_result_location', url: 'u', encrypted_index: index }],
  });
  const own = { ...use, id: 'srvtoolu_01' };
  const blocks = [use, result, own, cited('sealed'), cited('')];
  const turn = (content: object[]): MessagesRequest['messages'][number] =>
    ({ role: 'assistant', content }) as MessagesRequest['messages'][number];
  expect(passed([USER, turn(blocks), USER, turn([use, result]), USER])).toEqual([
    USER,
    turn([own, cited('sealed'), text('Hm.')]),
    USER,
    USER,
  ]);
});
