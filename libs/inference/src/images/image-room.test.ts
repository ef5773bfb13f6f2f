import { GatewayError } from '@tollgate/contract/error-codes';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { IMAGE_REPLY_BYTES_MAX } from '@tollgate/providers/engine/stream-bounds';
import { replyBytes, takeImageRoom } from './image-room.ts';

const MEBIBYTE = 1_048_576;
const contract = (parameters: RequestContract['parameters'] = {}): RequestContract => ({
  revision: 'r',
  capability: 'image',
  parameters,
  limits: { context_tokens: 100 },
  dimensions: ['image_any_any'],
});
const codeOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof GatewayError ? error.code : 'other';
  }
};

describe('the bytes of a reply', () => {
  test('follow the size and the number of images', () => {
    const one = replyBytes(contract(), { n: 1, size: '1024x1024' });
    expect(one).toBeGreaterThan(4 * MEBIBYTE);
    expect(replyBytes(contract(), { n: 10, size: '1024x1024' })).toBe(10 * one);
    expect(replyBytes(contract(), { n: 1, resolution: '2k' })).toBeGreaterThan(3 * one);
  });

  test('are those of the largest size where the provider chooses among some', () => {
    const size = { supported: true, values: ['auto', '1024x1024', '1024x1536'] };
    const chosen = replyBytes(contract({ size }), { n: 1, size: 'auto' });
    expect(chosen).toBe(replyBytes(contract(), { n: 1, size: '1024x1536' }));
  });

  test.each([
    { n: 4, size: '3840x2160' },
    { n: 1, size: '99999x99999' },
  ])('are refused beyond one answer: %j', (terms) => {
    expect(codeOf(() => replyBytes(contract(), terms))).toBe('invalid_request');
  });

  test('of one image are never more than an answer has', () => {
    const most = replyBytes(contract(), { n: 1, size: '4096x4096' });
    expect(most).toBeLessThanOrEqual(IMAGE_REPLY_BYTES_MAX);
  });
});

/** Takes room at once or not at all. */
const take = (ownerId: string, bytes: number): Promise<() => void> =>
  takeImageRoom(ownerId, bytes, { ms: 0 });
const isRefused = (taking: Promise<unknown>): Promise<boolean> =>
  taking.then(
    () => false,
    (error: unknown) => error instanceof GatewayError && error.code === 'overloaded',
  );

describe('room for replies', () => {
  test('is bounded for each owner, and comes back', async () => {
    const taken: (() => void)[] = [];
    for (let count = 0; count < 8; count += 1) taken.push(await take('one', 8 * MEBIBYTE));
    expect(await isRefused(take('one', 8 * MEBIBYTE))).toBe(true);
    taken.push(await take('another', 8 * MEBIBYTE));
    for (const leave of taken) leave();
    (await take('one', 8 * MEBIBYTE))();
  });

  test('is left to others by an owner who takes all that there is', async () => {
    const taken: (() => void)[] = [];
    for (const owner of ['one', 'two', 'three']) {
      while (!(await isRefused(take(owner, MEBIBYTE).then((leave) => taken.push(leave)))));
    }
    taken.push(await take('four', 4 * MEBIBYTE));
    for (const leave of taken) leave();
  });

  test('of large replies keeps no small one out', async () => {
    const taken = [await take('one', IMAGE_REPLY_BYTES_MAX)];
    expect(await isRefused(take('one', IMAGE_REPLY_BYTES_MAX))).toBe(true);
    taken.push(await take('two', 32 * MEBIBYTE), await take('one', MEBIBYTE));
    for (const leave of taken) leave();
  });

  test('is waited for, and no longer than the caller is there', async () => {
    const leave = await take('one', IMAGE_REPLY_BYTES_MAX);
    const began: string[] = [];
    const next = takeImageRoom('one', IMAGE_REPLY_BYTES_MAX).then((end) => {
      began.push('next');
      return end;
    });
    const caller = new AbortController();
    const left = isRefused(takeImageRoom('one', IMAGE_REPLY_BYTES_MAX, { gone: caller.signal }));
    caller.abort();
    expect(await left).toBe(true);
    expect(began).toEqual([]);
    leave();
    (await next)();
    expect(began).toEqual(['next']);
  });
});
