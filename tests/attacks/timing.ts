/** How long two things take that a stranger must not be able to tell apart. */

/** Two ways in, taken in turn. */
export interface Pair {
  one: () => Promise<unknown>;
  other: () => Promise<unknown>;
  /** How often each is taken in a round. */
  times: number;
}

const ROUNDS_MAX = 5;
const WARM_UP_PART = 0.05;

/**
 * How far the medians of two things are apart, as a part of the smaller one. A machine that does
 * something else makes one round lie, and never the same way each time: the round counts in which
 * they were closest, and no more are taken once that is close enough.
 * @param bound what is close enough
 */
export async function apart(pair: Pair, bound: number): Promise<number> {
  for (let n = 0; n < pair.times * WARM_UP_PART; n += 1) {
    await pair.one();
    await pair.other();
  }
  let closest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS_MAX && closest >= bound; round += 1) {
    closest = Math.min(closest, await oneRound(pair));
  }
  return closest;
}

async function oneRound({ one, other, times }: Pair): Promise<number> {
  const left: number[] = [];
  const right: number[] = [];
  for (let n = 0; n < times; n += 1) {
    // Each goes first as often as the other.
    if (n % 2 === 0) {
      left.push(await timed(one));
      right.push(await timed(other));
    } else {
      right.push(await timed(other));
      left.push(await timed(one));
    }
  }
  const [a, b] = [median(left), median(right)];
  return Math.abs(a - b) / Math.min(a, b);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
