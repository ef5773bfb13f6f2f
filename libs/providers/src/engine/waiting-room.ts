import { createFairShare } from './fair-share.ts';

interface Waiting {
  ownerId: string;
  bytes: number;
  begin(): void;
}

/** How long room is waited for. */
export interface Patience {
  /** In milliseconds. */
  ms: number;
  /** Aborted when nobody waits any more; absent: only the time ends the wait. */
  gone?: AbortSignal;
}

/** Bytes that calls of this process hold, shared by owners, with a wait for them. */
export interface WaitingRoom {
  /** @returns gives the room back; null where there was none in time */
  take(ownerId: string, bytes: number, patience: Patience): Promise<(() => void) | null>;
}

/**
 * Room of which nothing is taken.
 * @param held.owner the most bytes of one owner
 * @param held.all the most bytes of all owners
 */
export function createWaitingRoom(held: { owner: number; all: number }): WaitingRoom {
  const share = createFairShare(held);
  /** In the order in which they came; one that fits passes those that do not. */
  const waiting = new Set<Waiting>();

  function waitFor(ownerId: string, bytes: number, { ms, gone }: Patience): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (began: boolean): void => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', leave);
        waiting.delete(one);
        resolve(began);
      };
      const leave = (): void => end(false);
      const timer = setTimeout(leave, ms);
      const one: Waiting = { ownerId, bytes, begin: () => end(true) };
      gone?.addEventListener('abort', leave, { once: true });
      waiting.add(one);
    });
  }

  return {
    async take(ownerId, bytes, patience) {
      if (!share.take(ownerId, bytes) && !(await waitFor(ownerId, bytes, patience))) return null;
      return () => {
        share.giveBack(ownerId, bytes);
        for (const one of waiting) {
          if (share.take(one.ownerId, one.bytes)) one.begin();
        }
      };
    },
  };
}
