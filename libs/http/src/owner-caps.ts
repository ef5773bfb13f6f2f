/** What is left of an owner's calls after an interval in which one was refused further on. */
const SHRINK = 0.8;
/** What a cap grows by after an interval in which none was. */
const GROWTH = 1.1;

interface Cap {
  calls: number;
  refused: boolean;
}

/** How many calls those may have who were refused further on, learned from these refusals. */
export interface OwnerCaps {
  /** Whether an owner with so many calls may have one more. */
  leaveRoom(owner: string, owned: number): boolean;
  /** One of an owner's calls was refused, so many of them being under way. */
  refused(owner: string, owned: number): void;
  /** An interval has passed. */
  read(): void;
}

/** @param callsMax a cap that has grown beyond it is forgotten */
export function createOwnerCaps(callsMax: number): OwnerCaps {
  const caps = new Map<string, Cap>();
  return {
    leaveRoom: (owner, owned) => owned < (caps.get(owner)?.calls ?? Number.POSITIVE_INFINITY),
    refused(owner, owned) {
      const cap = caps.get(owner) ?? { calls: owned, refused: false };
      if (cap.refused) return;
      caps.set(owner, {
        calls: Math.max(1, Math.floor(Math.min(cap.calls, owned) * SHRINK)),
        refused: true,
      });
    },
    read() {
      for (const [owner, cap] of caps) {
        if (cap.refused) cap.refused = false;
        else cap.calls = Math.ceil(cap.calls * GROWTH);
        if (cap.calls > callsMax) caps.delete(owner);
      }
    },
  };
}
