import { compareUsage, readUsageLine } from './provider-usage.ts';
import type { ChargedUsage, UsageLine } from './provider-usage.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 10, minute));
const line = (minute: number, input: number, output: number): UsageLine => ({
  at: at(minute),
  input,
  output,
  id: null,
});
const charge = (opId: string, minute: number, input: number, output: number): ChargedUsage => ({
  opId,
  at: at(minute),
  input,
  output,
});

test('answers and charges of the same counts are paired, each once', () => {
  const found = compareUsage(
    [line(1, 10, 5), line(2, 10, 5), line(3, 7, 7)],
    [charge('a', 1, 10, 5), charge('b', 2, 10, 5), charge('c', 3, 7, 7)],
  );
  expect(found).toEqual({ matched: 3, uncharged: [], unserved: [] });
});

test('what only the book or only the provider knows is listed, oldest first', () => {
  const found = compareUsage(
    [line(9, 8, 8), line(1, 10, 5), line(5, 9, 9)],
    [charge('late', 8, 1, 1), charge('a', 1, 10, 5), charge('early', 2, 2, 2)],
  );
  expect(found.matched).toBe(1);
  expect(found.uncharged).toEqual([line(5, 9, 9), line(9, 8, 8)]);
  expect(found.unserved.map(({ opId }) => opId)).toEqual(['early', 'late']);
});

test('the nearest in time is taken, and none that is too far away', () => {
  const near = compareUsage([line(30, 1, 1)], [charge('far', 20, 1, 1), charge('near', 29, 1, 1)]);
  expect(near.unserved.map(({ opId }) => opId)).toEqual(['far']);
  const far = compareUsage([line(40, 1, 1)], [charge('far', 20, 1, 1)]);
  expect(far).toMatchObject({ matched: 0, uncharged: [line(40, 1, 1)] });
});

test.each([
  'x',
  '{}',
  '{"at":"never","input_tokens":1,"output_tokens":1}',
  '{"at":"2026-01-01T00:00:00Z","input_tokens":-1,"output_tokens":1}',
  '{"at":"2026-01-01T00:00:00Z","input_tokens":1}',
])('%s is no line of usage', (text) => {
  expect(() => readUsageLine(text, 7)).toThrow('Line 7');
});

test('a line of the export of a provider is read', () => {
  const text = '{"at":"2026-01-01T10:01:00Z","input_tokens":3,"output_tokens":4,"id":"x"}';
  expect(readUsageLine(text, 1)).toEqual({ at: at(1), input: 3, output: 4, id: 'x' });
});
