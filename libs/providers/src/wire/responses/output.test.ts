import { answerItems } from './output.ts';

test('an item whose type is no text is none of an answer', () => {
  const types = [{ toString: 1 }, Object.create(null) as object, 9_007_199_254_740_993n, null, []];
  const message = { type: 'message', content: [] };
  expect(answerItems([...types.map((type) => ({ type })), message])).toEqual([message]);
});
