import { useSyncExternalStore } from 'react';

/** Whether the reader has a session, by the responses so far. */
export type SessionState = 'unknown' | 'open' | 'ended';

let state: SessionState = 'unknown';
const listeners = new Set<() => void>();
/** Both consoles may be open under one origin, each with a session of its own. */
const CONSOLE = globalThis.location.pathname.startsWith('/console/platform') ? 'platform' : 'users';
const tabs = new BroadcastChannel(`tollgate-session-${CONSOLE}`);
tabs.addEventListener('message', ({ data }) => noteSession(data === 'open' ? 'open' : 'ended'));

/** Records the status of a response. */
export function noteSession(next: SessionState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

/**
 * Notes that the reader has signed in or out here, and informs the other tabs, which share the
 * cookies.
 */
export function changeSession(next: 'open' | 'ended'): void {
  noteSession(next === 'open' ? 'open' : 'unknown');
  tabs.postMessage(next);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The state of the session, for components. */
export const useSession = (): SessionState => useSyncExternalStore(subscribe, () => state);
