import { idsIn, readMatrix } from '../faults/matrix.ts';
import { listFiles } from './source-files.ts';

const known = readMatrix().map(({ id }) => id);
const tested = new Set(
  listFiles(/\.test\.ts$/)
    .filter(({ path }) => !path.startsWith('tests/tidy/'))
    .flatMap(({ text }) => idsIn(text)),
);

describe('the fault matrix', () => {
  test('has every group whole', () => {
    const counts = Object.groupBy(known, (id) => id.slice(0, 2));
    const sizes = Object.entries(counts).map(([group, ids = []]) => [group, ids.length]);

    expect(Object.fromEntries(sizes)).toEqual({
      FA: 17,
      FB: 29,
      FC: 23,
      FD: 20,
      FE: 25,
      FF: 31,
      FG: 19,
      FH: 3,
      FI: 16,
    });
    expect(new Set(known).size).toBe(known.length);
  });

  test('has a test for each fault', () => {
    expect(known.filter((id) => !tested.has(id))).toEqual([]);
  });

  test('knows every id that a title names', () => {
    expect([...tested].filter((id) => !known.includes(id))).toEqual([]);
  });
});
