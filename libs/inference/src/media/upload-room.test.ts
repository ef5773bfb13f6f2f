import { GatewayError } from '@tollgate/contract/error-codes';
import { takeUploadRoom } from './upload-room.ts';

const MEBIBYTE = 1_048_576;
const FILE_BYTES = 25 * MEBIBYTE;

function codeOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof GatewayError ? error.code : 'other';
  }
}

test('an owner has room for two of the largest files at once, and gets it back', () => {
  const taken = [takeUploadRoom('one', FILE_BYTES), takeUploadRoom('one', FILE_BYTES)];
  expect(codeOf(() => takeUploadRoom('one', FILE_BYTES))).toBe('overloaded');
  for (const giveBack of taken) giveBack();
  expect(codeOf(() => takeUploadRoom('one', FILE_BYTES)())).toBeNull();
});

test('it takes several owners to keep another out, and files of all have a bound', () => {
  const taken: (() => void)[] = [];
  for (const owner of ['one', 'two', 'three', 'four', 'five']) {
    while (codeOf(() => taken.push(takeUploadRoom(owner, MEBIBYTE))) === null);
    expect(codeOf(() => takeUploadRoom(`${owner} again`, FILE_BYTES)())).toBe(
      owner === 'five' ? 'overloaded' : null,
    );
  }
  for (const giveBack of taken) giveBack();
});
