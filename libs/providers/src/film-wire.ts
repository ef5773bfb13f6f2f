import type { VIDEO_PARAMETERS } from '@tollgate/contract/request-contract';
import type { FilmTerms } from './film-terms.ts';
import type { Credential, Failure, HttpCall, Target } from './target.ts';

/** A picture of a caller. */
export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  base64: string;
}

/** A film that a provider is to make, with every default spelled out. */
export interface FilmCall {
  /** Ours, one for each film: a provider that takes such a token makes one film of it, and finds the film by it. */
  token: string;
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

/** Where a mapper works, and what an administrator has entered for the provider. */
export interface FilmSite {
  target: Target;
  credential: Credential;
}

/** What a page of a provider's list says of a film whose name was lost. */
export interface FilmTrace {
  /** Null where the page does not hold the film. */
  job: string | null;
  /** Path and query of the page after it; null for the last. */
  next: string | null;
}

/** How a film is found by our token, where its provider keeps a list with tokens. */
export interface FilmFinder {
  /** Path and query of the first page. @param since before the film was asked for */
  path(since: Date): string;
  /** @throws MalformedReply */
  traceIn(reply: unknown, asked: { token: string; since: Date }): FilmTrace;
}

/** Pure mapping between films and one wire: a job that is begun, asked for and fetched. */
export interface FilmMapper {
  /** Parameters that the wire has no word for: all films of a model have the one value that its contract lists. */
  readonly unsaid: readonly (typeof VIDEO_PARAMETERS)[number][];
  path(target: Target): string;
  /** A {@link FilmForm}, or what goes as JSON. @throws ProviderError for what the wire cannot say */
  toWire(call: FilmCall, site: FilmSite): unknown;
  /** @returns the provider's name of the job @throws MalformedReply */
  jobIn(reply: unknown): string;
  /** Where a job is asked for, behind the base URL. @throws MalformedReply for a name that is none of this wire */
  statePath(job: string): string;
  /** @param reply undefined where the provider says by its status alone that it works @throws MalformedReply */
  stateIn(reply: unknown, asked: FilmSite & { job: string }): FilmState;
  readonly finder?: FilmFinder;
  /** Whether an error document that answers a question for a job says that there is no such job, beside statuses 404 and 410, which say so on every wire. */
  readonly knowsNoJob?: (failure: Failure) => boolean;
  /**
   * Adds the credential to the call for a file that lies at another host than the provider's; null for a host that the credential is not for. Absent:
   * the credential goes to the provider's own host alone.
   */
  readonly signFile?: (
    call: HttpCall,
    credential: Credential,
    at: Date,
  ) => Promise<HttpCall | null>;
}

/** Films without a provider. */
export interface LocalFilms {
  /** The whole file. */
  make(call: FilmCall): Buffer;
}
