import type { Db } from '@tollgate/db/connect';
import {
  insertOverrun,
  insertPersistentOverrun,
  selectHeldModels,
  selectHeldOfOwner,
  selectWidening,
} from './overrun.queries.ts';
import type { HeldModel } from './overrun.queries.ts';

/** In milliseconds: the part of a widening above 1 is half as large after each. */
const HALF_LIFE_MS = 86_400_000;

/**
 * The worst that a provider has counted for prompts of one model; what an owner's calls of it are
 * held at.
 */
export interface WorstCount {
  /** Tokens for each token of the bound. */
  ratio: number;
  /** Tokens above the bound. */
  excess: number;
}

/**
 * Models that are held at the worst count, by their uuid. Plain data: an accepted operation keeps
 * it.
 */
export type HeldModels = Readonly<Record<string, WorstCount>>;

/** Models that are held at the worst count for a while. */
export interface HeldWhile {
  models: readonly HeldModel[];
  /** When it was read, by the process' clock that never jumps. */
  readAtMs: number;
}

/**
 * By how much the bounds of an owner's prompts are widened because earlier ones came out above
 * theirs.
 */
export interface Widening extends HeldWhile {
  /** At least 1, at the moment of the reading. */
  factor: number;
}

/** An overrun that a wider bound does not end. */
export interface PersistentOverrun extends WorstCount {
  ownerId: string;
  modelId: string;
}

/**
 * Notes that a prompt came out above its bound; every replica hears of it through the change log.
 * @param ratio what was counted, for each token of the bound
 */
export function noteOverrun(db: Db, ownerId: string, ratio: number): Promise<void> {
  return insertOverrun(db, { ownerId, ratio });
}

/**
 * Notes an overrun that a wider bound does not end: from now on, until a day without such a call
 * has passed, calls of the owner to this model are held at the worst count; and calls of all owners
 * once several of them overrun.
 */
export function notePersistentOverrun(db: Db, overrun: PersistentOverrun): Promise<void> {
  return insertPersistentOverrun(db, overrun);
}

/** How far the bounds of an owner are widened now; null: not at all. */
export async function loadWidening(db: Db, ownerId: string): Promise<Widening | null> {
  const readAtMs = performance.now();
  const [found, models] = await Promise.all([
    selectWidening(db, ownerId),
    selectHeldOfOwner(db, ownerId),
  ]);
  if (found === null && models.length === 0) return null;
  return { factor: found?.factor ?? 1, models, readAtMs };
}

/**
 * The models that are held at the worst count for every owner, because several owners overran them.
 */
export async function loadHeldModels(db: Db): Promise<HeldWhile> {
  const readAtMs = performance.now();
  return { models: await selectHeldModels(db), readAtMs };
}

/** The factor of a widening that was read some time ago; 1 without one. */
export function factorAt(widening: Widening | null, nowMs: number): number {
  if (widening === null) return 1;
  const halves = Math.max(0, nowMs - widening.readAtMs) / HALF_LIFE_MS;
  return 1 + (widening.factor - 1) * 0.5 ** halves;
}

/**
 * The models that are held now, at the worst count of any of these readings; undefined when there
 * is none.
 */
export function heldAt(
  readings: readonly (HeldWhile | null)[],
  nowMs: number,
): HeldModels | undefined {
  const held: Record<string, WorstCount> = {};
  for (const reading of readings) {
    if (reading === null) continue;
    for (const { modelId, ratio, excess, forMs } of reading.models) {
      if (nowMs - reading.readAtMs > forMs) continue;
      const other = held[modelId] ?? { ratio, excess };
      held[modelId] = {
        ratio: Math.max(ratio, other.ratio),
        excess: Math.max(excess, other.excess),
      };
    }
  }
  return Object.keys(held).length === 0 ? undefined : held;
}
