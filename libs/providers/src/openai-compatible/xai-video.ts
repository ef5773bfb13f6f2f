import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import type { VideoCall, VideoMapper, VideoState } from '../adapter/video-wire.ts';
import type { Picture } from '../adapter/wire-form.ts';
import { asObject, asText, isObject } from '../json.ts';
import { toFailure } from '../wire/failures.ts';

const JOB = /^[\w-]{1,200}$/u;
/** Words of errors that are about what was asked for, and not about who was asked. */
const REFUSED = /moderat|policy|safety|blocked|invalid|unsupported/iu;
const PROGRESS_MAX = 100;

/**
 * Videos of xAI: a job over `/videos/generations`, asked for at `/videos/{request_id}`, whose file
 * lies at another host. As documented by xAI ("Video Generation" of its API reference) and spoken
 * by `@ai-sdk/xai` 3.0; nobody has recorded this wire for us. Both have the status 202 of a video
 * that is being made, sometimes with no body. The wire has neither a token of ours nor a list: a
 * video whose name is lost cannot be looked up.
 */
export const xaiVideo: VideoMapper = {
  unsaid: ['generate_audio', 'seed', 'negative_prompt', 'last_frame'],
  path: () => '/videos/generations',
  toWire: (call, { endpoint }) => bodyOf(call, endpoint.upstreamModel),
  jobIn: (reply) => checked(asText(asObject(reply)['request_id'])),
  statePath: (job) => `/videos/${checked(job)}`,
  stateIn,
};

function checked(job: string | undefined): string {
  if (job === undefined || !JOB.test(job))
    throw new MalformedReply('the name of a video does not fit');
  return job;
}

function bodyOf(call: VideoCall, model: string): Record<string, unknown> {
  const { prompt, terms, references, firstFrame, lastFrame, seed, negativePrompt } = call;
  // What no field of this wire says may not be left out: the caller would pay for another video.
  if (lastFrame !== undefined) throw unsupportedField('last_frame');
  if (seed !== undefined) throw unsupportedField('seed');
  if (negativePrompt !== undefined) throw unsupportedField('negative_prompt');
  return {
    model,
    prompt,
    duration: terms.seconds,
    resolution: terms.resolution,
    ...(terms.aspectRatio === null ? {} : { aspect_ratio: terms.aspectRatio }),
    ...(firstFrame === undefined ? {} : { image: pictureOf(firstFrame) }),
    ...(references.length === 0 ? {} : { reference_images: references.map(pictureOf) }),
  };
}

function pictureOf({ type, base64 }: Picture): { url: string } {
  return { url: `data:${type};base64,${base64}` };
}

function unsupportedField(what: string): ProviderError {
  const text = `The interface of this provider cannot say ${what}.`;
  return new ProviderError(toFailure('rejected', { status: 400, text }));
}

function stateIn(reply: unknown): VideoState {
  if (reply === undefined) return { kind: 'working', percent: null };
  if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
  const { status, progress, video, error } = reply;
  switch (status) {
    case 'pending':
      return { kind: 'working', percent: percentIn(progress) };
    case 'done':
      return madeIn(asObject(video));
    case 'failed':
      return failedBy(asObject(error));
    case 'expired':
      return failed('unavailable', 'The video has expired at its provider.');
    default:
      throw new MalformedReply('the video stands in no way that is known');
  }
}

function madeIn(video: Record<string, unknown>): VideoState {
  if (video['respect_moderation'] === false) {
    return failed('rejected', 'The video was blocked by the moderation of its provider.');
  }
  const url = asText(video['url']);
  if (url === undefined) throw new MalformedReply('a video is done and lies nowhere');
  return { kind: 'made', url };
}

function failedBy(error: Record<string, unknown>): VideoState {
  const text = asText(error['message']) ?? '';
  const isRefused = REFUSED.test(`${asText(error['code']) ?? ''} ${text}`);
  return failed(isRefused ? 'rejected' : 'unavailable', text);
}

function failed(kind: 'rejected' | 'unavailable', text: string): VideoState {
  return { kind: 'failed', failure: toFailure(kind, { status: 200, text }) };
}

function percentIn(progress: unknown): number | null {
  if (typeof progress !== 'number' || !(progress >= 0 && progress <= PROGRESS_MAX)) return null;
  return Math.floor(progress);
}
