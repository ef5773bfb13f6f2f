import { GatewayError } from '@tollgate/contract/error-codes';
import { takeUploadRoom } from './upload-room.ts';

const MEBIBYTE = 1_048_576;
const FILE_BYTES = 25 * MEBIBYTE;

/** Takes room at once or not at all. */
const take = (ownerId: string, bytes: number): Promise<() => void> =>
  takeUploadRoom(ownerId, bytes, 0);

async function codeOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    return error instanceof GatewayError ? error.code : 'other';
  }
}

test('an owner has room for two of the largest files at once, and gets it back', async () => {
  const taken = [await take('one', FILE_BYTES), await take('one', FILE_BYTES)];
  expect(await codeOf(take('one', FILE_BYTES))).toBe('overloaded');
  for (const giveBack of taken) giveBack();
  (await take('one', FILE_BYTES))();
});

test('it takes several owners to keep another out, and files of all have a bound', async () => {
  const taken: (() => void)[] = [];
  const takeAll = async (owner: string): Promise<void> => {
    const code = await codeOf(take(owner, MEBIBYTE).then((giveBack) => taken.push(giveBack)));
    if (code === null) await takeAll(owner);
  };
  for (const owner of ['one', 'two', 'three', 'four', 'five']) {
    await takeAll(owner);
    const code = await codeOf(take(`${owner} again`, FILE_BYTES).then((giveBack) => giveBack()));
    expect(code).toBe(owner === 'five' ? 'overloaded' : null);
  }
  for (const giveBack of taken) giveBack();
});

test('an upload waits for others of its owner to end, and no other owner waits with it', async () => {
  const taken = [await take('one', FILE_BYTES), await take('one', FILE_BYTES)];
  const began: string[] = [];
  const later = ['first', 'second'].map(async (name) => {
    const giveBack = await takeUploadRoom('one', FILE_BYTES);
    began.push(name);
    return giveBack;
  });
  (await take('two', FILE_BYTES))();
  expect(began).toEqual([]);
  taken[0]?.();
  const first = await later[0];
  expect(began).toEqual(['first']);
  taken[1]?.();
  first?.();
  (await later[1])?.();
  expect(began).toEqual(['first', 'second']);
});
