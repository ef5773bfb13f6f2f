import { MalformedReply } from '../adapter/adapter.ts';
import type { VideoCall, VideoMapper, VideoState } from '../adapter/video-wire.ts';
import type { Picture } from '../adapter/wire-form.ts';
import { asList, asObject, asText, isObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { toFailure } from '../wire/failures.ts';
import { withoutNames } from '../wire/gemini/errors.ts';
import { modelPath } from './paths.ts';

/** A name that can be put into a path as it is: models/…/operations/…. */
const JOB = /^models\/[A-Za-z0-9._-]{1,200}\/operations\/[A-Za-z0-9_-]{1,200}$/u;

/** Codes of the provider's own calls, which operations fail with, and what they mean. */
const KINDS: Readonly<Record<number, 'rejected' | 'rate_limited'>> = {
  3: 'rejected',
  7: 'rejected',
  8: 'rate_limited',
  9: 'rejected',
  11: 'rejected',
};

/**
 * Videos over `predictLongRunning`: a job by its name, asked for until it is done. Recorded are a
 * video of text alone, its states and where it lies; pictures, refusals and failures follow the
 * provider's documentation.
 */
export const googleVideo: VideoMapper = {
  unsaid: ['generate_audio', 'seed'],
  path: (endpoint) => `${modelPath(endpoint)}:predictLongRunning`,
  toWire: (call) => ({ instances: [instanceOf(call)], parameters: parametersOf(call) }),
  jobIn(reply) {
    const job = asText(asObject(reply)['name']);
    if (job === undefined) throw new MalformedReply('the reply names no operation');
    return checked(job);
  },
  statePath: (job) => `/${checked(job)}`,
  stateIn,
};

function checked(job: string): string {
  if (!JOB.test(job) || job.includes('..'))
    throw new MalformedReply('the name of an operation does not fit');
  return job;
}

function instanceOf(call: VideoCall): JsonObject {
  const { prompt, references, firstFrame, lastFrame } = call;
  return {
    prompt,
    ...(firstFrame === undefined ? {} : { image: pictureOf(firstFrame) }),
    ...(lastFrame === undefined ? {} : { lastFrame: pictureOf(lastFrame) }),
    ...(references.length === 0
      ? {}
      : {
          referenceImages: references.map((one) => ({
            image: pictureOf(one),
            referenceType: 'asset',
          })),
        }),
  };
}

function pictureOf({ type, base64 }: Picture): JsonObject {
  return { bytesBase64Encoded: base64, mimeType: type };
}

/** Sound has no parameter: videos of these models always have it. */
function parametersOf({ terms, negativePrompt }: VideoCall): JsonObject {
  return {
    durationSeconds: terms.seconds,
    resolution: terms.resolution,
    ...(terms.aspectRatio === null ? {} : { aspectRatio: terms.aspectRatio }),
    ...(negativePrompt === undefined ? {} : { negativePrompt }),
    sampleCount: 1,
  };
}

function stateIn(reply: unknown): VideoState {
  if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
  if (isObject(reply['error'])) return failedBy(reply['error']);
  if (reply['done'] !== true) return { kind: 'working', percent: null };
  const answer = asObject(asObject(reply['response'])['generateVideoResponse']);
  const [sample] = asList(answer['generatedSamples']);
  const url = asText(asObject(asObject(sample)['video'])['uri']);
  if (url !== undefined) return { kind: 'made', url };
  const reasons = asList(answer['raiMediaFilteredReasons']).flatMap((one) => asText(one) ?? []);
  if (reasons.length === 0 && !(Number(answer['raiMediaFilteredCount']) > 0)) {
    throw new MalformedReply('an operation is done and has no video');
  }
  return refused(reasons.join(' '));
}

function failedBy(error: JsonObject): VideoState {
  const code = Number(error['code']);
  const text = withoutNames(asText(error['message']) ?? '');
  const failure = toFailure(KINDS[code] ?? 'unavailable', { status: 200, text });
  return { kind: 'failed', failure };
}

/** The provider has made a video and keeps it back, or refuses to make one. */
function refused(text: string): VideoState {
  return {
    kind: 'failed',
    failure: toFailure('rejected', { status: 200, text: withoutNames(text) }),
  };
}
