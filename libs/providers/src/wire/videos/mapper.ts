import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import { sizeOf } from '../../adapter/video-terms.ts';
import type { VideoCall, VideoMapper, VideoState } from '../../adapter/video-wire.ts';
import { WireForm } from '../../adapter/wire-form.ts';
import type { FormField } from '../../adapter/wire-form.ts';
import { asObject, asText, isObject } from '../../json.ts';
import { toFailure } from '../failures.ts';

const PATH = '/videos';
/** The form of a job's name: it is a part of a path, and begins with no dot. */
const JOB = /^[\w~=+][\w.:=+/~-]{0,399}$/u;
/** Words of errors that are about what was asked for, and not about who was asked. */
const REFUSED =
  /moderat|policy|safety|sensitive|blocked|rejected|invalid|unsupported|^4(?!08|29)\d\d$/iu;
const PROGRESS_MAX = 100;

/**
 * Videos over `/videos`: a form that begins a job, its states, and its file behind the same path.
 * As documented by OpenAI (`resources/videos` of its SDK 7.55, which says that its own service ends
 * on 2026-09-24), by Azure (`/openai/v1/videos`, REST reference "Videos"), and by servers that
 * speak it: vLLM-Omni (`docs/serving/videos_api.md`), LiteLLM (`/videos`) and New API. Nobody has
 * recorded this wire for us. All of them take forms, and some nothing else. The wire has no token
 * of ours and no metadata, and its list distinguishes videos of one prompt by nothing: a video
 * whose name is lost cannot be looked up.
 */
export const videosWire: VideoMapper = {
  unsaid: ['generate_audio', 'first_frame', 'last_frame'],
  path: () => PATH,
  toWire: (call, { endpoint }) => new WireForm(fieldsOf(call, endpoint.upstreamModel)),
  jobIn: (reply) => checked(asText(asObject(reply)['id'])),
  statePath: (job) => pathOf(job),
  stateIn,
};

function pathOf(job: string): string {
  return `${PATH}/${encodeURIComponent(checked(job))}`;
}

function checked(job: string | undefined): string {
  if (job === undefined || !JOB.test(job))
    throw new MalformedReply('the name of a video does not fit');
  return job;
}

/**
 * `seed` and `negative_prompt` are not of OpenAI's wire: they go where an approval says that a
 * server takes them.
 */
function fieldsOf(call: VideoCall, model: string): FormField[] {
  const { prompt, terms, references, seed, negativePrompt } = call;
  assertSupported(call);
  const size = sizeOf(terms.resolution, terms.aspectRatio ?? '');
  if (size === null) throw unsupportedField('a video without a size');
  return [
    { name: 'model', value: model },
    { name: 'prompt', value: prompt },
    { name: 'seconds', value: String(terms.seconds) },
    { name: 'size', value: size },
    ...(seed === undefined ? [] : [{ name: 'seed', value: String(seed) }]),
    ...(negativePrompt === undefined ? [] : [{ name: 'negative_prompt', value: negativePrompt }]),
    ...references.map((value) => ({ name: 'input_reference', value })),
  ];
}

/** What no field of this wire says may not be left out: the caller would pay for another video. */
function assertSupported({ references, firstFrame, lastFrame }: VideoCall): void {
  if (references.length > 1) throw unsupportedField('more than one picture');
  if (firstFrame !== undefined) throw unsupportedField('first_frame');
  if (lastFrame !== undefined) throw unsupportedField('last_frame');
}

function unsupportedField(what: string): ProviderError {
  const text = `The interface of this provider cannot say ${what}.`;
  return new ProviderError(toFailure('rejected', { status: 400, text }));
}

function stateIn(
  reply: unknown,
  { job, endpoint }: Parameters<VideoMapper['stateIn']>[1],
): VideoState {
  if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
  const { status, progress, error } = reply;
  switch (status) {
    case 'queued':
    case 'in_progress':
    // LiteLLM's word for videos of others (`docs/providers/gemini/videos`).
    case 'processing':
      return { kind: 'working', percent: percentIn(progress) };
    case 'completed':
      return { kind: 'made', url: `${endpoint.baseUrl}${pathOf(job)}/content?variant=video` };
    case 'failed':
      return failedBy(error);
    default:
      throw new MalformedReply('the video stands in no way that is known');
  }
}

function percentIn(progress: unknown): number | null {
  if (typeof progress !== 'number' || !(progress >= 0 && progress <= PROGRESS_MAX)) return null;
  return Math.floor(progress);
}

function failedBy(error: unknown): VideoState {
  const { code, message } = asObject(error);
  const isRefused = REFUSED.test(typeof code === 'number' ? String(code) : (asText(code) ?? ''));
  const kind = isRefused ? 'rejected' : 'unavailable';
  return { kind: 'failed', failure: toFailure(kind, { status: 200, text: asText(message) ?? '' }) };
}
