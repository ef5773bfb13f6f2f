import { chargedHeader, costOf, withCost } from './answer.ts';

test('a charge is said to the nano-credit, as a number and as a decimal', () => {
  expect(costOf({ charged: 0n })).toBe(0);
  expect(costOf({ charged: 1n })).toBe(0.000000001);
  expect(costOf({ charged: 999_999_999_999_999n })).toBe(999_999.999999999);
  expect(JSON.stringify({ cost: costOf({ charged: 123_456_789_012_345n }) })).toBe(
    '{"cost":123456.789012345}',
  );
  expect(chargedHeader({ charged: 1n })).toEqual({ 'x-svc-charged': '0.000000001' });
});

test('a charge that no number says exactly is in the header alone', () => {
  const charged = 9_007_199_254_740_993n;
  expect(costOf({ charged })).toBeUndefined();
  expect(chargedHeader({ charged })).toEqual({ 'x-svc-charged': '9007199.254740993' });
});

test('a charge that is not final is not said', () => {
  expect(costOf({ charged: 5n, unsure: true })).toBeUndefined();
  expect(chargedHeader({ charged: 5n, unsure: true })).toEqual({});
});

test('a cost that a provider wrote into its usage never reaches the caller', () => {
  const document = { id: 'a', usage: { input_tokens: 1, cost: 0 } };
  expect(withCost(document, undefined)).toEqual({ id: 'a', usage: { input_tokens: 1 } });
  expect(withCost(document, 0.25)).toEqual({ id: 'a', usage: { input_tokens: 1, cost: 0.25 } });
  const plain = { id: 'a', usage: { input_tokens: 1 } };
  expect(withCost(plain, undefined)).toBe(plain);
});
