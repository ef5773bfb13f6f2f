import {
  videoDimension,
  isResolution,
  parsePrices,
  pricesJson,
  rate,
  receiptLines,
  UnpricedUsageError,
} from './rating.ts';

const CELL = 'second_1080p_sound_text';
const OTHER = 'second_720p_silent_image';
/** 0.40 and 0.05 credits a second. */
const PRICES = { request: 1_000n, [CELL]: 400_000_000_000n, [OTHER]: 50_000_000_000n };

describe('seconds of a video', () => {
  test('are counted in the dimension of their kind', () => {
    expect(videoDimension({ resolution: '1080p', sound: true, input: 'text' })).toBe(CELL);
    expect(videoDimension({ resolution: '720p', sound: false, input: 'image' })).toBe(OTHER);
  });

  test('are rated at the price of their kind, uplift included, and rounded up once', () => {
    expect(rate({ [CELL]: 8 }, PRICES, 0)).toBe(3_200_000_000n);
    expect(rate({ [CELL]: 8, request: 1 }, PRICES, 0)).toBe(3_200_000_001n);
    expect(rate({ [OTHER]: 4 }, PRICES, 1_500)).toBe(230_000_000n);
  });

  test('of a kind without a price are not rated', () => {
    expect(() => rate({ second_4k_sound_text: 8 }, PRICES, 0)).toThrow(UnpricedUsageError);
  });

  test('stand on the receipt behind the plain dimensions', () => {
    expect(receiptLines({ [OTHER]: 4, [CELL]: 8, request: 1 }, PRICES)).toEqual([
      { dimension: 'request', quantity: 1, price_pico: '1000' },
      { dimension: CELL, quantity: 8, price_pico: '400000000000' },
      { dimension: OTHER, quantity: 4, price_pico: '50000000000' },
    ]);
  });

  test('keep their prices as JSON', () => {
    expect(parsePrices(pricesJson(PRICES))).toEqual(PRICES);
  });
});

test.each([
  ['720p', true],
  ['4k', true],
  ['4K', false],
  ['p', false],
  ['', false],
  [720, false],
])('%j is a resolution: %s', (word, expected) => expect(isResolution(word)).toBe(expected));
