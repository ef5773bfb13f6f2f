import { useSyncExternalStore } from 'react';
import type { Failure } from './api/failure.ts';

/** A short note about what was done or refused. */
export interface Toast {
  id: string;
  text: string;
  /** What to do next, for what was refused; such a note stays until it is closed. */
  remedy?: string;
}

let list: readonly Toast[] = [];
const listeners = new Set<() => void>();

function show(next: readonly Toast[]): void {
  list = next;
  for (const listener of listeners) listener();
}

/** Every note that is shown, the newest last. */
export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => list,
  );

/** Says on every page what was done. */
export function say(text: string): void {
  show([...list, { id: crypto.randomUUID(), text }]);
}

/** Says on every page what was refused, and what to do about it. */
export function sayFailure({ message, remedy }: Failure): void {
  show([...list, { id: crypto.randomUUID(), text: message, remedy }]);
}

/** Takes a note away. */
export function dropToast(id: string): void {
  show(list.filter((one) => one.id !== id));
}
