import type { VIDEO_PARAMETERS } from '@tollgate/contract/request-contract';
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

/** One part of a form: a text, or a picture as a file. */
export interface FilmField {
  name: string;
  value: string | Picture;
}

/** A body that goes as `multipart/form-data`. */
export class FilmForm {
  readonly fields: readonly FilmField[];

  constructor(fields: readonly FilmField[]) {
    this.fields = fields;
  }
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
  /** Parameters that the wire has no word for: all films of a model have the one value that its contract lists. */
  readonly unsaid: readonly (typeof VIDEO_PARAMETERS)[number][];
  path(target: Target): string;
  /** A {@link FilmForm}, or what goes as JSON. @throws ProviderError for what the wire cannot say */
  toWire(call: FilmCall, target: Target): unknown;
  /** @returns the provider's name of the job @throws MalformedReply */
  jobIn(reply: unknown): string;
  /** Where a job is asked for, behind the base URL. @throws MalformedReply for a name that is none of this wire */
  statePath(job: string): string;
  /** @throws MalformedReply */
  stateIn(reply: unknown, asked: { job: string; target: Target }): FilmState;
}

/** Films without a provider. */
export interface LocalFilms {
  /** The whole file. */
  make(call: FilmCall): Buffer;
}
