import type { Db } from '@tollgate/db/connect';
import { insertOverrun, selectWidening } from './overrun-queries.ts';

/** In milliseconds: the part of a widening above 1 is half as large after each. */
const HALF_LIFE_MS = 86_400_000;

/** By how much the bounds of an owner's prompts are widened because earlier ones came out above theirs. */
export interface Widening {
  /** At least 1, at the moment of the reading. */
  factor: number;
  /** When it was read, by the process' clock that never jumps. */
  readAtMs: number;
}

/**
 * Notes that a prompt came out above its bound; every replica hears of it through the change log.
 * @param ratio what was counted, for each token of the bound
 */
export function noteOverrun(db: Db, ownerId: string, ratio: number): Promise<void> {
  return insertOverrun(db, { ownerId, ratio });
}

/** How far the bounds of an owner are widened now; null: not at all. */
export async function loadWidening(db: Db, ownerId: string): Promise<Widening | null> {
  const readAtMs = performance.now();
  const found = await selectWidening(db, ownerId);
  return found === null ? null : { factor: found.factor, readAtMs };
}

/** The factor of a widening that was read some time ago; 1 without one. */
export function factorAt(widening: Widening | null, nowMs: number): number {
  if (widening === null) return 1;
  const halves = Math.max(0, nowMs - widening.readAtMs) / HALF_LIFE_MS;
  return 1 + (widening.factor - 1) * 0.5 ** halves;
}
