import { rate } from '@tollgate/money/rating';
import type { Prices } from '@tollgate/money/rating';
import {
  audioTokensIn,
  charactersOf,
  estimateSpeech,
  isBilledByCharacters,
  usageOfSpeech,
} from './estimate-speech.ts';
import type { AskedSpeech } from './estimate-speech.ts';

const asked = (dimensions: string[], characters = 10): AskedSpeech => ({
  contract: { dimensions, limits: { context_tokens: 2_000, output_tokens: 500 } },
  characters,
  format: 'pcm',
});
const PRICES: Prices = { input: 600_000n, output: 12_000_000n, character: 15_000_000n };

test.each([
  ['abc', 3],
  ['é', 1],
  ['🦊', 1],
  ['👨‍👩‍👧', 5],
  ['\ud83e', 1],
])('%j has %d characters, as code points are counted', (text, count) => {
  expect(charactersOf(text)).toBe(count);
});

test('characters are held at exactly what is charged', () => {
  const text = asked(['character']);
  expect(isBilledByCharacters(text)).toBe(true);
  const estimate = estimateSpeech(text, 50, { prices: PRICES, upliftBp: 700 });
  const charged = usageOfSpeech(text, { input: 9, output: 400 });
  expect(charged).toEqual({ character: 10 });
  expect(estimate).toEqual({ usage: charged, amount: rate(charged, PRICES, 700) });
});

test('no count of tokens up to the bounds costs more than the hold, whichever table applies', () => {
  const prices: Prices = {
    ...PRICES,
    longContext: [{ aboveInputTokens: 20, prices: { output: 1_000_000n } }],
  };
  const text = asked(['input', 'output']);
  const amount = estimateSpeech(text, 50, { prices, upliftBp: 700 })?.amount ?? 0n;
  for (const input of [0, 20, 21, 50]) {
    for (const output of [1, 100, 500]) {
      expect(rate({ input, output }, prices, 700)).toBeLessThanOrEqual(amount);
    }
  }
});

test.each([
  [['character'], { input: 1n, output: 1n }],
  [['input', 'output'], { input: 1n, character: 1n }],
  [['input'], { input: 1n }],
])('speech of %j has no estimate without a price for it', (dimensions, prices) => {
  expect(estimateSpeech(asked(dimensions), 10, { prices, upliftBp: 0 })).toBeNull();
});

test.each([
  [48_000 * 60, 'pcm', 1_250],
  [16_000 * 60, 'mp3', 1_250],
  [16_000 * 60, undefined, 1_250],
  [1, 'wav', 1],
  [0, 'opus', 0],
] as const)('%d bytes of %s have about %d tokens', (bytes, format, tokens) => {
  expect(audioTokensIn(bytes, format)).toBe(tokens);
});
