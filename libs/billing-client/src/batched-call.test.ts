import { setTimeout as sleep } from 'node:timers/promises';
import { CallError } from '@tollgate/http/call';
import { batchedCall } from './batched-call.ts';

const STALE_MS = 40;

interface Sent {
  items: readonly number[];
  patient: boolean;
}

function aCall(answer: (sent: Sent) => Promise<readonly number[]>) {
  const sent: Sent[] = [];
  const clock = { ms: 0 };
  const call = batchedCall<number, number>({
    send: (items, patient) => {
      const one = { items: [...items], patient };
      sent.push(one);
      return answer(one);
    },
    itemsMax: 3,
    waitingMax: 6,
    staleMs: STALE_MS,
    now: () => clock.ms,
  });
  return { sent, call, clock };
}

/** What can be sent has been sent. */
const settled = (): Promise<void> => sleep(1);

const unanswered = (): Error => new CallError('no answer', { status: null });

describe('batchedCall', () => {
  test('what comes in together leaves together, in batches of the largest size', async () => {
    const { sent, call } = aCall(async ({ items }) => items.map((item) => item * 2));
    expect(await Promise.all([1, 2, 3, 4].map(call))).toEqual([2, 4, 6, 8]);
    expect(sent.map(({ items }) => items)).toEqual([[1, 2, 3], [4]]);
    expect(sent.every(({ patient }) => patient)).toBe(true);
  });

  test('every failure is billing_unavailable with a time to come again', async () => {
    const { call } = aCall(async () => {
      throw new CallError('answered 500', { status: 500 });
    });
    await expect(call(1)).rejects.toMatchObject({
      code: 'billing_unavailable',
      retryAfterSeconds: 2,
    });
  });

  test('an amount that billing refuses stays the caller’s fault', async () => {
    const { call } = aCall(async () => {
      throw new CallError('answered 400', {
        status: 400,
        body: { error: { message: 'too large' } },
      });
    });
    await expect(call(1)).rejects.toMatchObject({ code: 'invalid_request', message: 'too large' });
  });

  test('FF11 nobody waits twice behind a billing that is silent', async () => {
    let fail: (() => void) | undefined;
    const { sent, call, clock } = aCall(async () => {
      if (sent.length === 1) await new Promise<void>((resolve) => (fail = resolve));
      throw unanswered();
    });
    const first = call(1).catch((error: unknown) => error);
    await settled();
    const waited = call(2).catch((error: unknown) => error);
    clock.ms += STALE_MS;
    const young = call(3).catch((error: unknown) => error);
    fail?.();
    for (const one of [first, waited, young]) {
      expect(await one).toMatchObject({ code: 'billing_unavailable' });
    }
    expect(sent).toEqual([
      { items: [1], patient: true },
      { items: [3], patient: false },
    ]);
  });

  test('what waited too long is refused, and nobody is given the answer of another', async () => {
    let held: (() => void) | undefined;
    const { sent, call, clock } = aCall(async ({ items }) => {
      if (sent.length === 1) throw unanswered();
      if (sent.length === 2) {
        await new Promise<void>((resolve) => (held = resolve));
        throw unanswered();
      }
      return items.map((item) => item * 2);
    });
    await expect(call(1)).rejects.toMatchObject({ code: 'billing_unavailable' });
    const second = call(2).catch((error: unknown) => error);
    await settled();
    const waited = call(3).catch((error: unknown) => error);
    clock.ms += STALE_MS;
    const young = call(4);
    held?.();
    for (const one of [second, waited]) {
      expect(await one).toMatchObject({ code: 'billing_unavailable' });
    }
    expect(await young).toBe(8);
    expect(sent.map(({ items }) => items)).toEqual([[1], [2], [4]]);
  });

  test('an answer that leaves an item out is no answer', async () => {
    const { call } = aCall(async ({ items }) => items.slice(1));
    const outcomes = await Promise.allSettled([call(1), call(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('patience comes back with the first answer', async () => {
    let silent = true;
    const { sent, call } = aCall(async ({ items }) => {
      if (silent) throw unanswered();
      return items;
    });
    await expect(call(1)).rejects.toMatchObject({ code: 'billing_unavailable' });
    silent = false;
    expect(await call(2)).toBe(2);
    expect(await call(3)).toBe(3);
    expect(sent.map(({ patient }) => patient)).toEqual([true, false, true]);
  });

  test('beyond the longest queue calls are refused at once', async () => {
    const { call } = aCall(async ({ items }) => {
      await sleep(5);
      return items;
    });
    const results = await Promise.allSettled(Array.from({ length: 10 }, (_, item) => call(item)));
    expect(results.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  });
});
