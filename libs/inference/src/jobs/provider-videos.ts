import type { MasterKey } from '@tollgate/catalog/sealing';
import type { VideoCall, VideoState } from '@tollgate/providers/adapter/video-wire';
import { canFindVideo } from '@tollgate/providers/engine/video-caller';
import type { VideoReply } from '@tollgate/providers/engine/video-caller';
import type { ProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { Timers } from '@tollgate/runtime/timers';
import { callAboutJob } from './provider-call.ts';
import type { JobTarget } from './provider-call.ts';

/**
 * The provider side of videos, credential and wire included. Failures are thrown as
 * `ProviderError`.
 */
export interface Videos {
  /** @returns the provider's name of the video */
  begin(target: JobTarget, video: VideoCall): Promise<string>;
  state(target: JobTarget, job: string): Promise<VideoState>;
  /** Whether a video whose name was lost can be looked up at its provider. */
  canFind(target: JobTarget): boolean;
  /**
   * Looks a video up by our token.
   * @returns null where the provider's list does not hold the video
   */
  find(target: JobTarget, video: { token: string; since: Date }): Promise<string | null>;
  /** Opens the file from a byte on. @param video for families that make videos by themselves */
  open(
    target: JobTarget,
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
      return caller.beginVideo(callAboutJob(deps, target), video);
    },
    async state(target, job) {
      if (target.family.local !== undefined) return { kind: 'made', url: LOCAL_JOB };
      return caller.videoState(callAboutJob(deps, target), job);
    },
    canFind: ({ family, endpoint, credential }) =>
      credential !== null && canFindVideo({ family, endpoint }),
    find: (target, video) => caller.findVideo(callAboutJob(deps, target), video),
    async open(target, { url, from, video }) {
      const { local } = target.family;
      if (local !== undefined) return localReply(local.video.make(video), from);
      return caller.openVideo(callAboutJob(deps, target), { url, from });
    },
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
