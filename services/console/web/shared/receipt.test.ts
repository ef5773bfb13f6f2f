import { addUp, bareOf, priceOf } from './receipt.ts';

test('a receipt adds up line by line, and is rounded once, up', () => {
  const lines = [
    { dimension: 'input_tokens', quantity: 7, unit_price: '0.000002500001' },
    { dimension: 'output_tokens', quantity: 3, unit_price: '0.00001' },
  ];
  expect(addUp(lines, 1_500)).toEqual({
    amounts: ['0.000017500007', '0.00003'],
    sum: '0.000047500007',
    uplift: '0.000007125001',
    total: '0.000054626',
  });
  expect(addUp([], null).total).toBe('0');
});

test('a price is shown without the zeros that say nothing', () => {
  expect(['0.000000500000', '1.000000000000', '0'].map(bareOf)).toEqual(['0.0000005', '1', '0']);
});

test('a price of tokens is told for a million of them, any other price for one', () => {
  expect(priceOf({ dimension: 'input', unit_price: '0.0000025' })).toEqual({
    price: '2.5',
    perMillion: true,
  });
  expect(priceOf({ dimension: 'reasoning', unit_price: '0.000010000000' }).price).toBe('10');
  expect(priceOf({ dimension: 'image', unit_price: '0.040' })).toEqual({
    price: '0.04',
    perMillion: false,
  });
});
