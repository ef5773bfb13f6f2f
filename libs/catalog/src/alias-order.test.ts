import { comparedOf, inOrder } from './alias-order.ts';
import type { Candidate } from './alias-order.ts';

const candidate = (name: string, given: Partial<Candidate> = {}): Candidate & { name: string } => ({
  name,
  weight: 1,
  model: { prices: { input: 10n, output: 10n }, contextTokens: 1_000 },
  upliftBp: 0,
  speedMs: 100,
  ...given,
});
const tried = (
  strategy: Parameters<typeof inOrder>[0],
  targets: readonly ReturnType<typeof candidate>[],
): string =>
  inOrder(strategy, targets, { of: (target) => target, random: () => 0.99 })
    .map(({ name }) => name)
    .join(' ');
const priced = (input: bigint, output: bigint) => ({
  model: { prices: { input, output }, contextTokens: 1_000 },
});

describe('the order in which an alias tries its targets', () => {
  test('is the listed one, or drawn by weight', () => {
    const targets = [candidate('a', { weight: 9 }), candidate('b'), candidate('c')];
    expect(tried('ordered', targets)).toBe('a b c');
    expect(tried('weighted', targets)).toBe('c b a');
  });

  test('is by three input tokens for an output token, uplifts included', () => {
    const targets = [
      candidate('dear', priced(10n, 10n)),
      candidate('same', priced(10n, 10n)),
      candidate('output', priced(9n, 14n)),
      candidate('input', priced(13n, 0n)),
      candidate('uplifted', { ...priced(9n, 9n), upliftBp: 2_000 }),
    ];
    expect(tried('lowest_price', targets)).toBe('input dear same output uplifted');
  });

  test('is by the dearest second of a video', () => {
    const video = (price: bigint) => ({
      model: { prices: { second: 1n, second_720p_sound_image: price }, contextTokens: 1 },
    });
    expect(tried('lowest_price', [candidate('a', video(3n)), candidate('b', video(2n))])).toBe(
      'b a',
    );
  });

  test('is by latency, those of unknown latency first', () => {
    const targets = [
      candidate('slow', { speedMs: 900 }),
      candidate('fast', { speedMs: 90 }),
      candidate('new', { speedMs: null }),
    ];
    expect(tried('lowest_latency', targets)).toBe('new fast slow');
  });

  test('is by context, the longest first', () => {
    const long = { model: { prices: {}, contextTokens: 9_000 } };
    expect(tried('longest_context', [candidate('a'), candidate('b', long)])).toBe('b a');
  });
});

test.each([
  ['ordered', null],
  ['weighted', 4],
  // 3 x 2 + 8 pico-credits for four tokens, and half as much again.
  ['lowest_price', 5.25],
  ['lowest_latency', 100],
  ['longest_context', 1_000],
] as const)('%s compares %j', (strategy, figure) => {
  const prices = { input: 2_000_000n, output: 8_000_000n };
  const given = { weight: 4, model: { prices, contextTokens: 1_000 }, upliftBp: 5_000 };
  expect(comparedOf(strategy, candidate('a', given))).toBe(figure);
});
