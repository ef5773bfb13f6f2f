import { rate } from '@tollgate/money/rating';
import type { Prices } from '@tollgate/money/rating';
import { billedSeconds, estimateTranscription, mostTokens } from './estimate-transcription.ts';
import type { AskedTranscription } from './estimate-transcription.ts';

const PRICES: Prices = {
  input: 2_500_000n,
  audio_input: 6_000_000n,
  output: 10_000_000n,
  second: 100_000_000n,
};
const asked = (dimensions: string[], seconds: number, leastSeconds = 0): AskedTranscription => ({
  contract: { dimensions, limits: { context_tokens: 16_000, output_tokens: 2_000 } },
  seconds,
  leastSeconds,
  hasText: true,
});

test.each([
  [0.001, 0, 1],
  [1, 0, 1],
  [1.000_000_2, 0, 1],
  [1.001, 0, 2],
  [12.25, 0, 13],
  [3, 10, 10],
  [11, 10, 11],
])('%d seconds, of which %d are billed at least, count as %d', (seconds, leastSeconds, billed) => {
  expect(billedSeconds({ leastSeconds }, seconds)).toBe(billed);
});

test('seconds are held at exactly what is charged', () => {
  const talk = asked(['second'], 61.5);
  const estimate = estimateTranscription(talk, 50, { prices: PRICES, upliftBp: 700 });
  const charged = { second: 62 };
  expect(estimate).toEqual({ usage: charged, amount: rate(charged, PRICES, 700) });
});

test('no count of tokens up to the bounds costs more than the hold', () => {
  const talk = asked(['input', 'audio_input', 'output'], 100);
  const most = mostTokens(talk);
  expect(most.audio).toBeGreaterThanOrEqual(1_000);
  const amount = estimateTranscription(talk, 50, { prices: PRICES, upliftBp: 700 })?.amount ?? 0n;
  for (const audio of [0, 1_000, most.audio]) {
    for (const output of [1, most.output]) {
      const used = { input: 50, audio_input: audio, output };
      expect(rate(used, PRICES, 700)).toBeLessThanOrEqual(amount);
    }
  }
});

test('long audio may have more text than one answer of the model', () => {
  expect(mostTokens(asked(['output'], 1_500)).output).toBe(18_000);
  expect(mostTokens(asked(['output'], 1)).output).toBe(2_000);
});

test.each([
  [['second'], { input: 1n, output: 1n }],
  [['input', 'audio_input', 'output'], { input: 1n, output: 1n }],
])('audio of %j has no estimate without a price for it', (dimensions, prices) => {
  expect(estimateTranscription(asked(dimensions, 10), 10, { prices, upliftBp: 0 })).toBeNull();
});

test('where a wire bounds the text, that is what is held, with what the model may think', () => {
  const rates = { audioPerSecond: 32, spare: 500, isBounded: true };
  const talk = asked(['input', 'audio_input', 'output'], 100);
  expect(mostTokens({ ...talk, rates })).toEqual({ audio: 101 * 32, output: 1_700 });
  expect(mostTokens({ ...talk, seconds: 1_000, rates }).output).toBe(2_000);
  expect(mostTokens({ ...talk, rates: { ...rates, isBounded: false } }).output).toBe(2_000);
});
