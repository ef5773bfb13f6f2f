import type { IncomingCall } from '../call.ts';
import type { GatheredCall } from './gather-media.ts';

/**
 * The files that were fetched for one call, which count among those of its owner until the call
 * ends.
 */
export interface HeldFiles {
  /**
   * How files are gathered for a call: nothing of ours waits beside it, and nobody fetches for a
   * caller who has left.
   */
  of(call: Pick<IncomingCall, 'gone' | 'awaitsProvider' | 'hasAnswer'>): GatheredCall;
  giveBack(): void;
}

/** No files yet. */
export function createHeldFiles(): HeldFiles {
  const kept: (() => void)[] = [];
  return {
    of: (call) => ({
      gone: call.gone,
      keep: (giveBack) => void kept.push(giveBack),
      waits: () => call.awaitsProvider(),
      goesOn: () => call.hasAnswer(),
    }),
    giveBack() {
      for (const one of kept.splice(0)) one();
    },
  };
}
