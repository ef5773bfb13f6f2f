import { setTimeout as pause } from 'node:timers/promises';
import { currentRequest, inRequest } from './request-scope.ts';
import { BASE_TIMERS_MS, poll, scaleTimers } from './timers.ts';

test('scale 1 changes nothing', () => expect(scaleTimers(1)).toEqual(BASE_TIMERS_MS));

test('one factor shortens the states, not what real work takes', () => {
  const timers = scaleTimers(0.05);
  expect(timers.lease).toBe(1_500);
  expect(timers.billingCall).toBe(1_000);
  expect(timers.changePoll).toBe(BASE_TIMERS_MS.changePoll);
  expect(timers.videoPump).toBe(200);
  expect(timers.verifyLedger).toBe(10_000);
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(1);
}

describe('looks now and then', () => {
  const failures: unknown[] = [];
  const failed = (error: unknown): void => void failures.push(error);
  beforeEach(() => void failures.splice(0));

  test('go on after a failure, which is told', async () => {
    let made = 0;
    const looks = poll({
      everyMs: 1,
      look: () => {
        made += 1;
        if (made === 1) throw new Error('away');
      },
      failed,
    });
    await until(() => made >= 3);
    looks.stop();
    expect(failures).toEqual([new Error('away')]);
  });

  test('never overlap: who asks meanwhile waits for the look under way', async () => {
    let open = 0;
    let most = 0;
    let made = 0;
    const looks = poll({
      everyMs: 1,
      look: async () => {
        open += 1;
        most = Math.max(most, open);
        await pause(10);
        open -= 1;
        made += 1;
      },
      failed,
    });
    await Promise.all([looks.now(), looks.now()]);
    expect(made).toBe(1);
    await until(() => made >= 3);
    looks.stop();
    expect(most).toBe(1);
  });

  test('begin no more once they are stopped; the one under way can be waited for', async () => {
    let made = 0;
    const looks = poll({
      everyMs: 1,
      look: async () => {
        await pause(5);
        made += 1;
      },
      failed,
    });
    void looks.now();
    looks.stop();
    await looks.idle();
    expect(made).toBe(1);
    await pause(10);
    expect(made).toBe(1);
  });

  test('carry no id of the request that set them up', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const looks = inRequest({ requestId: 'r' }, () =>
      poll({ everyMs: 1, look: () => resolve(currentRequest()), failed }),
    );
    expect(await promise).toBeUndefined();
    looks.stop();
  });
});
