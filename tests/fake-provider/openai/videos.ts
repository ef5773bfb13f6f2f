import { fileReply, leadTo } from '../video-reply.ts';
import { emptyVideo, videoBytes, type Made } from '../google/videos.ts';
import { jsonReply, type Reply } from '../reply.ts';
import { type Call, type FormField, type Operation, Refusal } from '../wire.ts';

/** A video that was asked for. */
interface Video {
  id: string;
  model: string;
  prompt: string;
  seconds: string;
  size: string;
  createdAt: number;
  polls: number;
}

/** Under this path stands a provider that makes videos; its list names what it makes. */
export const VIDEO_PATH = '/sora/';
const OF_SORA = ['720x1280', '1280x720'];
/** Lengths and sizes of each model; the last is one of those that run on a machine of one's own. */
const MODELS: Readonly<Record<string, { seconds: RegExp; sizes: readonly string[] }>> = {
  'sora-2': { seconds: /^(?:4|8|12)$/u, sizes: OF_SORA },
  'sora-2-pro': { seconds: /^(?:4|8|12)$/u, sizes: [...OF_SORA, '1024x1792', '1792x1024'] },
  'Wan-AI/Wan2.2-T2V-A14B': { seconds: /^[1-9]\d?$/u, sizes: ['854x480', '480x854'] },
};
export const VIDEO_MODELS = Object.keys(MODELS);
const FIELDS = new Set(['model', 'prompt', 'seconds', 'size', 'input_reference']);
/** How often a video is not done yet, unless its prompt says otherwise. */
const POLLS = 2;
const LIFE_SECONDS = 3_600;
const PICTURE = /^(?:\x89PNG|\xff\xd8\xff|RIFF[^]{4}WEBP)/u;

/** Videos by their ids, oldest first; they live as long as the process. */
const videos = new Map<string, Video>();

/** Whether the prompt asks for a course of things, such as `[video: blocked]`. */
const asks = ({ prompt }: Video, word: string): boolean => prompt.includes(`[video: ${word}`);

function madeOf({ seconds, size }: Video): Made {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { seconds: Number(seconds), width, height };
}

function pollsOf({ prompt }: Video): number {
  return Number(/\[video: polls=(\d+)\]/u.exec(prompt)?.[1] ?? POLLS);
}

function refuse(message: string, param: string | null, code: string | null = null): never {
  throw new Refusal({ status: 400, type: 'invalid_request_error', message, param, code });
}

function assertFields(form: readonly FormField[]): void {
  const seen = new Set<string>();
  for (const { name, bytes, fileName } of form) {
    if (!FIELDS.has(name)) refuse(`Unknown parameter: '${name}'.`, name, 'unknown_parameter');
    if (seen.has(name)) refuse(`Duplicate parameter: '${name}'.`, name);
    seen.add(name);
    const isPicture = name === 'input_reference';
    if (isPicture !== (fileName !== null)) refuse(`Invalid type for '${name}'.`, name);
    if (isPicture && !PICTURE.test(bytes.toString('latin1', 0, 12))) {
      refuse('Invalid file: expected an image.', name);
    }
  }
}

function begin({ form }: Call): Reply {
  if (form === undefined) refuse('The body must be multipart/form-data.', null);
  assertFields(form);
  const said = (name: string): string =>
    form.find((one) => one.name === name)?.bytes.toString('utf8') ?? '';
  const [model, prompt, seconds, size] = ['model', 'prompt', 'seconds', 'size'].map(said) as [
    string,
    string,
    string,
    string,
  ];
  const found = Object.hasOwn(MODELS, model) ? MODELS[model] : undefined;
  if (found === undefined) {
    const message = `The model '${model}' does not exist or you do not have access to it.`;
    throw new Refusal({ status: 404, message, param: 'model', code: 'model_not_found' });
  }
  if (prompt === '') refuse("Missing required parameter: 'prompt'.", 'prompt');
  if (!found.seconds.test(seconds)) refuse(`Invalid value: '${seconds}'.`, 'seconds');
  if (!found.sizes.includes(size)) refuse(`Invalid value: '${size}'.`, 'size');
  const id = `video_${Buffer.from(`${videos.size + 1} ${Math.random()}`).toString('hex')}`;
  const createdAt = Math.floor(Date.now() / 1_000);
  const video = { id, model, prompt, seconds, size, createdAt, polls: 0 };
  videos.set(id, video);
  return jsonReply(200, videoOut(video));
}

const STATE = /\/videos\/(?<id>[^/]+)$/u;
const CONTENT = /\/videos\/(?<id>[^/]+)\/content$/u;

function found({ path }: Call, pattern: RegExp): Video {
  const id = decodeURIComponent(pattern.exec(path)?.groups?.['id'] ?? '');
  const video = videos.get(id);
  if (video !== undefined) return video;
  const message = `Video with id '${id}' not found.`;
  throw new Refusal({ status: 404, type: 'invalid_request_error', message, code: null });
}

const isDone = (video: Video): boolean => video.polls > pollsOf(video);

function errorOf(video: Video): { code: string; message: string } | null {
  if (!isDone(video)) return null;
  if (asks(video, 'blocked')) {
    const message = 'Your request was blocked by our moderation system.';
    return { code: 'moderation_blocked', message };
  }
  return asks(video, 'error')
    ? { code: 'internal_error', message: 'An internal error occurred.' }
    : null;
}

function statusOf(video: Video): string {
  if (isDone(video)) {
    if (asks(video, 'nonsense')) return 'somewhere';
    return errorOf(video) === null ? 'completed' : 'failed';
  }
  return video.polls === 0 ? 'queued' : 'in_progress';
}

/** A video as `GET /videos/{id}` tells of it. */
function videoOut(video: Video): unknown {
  const { id, model, prompt, seconds, size, createdAt } = video;
  const status = statusOf(video);
  const isMade = status === 'completed';
  const progress = isMade ? 100 : Math.floor((100 * video.polls) / (pollsOf(video) + 2));
  return {
    id,
    object: 'video',
    created_at: createdAt,
    status,
    completed_at: isMade ? createdAt + 1 : null,
    error: errorOf(video),
    expires_at: isMade ? createdAt + LIFE_SECONDS : null,
    model,
    progress,
    prompt,
    remixed_from_video_id: null,
    seconds,
    size,
  };
}

function state(call: Call): Reply {
  const video = found(call, STATE);
  video.polls += 1;
  return jsonReply(200, videoOut(video));
}

function remove(call: Call): Reply {
  const { id } = found(call, STATE);
  videos.delete(id);
  return jsonReply(200, { id, object: 'video.deleted', deleted: true });
}

function list(): Reply {
  const data = [...videos.values()].toReversed().map(videoOut);
  return jsonReply(200, { object: 'list', data, first_id: null, last_id: null, has_more: false });
}

function content(call: Call): Reply {
  const video = found(call, CONTENT);
  if (statusOf(video) !== 'completed') refuse('Video is not ready yet, use GET to poll.', null);
  if (asks(video, 'expired')) {
    const message = 'The content of this video has expired.';
    throw new Refusal({ status: 404, type: 'invalid_request_error', message, code: null });
  }
  if (asks(video, 'page')) return jsonReply(200, 'Please sign in.');
  if (asks(video, 'empty')) return fileReply(call, emptyVideo(), false);
  if (asks(video, 'inside')) return leadTo('https://169.254.169.254/latest/meta-data');
  return fileReply(call, videoBytes(video.id, madeOf(video)), asks(video, 'cut'));
}

const NOTHING = { model: null, text: '', stream: false };
const quiet = (name: string, answer: Operation['answer']): Operation => ({
  name,
  peek: () => NOTHING,
  answer,
});

/** Videos: a job by its id, its states, its file, its end, and the list. */
export const VIDEO_ROUTES: readonly [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /\/videos$/u, { name: 'video', peek: peekForm, answer: begin }],
  ['GET', /\/videos$/u, quiet('videos', list)],
  ['GET', CONTENT, quiet('video_bytes', content)],
  ['GET', STATE, quiet('video_state', state)],
  ['DELETE', STATE, quiet('video_end', remove)],
];

function peekForm({ form = [] }: Call): ReturnType<Operation['peek']> {
  const said = (name: string): string | undefined =>
    form.find((one) => one.name === name)?.bytes.toString('utf8');
  return { model: said('model') ?? null, text: said('prompt') ?? '', stream: false };
}
