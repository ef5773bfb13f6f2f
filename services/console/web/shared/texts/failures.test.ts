import { ERROR_CODES } from '@tollgate/contract/error-codes';
import { failures } from './failures.ts';

test('each error code has an explanation of whole sentences, and no other has one', () => {
  expect(Object.keys(failures).toSorted()).toEqual(Object.keys(ERROR_CODES).toSorted());
  const texts = Object.values(failures).flatMap(({ why, move, operator = move }) => [
    why,
    move,
    operator,
  ]);
  expect(texts.filter((text) => !/^[A-Z].*\.$/u.test(text))).toEqual([]);
});
