import { openCredential } from '@tollgate/catalog/credential-secret';
import type { MasterKey } from '@tollgate/catalog/sealing';
import type { CatalogCredential } from '@tollgate/catalog/snapshot';
import type { VideoCall, VideoState } from '@tollgate/providers/adapter/video-wire';
import { canFindVideo } from '@tollgate/providers/engine/video-caller';
import type { VideoReply } from '@tollgate/providers/engine/video-caller';
import type { ProviderCall, ProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { Timers } from '@tollgate/runtime/timers';
import type { Target } from '../catalogue/resolve.ts';

/** Where a video is made, and with which credential. */
export type VideoTarget = Pick<Target, 'family' | 'endpoint' | 'credential'>;

/**
 * The provider side of videos, credential and wire included. Failures are thrown as
 * `ProviderError`.
 */
export interface Videos {
  /** @returns the provider's name of the video */
  begin(target: VideoTarget, video: VideoCall): Promise<string>;
  state(target: VideoTarget, job: string): Promise<VideoState>;
  /** Whether a video whose name was lost can be looked up at its provider. */
  canFind(target: VideoTarget): boolean;
  /**
   * Looks a video up by our token.
   * @returns null where the provider's list does not hold the video
   */
  find(target: VideoTarget, video: { token: string; since: Date }): Promise<string | null>;
  /** Opens the file from a byte on. @param video for families that make videos by themselves */
  open(
    target: VideoTarget,
    source: { url: string; from: number; video: VideoCall },
  ): Promise<VideoReply>;
}

export interface VideosDeps {
  caller: ProviderCaller;
  masterKey: MasterKey;
  timers: Timers;
}

/** What a family that needs no provider says of its videos. */
const LOCAL_JOB = 'local';

/** Has videos made by real providers, and by the sandbox in this process. */
export function createVideos(deps: VideosDeps): Videos {
  const { caller } = deps;
  return {
    async begin(target, video) {
      if (target.family.local !== undefined) return LOCAL_JOB;
      return caller.beginVideo(callOf(deps, target), video);
    },
    async state(target, job) {
      if (target.family.local !== undefined) return { kind: 'made', url: LOCAL_JOB };
      return caller.videoState(callOf(deps, target), job);
    },
    canFind: ({ family, endpoint, credential }) =>
      credential !== null && canFindVideo({ family, endpoint }),
    find: (target, video) => caller.findVideo(callOf(deps, target), video),
    async open(target, { url, from, video }) {
      const { local } = target.family;
      if (local !== undefined) return localReply(local.video.make(video), from);
      return caller.openVideo(callOf(deps, target), { url, from });
    },
  };
}

function callOf({ masterKey, timers }: VideosDeps, target: VideoTarget): ProviderCall {
  const { family, endpoint, credential } = target;
  if (credential === null) throw new TypeError('a provider call needs a credential');
  const { firstByteReasoning: firstByteMs, streamIdle: idleMs, callTotal: totalMs } = timers;
  return {
    family,
    endpoint,
    credential: openCredential(masterKey, credential satisfies CatalogCredential),
    limits: { firstByteMs, idleMs, totalMs },
    signal: AbortSignal.timeout(totalMs),
  };
}

function localReply(file: Buffer, from: number): VideoReply {
  let rest: Buffer | null = file.subarray(from);
  return {
    from,
    length: file.length,
    read: () => {
      const piece = rest;
      rest = null;
      return Promise.resolve(piece);
    },
    close: () => undefined,
  };
}
