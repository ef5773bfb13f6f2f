import type { FilmTerms } from './film-terms.ts';
import type { Failure, Target } from './target.ts';

/** A picture of a caller. */
export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  base64: string;
}

/** A film that a provider is to make, with every default spelled out. */
export interface FilmCall {
  prompt: string;
  terms: FilmTerms;
  seed?: number;
  negativePrompt?: string;
  /** What the film is to look like. */
  references: readonly Picture[];
  firstFrame?: Picture;
  lastFrame?: Picture;
}

/** How a film stands at its provider. */
export type FilmState =
  | { kind: 'working'; percent: number | null }
  /** @param url where the film lies; whatever the provider says, so that nothing about it is certain */
  | { kind: 'made'; url: string }
  /** The provider will not make the film. */
  | { kind: 'failed'; failure: Failure };

/** Pure mapping between films and one wire: a job that is begun, asked for and fetched. */
export interface FilmMapper {
  path(target: Target): string;
  toWire(call: FilmCall, target: Target): unknown;
  /** @returns the provider's name of the job @throws MalformedReply */
  jobIn(reply: unknown): string;
  /** Where a job is asked for, behind the base URL. @throws MalformedReply for a name that is none of this wire */
  statePath(job: string): string;
  /** @throws MalformedReply */
  stateIn(reply: unknown): FilmState;
}

/** Films without a provider. */
export interface LocalFilms {
  /** The whole file. */
  make(call: FilmCall): Buffer;
}
