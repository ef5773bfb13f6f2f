import type { Scene } from './scene.ts';

/** What a client is tried with. */
export const FEATURES = [
  'answer',
  'stream',
  'tools',
  'thinking',
  'empty wallet',
  'break',
  'overflow',
  'film',
  // What the documentation says of the client.
  'page',
] as const;
/** One of {@link FEATURES}. */
export type Feature = (typeof FEATURES)[number];

/** A client as its users install it, at a pinned version. */
export interface Client {
  name: string;
  /** What the client can do; everything else is left out of its row. */
  features: readonly Feature[];
  /** Installs the client below a folder that outlives a run. @throws when a registry does not have it */
  install(folder: string): Promise<void>;
  /** Tries one feature. @throws with what went wrong */
  run(feature: Feature, scene: Scene): Promise<void>;
}

/** @throws Error when a client did not say what it had to */
export function expectSaid(said: string, words: string | RegExp): void {
  const isThere = typeof words === 'string' ? said.includes(words) : words.test(said);
  if (!isThere) throw new Error(`expected ${String(words)} in: ${said.slice(-SHOWN_CHARACTERS)}`);
}

const SHOWN_CHARACTERS = 600;
