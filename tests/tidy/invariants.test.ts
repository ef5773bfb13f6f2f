import { INVARIANTS } from '../../services/billing/src/invariants.ts';
import { listFiles } from './source-files.ts';

/**
 * The numbers of all invariants of money: those that the design names, and those that corruption by
 * hand has taught.
 */
const NUMBERS = [...Array.from({ length: 49 }, (_none, index) => `I${index + 1}`), 'I52', 'I54'];

/** What no query over the data can know: the test that has the number in its title. */
const TESTED_IN: Readonly<Record<string, string>> = {
  I14: 'tests/e2e/crash.test.ts',
  I20: 'tests/tidy/rules.test.ts',
  I21: 'tests/e2e/paid-call.test.ts',
  I22: 'tests/e2e/paid-call.test.ts',
};

describe('the invariants of money', () => {
  test('each has its query or its test, and only one of them', () => {
    const numbers = [...INVARIANTS.map(({ id }) => id), ...Object.keys(TESTED_IN)];
    expect(numbers.sort()).toEqual([...NUMBERS].sort());
  });

  test.each(Object.entries(TESTED_IN))('%s is the title of a test in %s', (id, path) => {
    const [file] = listFiles(new RegExp(`^${path.replaceAll('.', '\\.')}$`));
    expect(file?.text).toMatch(new RegExp(`(test\\(|what:) *['"\`](FC\\d+ )?${id} `));
  });
});
