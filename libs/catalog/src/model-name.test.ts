import { isUsableModelName, MODEL_NAME_CHARACTERS_MAX } from './model-name.ts';

test.each(['gpt-5', 'org/model:free', 'a.b_c+d@2', '@cf/org/model', '1', 'claude-x@20250101'])(
  '%s can be part of a public id',
  (name) => {
    expect(isUsableModelName(name)).toBe(true);
  },
);

test.each([
  '',
  ' a',
  'a b',
  'a\n',
  'a\u0000',
  '../a',
  'a/../b',
  'a/./b',
  'a..b',
  '/a',
  'a/',
  'a//b',
  '.a',
  '-a',
  'a?b',
  'a#b',
  'a%2fb',
  'a\\b',
  '<b>',
  'a"b',
  "a'b",
  'ä',
  'x'.repeat(MODEL_NAME_CHARACTERS_MAX + 1),
  7,
  null,
  undefined,
  {},
])('V23, M05: %j cannot', (name) => {
  expect(isUsableModelName(name)).toBe(false);
});

// A pattern that tries every split of these would not come to an end.
test.each(['a/', 'a', 'a.', '@', '/'])('a name that is %j over and over is refused', (part) => {
  const longest = part.repeat((MODEL_NAME_CHARACTERS_MAX - 2) / part.length);
  expect(isUsableModelName(`${longest}!`)).toBe(false);
  expect(isUsableModelName(`${part.repeat(500_000)}!`)).toBe(false);
});
