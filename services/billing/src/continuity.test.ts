import { setTimeout as sleep } from 'node:timers/promises';
import { createContinuity } from './continuity.ts';
import type { Continuity } from './continuity.ts';

const LEASE_MS = 1_000;

/** A watch over a database and a clock that the test moves. */
function aWatch(): {
  continuity: Continuity;
  answer: (good: boolean) => void;
  pass: (ms: number) => Promise<void>;
} {
  let clock = 0;
  let good = true;
  const continuity = createContinuity({
    ping: async () => {
      if (!good) throw new Error('away');
    },
    leaseMs: LEASE_MS,
    now: () => clock,
  });
  return {
    continuity,
    answer: (next) => (good = next),
    async pass(ms) {
      clock += ms;
      await continuity.pulse();
    },
  };
}

describe('continuity', () => {
  test('takes a whole lease of good looks', async () => {
    const { continuity, pass } = aWatch();
    await pass(100);
    for (let at = 0; at < 9; at += 1) await pass(100);
    expect(continuity.isEstablished()).toBe(false);
    await pass(100);
    expect(continuity.isEstablished()).toBe(true);
  });

  test('starts anew after the database was away', async () => {
    const { continuity, pass, answer } = aWatch();
    for (let at = 0; at < 12; at += 1) await pass(100);
    answer(false);
    await pass(100);
    expect(continuity.isEstablished()).toBe(false);
    answer(true);
    for (let at = 0; at < 10; at += 1) await pass(100);
    expect(continuity.isEstablished()).toBe(false);
    await pass(100);
    expect(continuity.isEstablished()).toBe(true);
  });

  test('starts anew after the process was frozen', async () => {
    const { continuity, pass } = aWatch();
    for (let at = 0; at < 12; at += 1) await pass(100);
    await pass(20_000);
    expect(continuity.isEstablished()).toBe(false);
    for (let at = 0; at < 10; at += 1) await pass(100);
    expect(continuity.isEstablished()).toBe(true);
  });

  test('looks by itself once started', async () => {
    let looks = 0;
    const continuity = createContinuity({
      ping: async () => {
        looks += 1;
      },
      leaseMs: 40,
    });
    continuity.start();
    while (!continuity.isEstablished()) await sleep(5);
    continuity.stop();
    expect(looks).toBeGreaterThan(3);
  });
});
