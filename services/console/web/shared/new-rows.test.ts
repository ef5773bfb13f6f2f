import { withoutNew } from './new-rows.ts';

const keyOf = (row: string): string => row;
const split = (rows: string[], shown: string[] | undefined) => withoutNew(rows, shown, keyOf);

test('the first answer of a list, and the first rows of an empty one, are shown at once', () => {
  expect(split(['b', 'a'], undefined)).toEqual({ rows: ['b', 'a'], waiting: 0, isMore: false });
  expect(split(['a'], [])).toEqual({ rows: ['a'], waiting: 0, isMore: false });
});

test('rows that come later wait above the shown ones, which stay where they are', () => {
  const found = split(['d', 'c', 'b'], ['b', 'a']);
  expect(found).toEqual({ rows: ['b', 'a'], waiting: 2, isMore: false });
});

test('an answer without any shown row leaves them, and says that more than a page has come', () => {
  expect(split(['z', 'y'], ['b', 'a'])).toEqual({ rows: ['b', 'a'], waiting: 2, isMore: true });
});

test('a row that has left the list is not shown on', () => {
  expect(split(['b'], ['b', 'a'])).toEqual({ rows: ['b'], waiting: 0, isMore: false });
});
