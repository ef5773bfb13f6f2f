import { listFiles } from './source-files.ts';

/** What went wrong in other gateways, one test at least for each. */
const REGRESSIONS = Array.from({ length: 25 }, (_none, index) => `B${index + 1}`);
/**
 * A title that begins with its ids; attacks on embeddings have two digits after the B, as `B01`.
 */
const TITLE =
  /(?:test|it|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:F[A-F]\d\d |B[1-9]\d? )+)/g;

const tested = new Set(
  listFiles(/\.test\.ts$/)
    .filter(({ path }) => !path.startsWith('tests/tidy/'))
    .flatMap(({ text }) => [...text.matchAll(TITLE)])
    .flatMap(([, , ids = '']) => ids.split(' ').filter((id) => id.startsWith('B'))),
);

describe('the regressions', () => {
  test('have each a test with its id at the beginning of the title', () => {
    expect(REGRESSIONS.filter((id) => !tested.has(id))).toEqual([]);
  });

  test('are all that titles name', () => {
    expect([...tested].filter((id) => !REGRESSIONS.includes(id))).toEqual([]);
  });
});
