import { useSyncExternalStore } from 'react';

/** Whether the reader has a session, as far as the answers so far tell. */
export type SessionState = 'unknown' | 'open' | 'ended';

let state: SessionState = 'unknown';
const listeners = new Set<() => void>();

/** Notes what an answer told. */
export function noteSession(next: SessionState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The state of the session, for components. */
export const useSession = (): SessionState => useSyncExternalStore(subscribe, () => state);
