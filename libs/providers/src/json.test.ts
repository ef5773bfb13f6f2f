import { repeatedUsage } from './json.ts';

test.each([
  ['{"usage":{"a":1},"usage":{"a":0}}', 'usage'],
  ['{"usage" : 1, "x": [{"usage": 2}], "usage"\n:null}', 'usage'],
  ['{"usageMetadata":{},"candidates":[],"usageMetadata":{}}', 'usageMetadata'],
  ['{"eval_count":5,"eval_count":0}', 'eval_count'],
])('%s has a member with counts twice', (text, name) => {
  expect(repeatedUsage(text)).toBe(name);
});

test.each([
  '{"usage":{"usage":1}}',
  '{"choices":[{"usage":1}],"usage":2}',
  '{"object":"usage","usage":1}',
  '{"text":"\\"usage\\":1,\\"usage\\":2","usage":1}',
  '["usage","usage"]',
  '{"x":"usage","y":"usage"}',
  '{}',
  '12',
])('%s has none twice', (text) => {
  expect(repeatedUsage(text)).toBeUndefined();
});
