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
