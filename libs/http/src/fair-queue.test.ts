import { setTimeout as pause } from 'node:timers/promises';
import { createFairQueue } from './fair-queue.ts';
import type { FairQueue } from './fair-queue.ts';

const INTERVAL_MS = 100;
/**
 * As long as a process has measured nothing, lines are as long as if it served 500 calls a second.
 */
const FIRST_LENGTH = 1_000;
const LONGER_THAN_A_WAIT_MS = 2_050;

interface House {
  lines: FairQueue<string>;
  /** Who got a permit, and `no` before who did not, in their order. */
  outcomes: string[];
  /** Owners whose part is full. */
  full: Set<string>;
  /** Calls of an owner; gives how many may wait. */
  join: (owner: string, count?: number) => number;
  /** So many permits come free. */
  free: (count: number) => Promise<void>;
  /** Intervals in each of which so many permits come free. */
  read: (intervals: number, served?: number) => Promise<void>;
}

/** Permits that a test gives out by hand. */
function aHouse(): House {
  let free = 0;
  const full = new Set<string>();
  const outcomes: string[] = [];
  const lines = createFairQueue<string>({
    take(owner) {
      if (free === 0) return { full: 'everyone' };
      if (full.has(owner)) return { full: 'owner' };
      free -= 1;
      return { permit: owner };
    },
    refusal: () => new Error('refused'),
  });
  return {
    lines,
    outcomes,
    full,
    join: (owner, count = 1) => {
      let waiting = 0;
      for (let call = 0; call < count; call += 1) {
        const permit = lines.join(owner);
        if (permit === null) continue;
        waiting += 1;
        permit.then(
          (given) => outcomes.push(given),
          () => outcomes.push(`no ${owner}`),
        );
      }
      return waiting;
    },
    free: async (count) => {
      free += count;
      lines.serve();
      await pause(0);
    },
    read: async (intervals, served = 0) => {
      for (let interval = 0; interval < intervals; interval += 1) {
        free += served;
        lines.serve();
        lines.read(INTERVAL_MS);
        await pause(0);
      }
    },
  };
}

test('owners take turns, and the calls of an owner keep their order', async () => {
  const { join, free, outcomes, lines } = aHouse();
  join('flood', 3);
  join('other', 2);
  await free(4);
  expect(outcomes).toEqual(['flood', 'other', 'flood', 'other']);
  expect([lines.has('flood'), lines.has('other')]).toEqual([true, false]);
  await free(2);
  expect(outcomes.slice(4)).toEqual(['flood']);
});

test('an owner whose part is full lets the others go on', async () => {
  const { join, free, full, outcomes } = aHouse();
  full.add('flood');
  join('flood');
  join('other');
  await free(2);
  expect(outcomes).toEqual(['other']);
  full.delete('flood');
  await free(0);
  expect(outcomes).toEqual(['other', 'flood']);
});

test('as many calls wait as can be served in two seconds, shared among the owners that wait', () => {
  const { join } = aHouse();
  expect(join('one', FIRST_LENGTH / 2)).toBe(FIRST_LENGTH / 2);
  expect(join('two', FIRST_LENGTH)).toBe(FIRST_LENGTH / 2);
});

test('the line of an owner who floods becomes short at once, and stays so until the flood is over', async () => {
  const { join, read, outcomes, lines } = aHouse();
  join('other');
  expect(join('flood', FIRST_LENGTH)).toBe(FIRST_LENGTH / 2);
  await pause(0);
  // A tenth of a second's worth, of two owners.
  expect(outcomes).toHaveLength(FIRST_LENGTH / 2 - 25);
  expect(new Set(outcomes)).toEqual(new Set(['no flood']));
  expect(lines.has('other')).toBe(true);
  await read(5, 50);
  expect(lines.has('flood')).toBe(false);
  expect(join('flood', FIRST_LENGTH)).toBeLessThan(60);
  await read(30, 50);
  expect(join('flood', 200)).toBe(200);
});

test('calls wait where permits come free, and are refused where none does', async () => {
  const { join, read, outcomes } = aHouse();
  join('one', 400);
  await read(60, 2);
  // Twenty a second, measured: forty calls can be served in time.
  expect(outcomes.filter((one) => one === 'one')).toHaveLength(120);
  expect(outcomes.filter((one) => one === 'no one').length).toBeGreaterThan(200);
});

test('a call that got no permit in two seconds is refused', async () => {
  const { join, read, outcomes, lines } = aHouse();
  join('one', 3);
  await pause(LONGER_THAN_A_WAIT_MS);
  await read(1);
  expect(outcomes).toEqual(['no one', 'no one', 'no one']);
  expect(lines.has('one')).toBe(false);
});
