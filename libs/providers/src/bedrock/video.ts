import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import type { Credential, Failure } from '../adapter/adapter.ts';
import type {
  VideoCall,
  VideoFinder,
  VideoMapper,
  VideoSite,
  VideoState,
  VideoTrace,
} from '../adapter/video-wire.ts';
import type { Picture } from '../adapter/wire-form.ts';
import { asObject, asText, isObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { toFailure } from '../wire/failures.ts';
import { NOVA, PROMPT_MAX } from './video-models.ts';
import { signFile, storeOf } from './sign.ts';

const PATH = '/async-invoke';
const JOB =
  /^arn:aws(?:-[^:]{1,20})?:bedrock:[a-z0-9-]{1,20}:\d{12}:async-invoke\/(?<id>[a-z0-9]{12})$/u;
const LOCATION = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<folder>[^?#]*))?$/u;
/** What the provider calls the file of a video. */
const FILE = 'output.mp4';
const SHOT_SECONDS = 6;
const FRAMES_A_SECOND = 24;
const LISTED_MAX = 1_000;
const BAD_REQUEST = 400;
/** Words of failures that are about what was asked for. */
const REFUSED = /content filter|moderat|policy|polic|safety|blocked|invalid|validation|malformed/iu;

/**
 * Videos over StartAsyncInvoke, as the types of `@aws-sdk/client-bedrock-runtime` 3.1164 have it
 * and Amazon's user guides describe its models ("Video generation access and usage" of Nova, "Luma
 * AI models" of Bedrock); nobody has recorded this wire for us. A job has a token of ours: asked
 * twice with one, the provider makes one video, and its list maps each token to its video. The
 * video is put into a bucket of the operator's.
 */
export const bedrockVideo: VideoMapper = {
  unsaid: ['generate_audio'],
  path: () => PATH,
  toWire: (call, site) => ({
    modelId: site.endpoint.upstreamModel,
    modelInput: inputOf(call, site.endpoint.upstreamModel),
    outputDataConfig: { s3OutputDataConfig: { s3Uri: locationOf(site.credential) } },
    clientRequestToken: call.token,
  }),
  jobIn: (reply) => checked(asText(asObject(reply)['invocationArn'])),
  statePath: (job) => `${PATH}/${encodeURIComponent(checked(job))}`,
  stateIn,
  finder: { path: (since) => listPath(since, null), traceIn },
  knowsNoJob,
  signFile,
};

/**
 * GetAsyncInvoke has no error for a job that is not there: `ValidationException` is the only one of
 * its errors that is about what was asked (API reference of Amazon Bedrock, "GetAsyncInvoke":
 * beside it access, throttling and faults of the service). All that is asked is the name of a job,
 * in the form that {@link checked} demands.
 */
function knowsNoJob({ status, kind }: Failure): boolean {
  return status === BAD_REQUEST && kind === 'rejected';
}

function checked(job: string | undefined): string {
  if (job === undefined || !JOB.test(job))
    throw new MalformedReply('the name of a job does not fit');
  return job;
}

function locationOf({ output_s3_uri: location }: Credential): string {
  if (location !== undefined) return location;
  throw refusal('Videos of this provider are not set up: its credential names no bucket.');
}

function refusal(text: string): ProviderError {
  return new ProviderError(toFailure('rejected', { status: 400, text }));
}

function inputOf(call: VideoCall, model: string): JsonObject {
  return NOVA.test(model) ? novaInput(call) : rayInput(call);
}

function novaInput({ prompt, terms, seed, firstFrame }: VideoCall): JsonObject {
  const isShot = terms.seconds === SHOT_SECONDS;
  assertLength(prompt, isShot ? PROMPT_MAX.shot : PROMPT_MAX.shots);
  const images = firstFrame === undefined ? {} : { images: [novaPicture(firstFrame)] };
  return {
    ...(isShot
      ? { taskType: 'TEXT_VIDEO', textToVideoParams: { text: prompt, ...images } }
      : { taskType: 'MULTI_SHOT_AUTOMATED', multiShotAutomatedParams: { text: prompt } }),
    videoGenerationConfig: {
      durationSeconds: terms.seconds,
      fps: FRAMES_A_SECOND,
      dimension: '1280x720',
      ...(seed === undefined ? {} : { seed }),
    },
  };
}

function novaPicture({ type, base64 }: Picture): JsonObject {
  return { format: pngOrJpeg(type).slice('image/'.length), source: { bytes: base64 } };
}

function rayInput({ prompt, terms, firstFrame, lastFrame }: VideoCall): JsonObject {
  assertLength(prompt, PROMPT_MAX.ray);
  const frames = {
    ...(firstFrame === undefined ? {} : { frame0: rayPicture(firstFrame) }),
    ...(lastFrame === undefined ? {} : { frame1: rayPicture(lastFrame) }),
  };
  return {
    prompt,
    duration: `${terms.seconds}s`,
    resolution: terms.resolution,
    ...(terms.aspectRatio === null ? {} : { aspect_ratio: terms.aspectRatio }),
    loop: false,
    ...(Object.keys(frames).length === 0 ? {} : { keyframes: frames }),
  };
}

function rayPicture({ type, base64 }: Picture): JsonObject {
  return { type: 'image', source: { type: 'base64', media_type: pngOrJpeg(type), data: base64 } };
}

function pngOrJpeg(type: Picture['type']): string {
  if (type === 'image/webp') throw refusal('This model takes pictures as PNG or JPEG.');
  return type;
}

function assertLength(prompt: string, most: number): void {
  if (prompt.length <= most) return;
  throw refusal(`A prompt for a video of this length has at most ${most} characters.`);
}

function stateIn(reply: unknown, { job, credential }: VideoSite & { job: string }): VideoState {
  if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
  switch (reply['status']) {
    case 'InProgress':
      return { kind: 'working', percent: null };
    case 'Completed':
      return { kind: 'made', url: fileOf(reply, { job, credential }) };
    case 'Failed':
      return failedBy(asText(reply['failureMessage']) ?? '');
    default:
      throw new MalformedReply('the job stands in no way that is known');
  }
}

function failedBy(text: string): VideoState {
  const kind = REFUSED.test(text) ? 'rejected' : 'unavailable';
  return { kind: 'failed', failure: toFailure(kind, { status: 200, text }) };
}

/**
 * Each job has a folder of its own, by its id; guides give the location both with that folder and
 * without.
 */
function fileOf(
  reply: JsonObject,
  { job, credential }: { job: string; credential: Credential },
): string {
  const output = asObject(asObject(reply['outputDataConfig'])['s3OutputDataConfig']);
  const { bucket, folder = '' } = LOCATION.exec(asText(output['s3Uri']) ?? '')?.groups ?? {};
  const id = JOB.exec(job)?.groups?.['id'];
  if (bucket === undefined || id === undefined) throw new MalformedReply('a video lies nowhere');
  const parts = folder.split('/').filter((part) => part !== '');
  const whole = [bucket, ...parts, ...(parts.at(-1) === id ? [] : [id]), FILE];
  if (whole.includes('..')) throw new MalformedReply('a video lies at no name');
  return `${storeOf(credential)}/${whole.map(encoded).join('/')}`;
}

/** A part of a path as S3 signs it: the rules of signatures leave fewer characters as they are. */
function encoded(part: string): string {
  return encodeURIComponent(part).replaceAll(
    /[!'()*]/gu,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function listPath(since: Date, next: string | null): string {
  const query = new URLSearchParams({
    submitTimeAfter: since.toISOString(),
    maxResults: String(LISTED_MAX),
    sortBy: 'SubmissionTime',
    sortOrder: 'Ascending',
    ...(next === null ? {} : { nextToken: next }),
  });
  return `${PATH}?${query.toString()}`;
}

function traceIn(
  reply: unknown,
  { token, since }: Parameters<VideoFinder['traceIn']>[1],
): VideoTrace {
  const { asyncInvokeSummaries: listed, nextToken } = asObject(reply);
  if (!Array.isArray(listed)) throw new MalformedReply('the reply holds no list of jobs');
  const found = listed.map(asObject).find((one) => one['clientRequestToken'] === token);
  const next = asText(nextToken);
  return {
    job: found === undefined ? null : checked(asText(found['invocationArn'])),
    next: next === undefined ? null : listPath(since, next),
  };
}
