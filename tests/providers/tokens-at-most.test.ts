import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { tokensAtMost } from '@tollgate/providers/tokens-at-most';
import { createRandom, seedOfEnvironment } from '../support/random.ts';
import { SEEN, UNSEEN } from './hostile-text.ts';

/** Longer runs without a break take a tokenizer time by their square. */
const UNITS = 100;
const seed = seedOfEnvironment();
const random = createRandom(seed);
const encodings = [new Tiktoken(o200k), new Tiktoken(cl100k)];

/** What the dearer of two tokenizers makes of a text; names of its own control tokens are plain text. */
function counted(text: string): number {
  return Math.max(...encodings.map((encoding) => encoding.encode(text, [], []).length));
}

describe(`the most tokens of a text, seed ${seed}`, () => {
  it.each([...SEEN, ...UNSEEN].map((one) => [one.name, one] as const))('%s', (_name, one) => {
    const text = one.write(random, UNITS);
    expect(tokensAtMost(text)).toBeGreaterThanOrEqual(counted(text));
  });

  it('is at most three times the count of plain English', () => {
    const text =
      'The caller who stops an answer pays for what was delivered, and not for more. '.repeat(20);
    expect(tokensAtMost(text)).toBeLessThanOrEqual(3 * counted(text));
  });

  it('is nothing for nothing', () => {
    expect(tokensAtMost('')).toBe(0);
  });
});
