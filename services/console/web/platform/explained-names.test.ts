import { basisPoints, explainedNames } from './explained-names.ts';

test('each line explains a name, and empty lines none', () => {
  expect(explainedNames('')).toEqual([]);
  expect(explainedNames('  Claude4.6Sonnet= bedrock/sonnet \n\na=b = acme/small\n')).toEqual([
    { reported: 'Claude4.6Sonnet', model: 'bedrock/sonnet' },
    { reported: 'a=b', model: 'acme/small' },
  ]);
});

test.each([
  ['Claude4.6Sonnet', 1],
  ['a = acme/small\n= acme/small', 2],
  ['a = acme/small\n\nb =', 3],
])('%j is refused with its line', (text, line) => {
  expect(() => explainedNames(text)).toThrow(`Line ${line} `);
});

test.each([
  ['0', 0],
  ['0.5', 50],
  ['0.29', 29],
  ['100', 10_000],
])('%s percent are %i basis points', (percent, points) => {
  expect(basisPoints(percent)).toBe(points);
});
