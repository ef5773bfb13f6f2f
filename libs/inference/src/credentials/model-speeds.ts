import { growingCache } from '@tollgate/runtime/growing-cache';

/** Older calls say nothing of now, in milliseconds; such a model is tried again. */
const RECENT_MS = 300_000;
/** Owners that speak for a model: each with its newest call, however many it makes. */
const OWNERS_MAX = 32;
/** Models whose speed is known at a time. */
const MODELS_MAX = 10_000;

interface Seen {
  tookMs: number;
  atMs: number;
}

/**
 * How soon models begin to answer, as this process has seen it lately. One owner is one voice: huge
 * prompts of one make no model slow for the others.
 */
export interface ModelSpeeds {
  /** @param tookMs from sending to the first content, in milliseconds */
  answered(modelId: string, ownerId: string, tookMs: number): void;
  /** The median of the owners, in milliseconds; null where nothing was seen lately. */
  speedOf(modelId: string): number | null;
}

/** @param now a clock that never jumps, in milliseconds */
export function createModelSpeeds(now: () => number): ModelSpeeds {
  const models = growingCache<string, ReturnType<typeof growingCache<string, Seen>>>(MODELS_MAX);
  return {
    answered(modelId, ownerId, tookMs) {
      const owners = models.get(modelId) ?? growingCache<string, Seen>(OWNERS_MAX);
      owners.set(ownerId, { tookMs, atMs: now() });
      models.set(modelId, owners);
    },
    speedOf(modelId) {
      const since = now() - RECENT_MS;
      const recent = [...(models.get(modelId)?.values() ?? [])]
        .filter(({ atMs }) => atMs > since)
        .map(({ tookMs }) => tookMs)
        .toSorted((one, other) => one - other);
      return recent[Math.floor(recent.length / 2)] ?? null;
    },
  };
}
