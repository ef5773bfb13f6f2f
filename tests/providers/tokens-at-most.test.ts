import { tokensAtMost } from '@tollgate/providers/tokens/tokens-at-most';
import { createRandom, seedOfEnvironment } from '../support/random.ts';
import { SEEN, UNSEEN } from './hostile-text.ts';
import { countedIn } from './tokenizers.ts';

/** Longer runs without a break take a tokenizer time by their square. */
const UNITS = 100;
const seed = seedOfEnvironment();
const random = createRandom(seed);
describe(`the most tokens of a text, seed ${seed}`, () => {
  it.each([...SEEN, ...UNSEEN].map((one) => [one.name, one] as const))('%s', (_name, one) => {
    const text = one.write(random, UNITS);
    expect(tokensAtMost(text)).toBeGreaterThanOrEqual(countedIn(text));
  });

  it('is at most three times the count of plain English', () => {
    const text =
      'The caller who stops an answer pays for what was delivered, and not for more. '.repeat(20);
    expect(tokensAtMost(text)).toBeLessThanOrEqual(3 * countedIn(text));
  });

  it('is nothing for nothing', () => {
    expect(tokensAtMost('')).toBe(0);
  });
});
