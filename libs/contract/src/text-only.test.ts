import { isTextOnly } from './text-only.ts';

const USER = { role: 'user', content: 'hi' };
const PLAIN = { model: 'm', messages: [USER] };

test.each([
  [PLAIN],
  [{ ...PLAIN, max_tokens: 5, temperature: 0, top_p: 1, seed: 3, stream: true }],
  [
    {
      ...PLAIN,
      messages: [{ role: 'system', content: '' }, USER, { role: 'assistant', content: 'yes' }],
    },
  ],
])('%j holds text and numbers alone', (request) => {
  expect(isTextOnly(request)).toBe(true);
});

test.each([
  [{ ...PLAIN, tools: [] }],
  [{ ...PLAIN, user: 'u' }],
  [{ ...PLAIN, max_tokens: null }],
  [{ ...PLAIN, temperature: '1' }],
  [{ ...PLAIN, unheard_of: 1 }],
  [{ ...PLAIN, toString: 1 }],
  [JSON.parse('{"model":"m","messages":[],"__proto__":{}}')],
  [{ ...PLAIN, messages: [{ ...USER, name: 'n' }] }],
  [{ ...PLAIN, messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] }],
  [{ ...PLAIN, messages: [{ role: 'assistant', content: null }] }],
  [{ ...PLAIN, messages: [{ role: 'tool', tool_call_id: 'c', content: 'r' }] }],
  [{ ...PLAIN, messages: [{ role: 'developer', content: 'be brief' }] }],
  [{ ...PLAIN, messages: [null] }],
  [{ ...PLAIN, messages: 'hi' }],
  [{ model: 5, messages: [USER] }],
  [{ messages: [USER] }],
])('%j holds more, or something else', (request: Record<string, unknown>) => {
  expect(isTextOnly(request)).toBe(false);
});
