import { askedIn, followUp } from './playground-messages.ts';

const said = { role: 'assistant', content: 'Hello.' } as const;
const system = (content: string) => ({ role: 'system', content });
const user = (content: string) => ({ role: 'user', content });
const first = { model: 'a/b', messages: [system('Be brief.'), user('Hi')] };

test('a follow-up has what was said so far, between the system prompt of now and the new message', () => {
  const next = { model: 'c/d', messages: [system('Be long.'), user('And now?')] };
  expect(followUp({ body: first, said }, next)).toEqual({
    model: 'c/d',
    messages: [system('Be long.'), user('Hi'), said, user('And now?')],
  });
});

test('a conversation without an answer, or with open calls, begins anew', () => {
  const next = { model: 'c/d', messages: [user('Again')] };
  expect(followUp(undefined, next)).toBe(next);
  expect(followUp({ body: first, said: { role: 'assistant', content: null } }, next)).toBe(next);
  const called = { ...said, tool_calls: [] };
  expect(followUp({ body: first, said: called }, next)).toBe(next);
});

test('what was asked is the text of the last message, with a word for each picture', () => {
  expect(askedIn(first)).toBe('Hi');
  const parts = [{ type: 'text', text: 'See' }, { type: 'image_url' }];
  expect(askedIn({ messages: [{ role: 'user', content: parts }] })).toBe('See [image_url]');
  expect(askedIn({ messages: [{ role: 'tool', content: 'rain' }] })).toBeUndefined();
});
