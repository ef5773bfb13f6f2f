import { creditsToShow, formatCredits, NANO_MAX, parseCredits } from './credits.ts';

describe('formatCredits', () => {
  test.each([
    [0n, '0.000000000'],
    [1n, '0.000000001'],
    [12_345_000_000n, '12.345000000'],
    [-1_500_000_000n, '-1.500000000'],
    [NANO_MAX, '9223372036.854775807'],
  ])('%s', (nano, text) => expect(formatCredits(nano)).toBe(text));
});

describe('parseCredits', () => {
  test.each([
    ['0', 0n],
    ['1', 1_000_000_000n],
    ['0.25', 250_000_000n],
    ['0.000000001', 1n],
    ['0.0000000019', 1n],
    ['9223372036.854775807', NANO_MAX],
  ])('%s', (text, nano) => expect(parseCredits(text)).toBe(nano));

  test.each([
    '',
    ' 1',
    '1 ',
    '-1',
    '+1',
    '1e3',
    '0x10',
    '.5',
    '5.',
    '1,0',
    '٥',
    'NaN',
    '9223372036.854775808',
    '1'.repeat(11),
  ])('refuses %j', (text) => expect(parseCredits(text)).toBeNull());

  test('reads back what formatCredits writes', () => {
    for (const nano of [0n, 1n, 999_999_999n, 1_000_000_001n, NANO_MAX]) {
      expect(parseCredits(formatCredits(nano))).toBe(nano);
    }
  });
});

test('creditsToShow gives a number of credits', () => {
  expect([0n, 1n, 12_345_000_000n].map(creditsToShow)).toEqual([0, 1e-9, 12.345]);
});
