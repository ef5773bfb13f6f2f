import { randomInt } from 'node:crypto';
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

test('of two that are as near the later one is taken, and then the other', () => {
  const charges = [charge('before', 9, 1, 1), charge('after', 11, 1, 1)];
  const one = compareUsage([line(10, 1, 1)], charges);
  expect(one.unserved.map(({ opId }) => opId)).toEqual(['before']);
  expect(compareUsage([line(10, 1, 1), line(10, 1, 1)], charges).matched).toBe(2);
});

test('what is taken is what a look at every charge would take', () => {
  for (let turn = 0; turn < 200; turn += 1) {
    const some = (): number => randomInt(40);
    const charges = Array.from({ length: some() }, (_, n) => charge(`${n}`, some(), 1, 1));
    const served = Array.from({ length: some() }, () => line(some(), 1, 1));
    const open = charges.toSorted((one, other) => one.at.getTime() - other.at.getTime());
    for (const { at: time } of served.toSorted(
      (one, other) => one.at.getTime() - other.at.getTime(),
    )) {
      const apart = ({ at: moment }: ChargedUsage): number =>
        Math.abs(moment.getTime() - time.getTime());
      const nearest = Math.min(...open.map(apart));
      const index = open.findLastIndex((one) => apart(one) === nearest);
      if (nearest <= 900_000) open.splice(index, 1);
    }
    const times = (list: ChargedUsage[]): number[] => list.map(({ at: time }) => time.getTime());
    expect(times(compareUsage(served, charges).unserved)).toEqual(times(open));
  }
});

test('a year of charges of the same counts is paired', () => {
  const counts = 300_000;
  const second = (n: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, n));
  const charges = Array.from({ length: counts }, (_, n) => ({
    ...charge(`${n}`, 0, 1, 1),
    at: second(n >> 1),
  }));
  const served = charges.map(({ at: time }) => ({ ...line(0, 1, 1), at: time }));
  expect(compareUsage(served, charges)).toEqual({ matched: counts, uncharged: [], unserved: [] });
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
