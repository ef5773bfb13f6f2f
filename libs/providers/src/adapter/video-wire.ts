import type { VIDEO_PARAMETERS } from '@tollgate/contract/request-contract';
import type { VideoTerms } from './video-terms.ts';
import type { Picture } from './wire-form.ts';
import type { Credential, Failure, HttpCall, Endpoint } from './endpoint.ts';

/** A video that a provider is to make, with every default spelled out. */
export interface VideoCall {
  /**
   * Ours, one for each video: a provider that takes such a token makes one video of it, and finds
   * the video by it.
   */
  token: string;
  prompt: string;
  terms: VideoTerms;
  seed?: number;
  negativePrompt?: string;
  /** What the video is to look like. */
  references: readonly Picture[];
  firstFrame?: Picture;
  lastFrame?: Picture;
}

/** The state of a video at its provider. */
export type VideoState =
  | { kind: 'working'; percent: number | null }
  /**
   * @param url where the video lies; whatever the provider says, so that nothing about it is
   *   certain
   */
  | { kind: 'made'; url: string }
  /** The provider will not make the video. */
  | { kind: 'failed'; failure: Failure };

/** Where a mapper works, and what an administrator has entered for the provider. */
export interface VideoSite {
  endpoint: Endpoint;
  credential: Credential;
}

/** What a page of a provider's list says of a video whose name was lost. */
export interface VideoTrace {
  /** Null where the page does not hold the video. */
  job: string | null;
  /** Path and query of the page after it; null for the last. */
  next: string | null;
}

/** How a video is found by our token, where its provider keeps a list with tokens. */
export interface VideoFinder {
  /** Path and query of the first page. @param since before the video was asked for */
  path(since: Date): string;
  /** @throws MalformedReply */
  traceIn(reply: unknown, asked: { token: string; since: Date }): VideoTrace;
}

/** Pure mapping between videos and one wire: a job that is begun, asked for and fetched. */
export interface VideoMapper {
  /**
   * Parameters that the wire has no word for: all videos of a model have the one value that its
   * contract lists.
   */
  readonly unsaid: readonly (typeof VIDEO_PARAMETERS)[number][];
  path(endpoint: Endpoint): string;
  /**
   * A {@link WireForm}, or what goes as JSON.
   * @throws ProviderError for what the wire cannot say
   */
  toWire(call: VideoCall, site: VideoSite): unknown;
  /** @returns the provider's name of the job @throws MalformedReply */
  jobIn(reply: unknown): string;
  /**
   * Where a job is asked for, behind the base URL.
   * @throws MalformedReply for a name that is none of this wire
   */
  statePath(job: string): string;
  /**
   * @param reply undefined where the provider says by its status alone that it works
   * @throws MalformedReply
   */
  stateIn(reply: unknown, asked: VideoSite & { job: string }): VideoState;
  readonly finder?: VideoFinder;
  /**
   * Whether an error document that answers a question for a job says that there is no such job,
   * beside statuses 404 and 410, which say so on every wire.
   */
  readonly knowsNoJob?: (failure: Failure) => boolean;
  /**
   * Adds the credential to the call for a file that lies at another host than the provider's; null
   * for a host that the credential is not for. Absent: the credential goes to the provider's own
   * host alone.
   */
  readonly signFile?: (
    call: HttpCall,
    credential: Credential,
    at: Date,
  ) => Promise<HttpCall | null>;
}

/** Videos without a provider. */
export interface LocalVideos {
  /** The whole file. */
  make(call: VideoCall): Buffer;
}
