import { formatCredits, fromNano, sumOf, toNano } from './money.ts';

test.each([
  ['12.500000000', 12_500_000_000n],
  ['0', 0n],
  ['-0.000000001', -1n],
  ['90071992547409.910000001', 90_071_992_547_409_910_000_001n],
])('%s is read to the nano-credit', (text, nano) => {
  expect(toNano(text)).toBe(nano);
  expect(toNano(fromNano(nano))).toBe(nano);
});

test.each(['', '1e3', '1.', '.5', 'NaN', '1,000', '0.1234567891'])('%j is no amount', (text) => {
  expect(() => toNano(text)).toThrow('not an amount');
});

test.each([
  ['1234.567800000', '1,234.57', '1,234.5678'],
  ['0.000012345', '0.0000123', '0.000012345'],
  ['-3.000000000', '−3', '−3'],
  ['0.500000000', '0.50', '0.50'],
  ['9007199254740993.000000001', '9,007,199,254,740,993', '9,007,199,254,740,993.000000001'],
])('%s is shown as %s, and on request as %s', (text, short, exact) => {
  expect([formatCredits(text), formatCredits(text, true)]).toEqual([short, exact]);
});

test('sums lose nothing', () => {
  expect(sumOf(['0.100000000', '0.200000000', '9007199254740993.000000001'])).toBe(
    '9007199254740993.300000001',
  );
});
