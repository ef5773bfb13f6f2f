import { namedModel } from './record.ts';

test.each([
  [{ model: 'acme/large', messages: 'none' }, 'acme/large'],
  [{ model: 'a\u0000b' }, null],
  [{ model: '\ud800' }, null],
  [{ model: 'x'.repeat(201) }, null],
  [{ model: '' }, null],
  [{ model: 7 }, null],
  [{ messages: [] }, null],
  [[], null],
  [null, null],
  ['acme/large', null],
])('%j names %j', (body, model) => {
  expect(namedModel(body)).toBe(model);
});
