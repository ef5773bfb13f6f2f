import type { ModelName } from './models.ts';
import type { Scene } from './scene.ts';
import type { PackageName, Versions } from './versions.ts';

/** What a client is asked for. `page` is the sample of the documentation, as it stands there. */
export type Feature =
  | 'answer'
  | 'stream'
  | 'tools'
  | 'thinking'
  | 'edit'
  | 'picture'
  | 'tool runner'
  | 'agent'
  | 'objects'
  | 'one call at a time'
  | 'empty wallet'
  | 'break'
  | 'overflow'
  | 'video'
  | 'images'
  | 'conversation'
  | 'vectors'
  | 'edits'
  | 'image events'
  | 'edit events'
  | 'image tool'
  | 'speech'
  | 'speech events'
  | 'transcription'
  | 'transcription events'
  | 'translation'
  | 'moderation'
  | 'rerank'
  | 'batch'
  | 'search and code'
  | 'file search'
  | 'servers'
  | 'approvals'
  | 'page';

/** One thing that a client is asked for, of one model. */
export interface Case {
  feature: Feature;
  model: ModelName;
}

/** Where a case runs. */
export interface Workspace {
  scene: Scene;
  /** The folder into which the client was installed. */
  home: string;
}

/** A client as its users install it. */
export interface Client {
  /** Without its version. */
  name: string;
  /** What is installed together; the first is the client itself, whose version is told. */
  packages: readonly [PackageName, ...PackageName[]];
  cases: readonly Case[];
  /** Installs the packages into an empty folder. @throws when they cannot be had on this machine */
  install(home: string, versions: Versions): Promise<void>;
  /** Tries one case. @throws with what went wrong */
  run(asked: Case, workspace: Workspace): Promise<void>;
}

/** Each of the features asked of each of the models. */
export function casesOf(models: readonly ModelName[], features: readonly Feature[]): Case[] {
  return models.flatMap((model) => features.map((feature) => ({ feature, model })));
}

/** @throws Error when a client did not say what it had to */
export function expectSaid(said: string, words: string | RegExp): void {
  const isThere = typeof words === 'string' ? said.includes(words) : words.test(said);
  if (!isThere) throw new Error(`expected ${String(words)} in: ${said.slice(-SHOWN_CHARACTERS)}`);
}

const SHOWN_CHARACTERS = 600;
