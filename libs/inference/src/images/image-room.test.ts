import { GatewayError } from '@tollgate/contract/error-codes';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { IMAGE_REPLY_BYTES_MAX } from '@tollgate/providers/engine/image-caller';
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

describe('room for replies', () => {
  test('is bounded for each owner, and comes back', () => {
    const leave: (() => void)[] = [];
    const fill = (): string | null => codeOf(() => leave.push(takeImageRoom('one', 8 * MEBIBYTE)));
    for (let count = 0; count < 8; count += 1) expect(fill()).toBeNull();
    expect(fill()).toBe('overloaded');
    expect(codeOf(() => leave.push(takeImageRoom('another', 8 * MEBIBYTE)))).toBeNull();
    for (const one of leave) one();
    expect(codeOf(() => takeImageRoom('one', 8 * MEBIBYTE)())).toBeNull();
  });

  test('is left to others by an owner who takes all that there is', () => {
    const taken: (() => void)[] = [];
    for (const owner of ['one', 'two', 'three']) {
      while (codeOf(() => taken.push(takeImageRoom(owner, MEBIBYTE))) === null);
    }
    expect(codeOf(() => taken.push(takeImageRoom('four', 4 * MEBIBYTE)))).toBeNull();
    for (const leave of taken) leave();
  });

  test('of large replies keeps no small one out', () => {
    const taken = [takeImageRoom('one', IMAGE_REPLY_BYTES_MAX)];
    expect(codeOf(() => takeImageRoom('one', IMAGE_REPLY_BYTES_MAX))).toBe('overloaded');
    taken.push(takeImageRoom('two', 32 * MEBIBYTE), takeImageRoom('one', MEBIBYTE));
    for (const leave of taken) leave();
  });
});
