import { randomUUID } from 'node:crypto';
import { fileReply, leadTo } from '../video-reply.ts';
import { videoBytes } from '../google/videos.ts';
import { frame, jsonReply, type Reply } from '../reply.ts';
import { type Call, type Operation, Refusal } from '../wire.ts';
import { isJson } from './chat-request.ts';

/** A video that was asked for. */
interface Video {
  id: string;
  model: string;
  prompt: string;
  seconds: number;
  width: number;
  height: number;
  polls: number;
}

/** Under this path stands xAI; its list names what it makes. */
export const GROK_PATH = '/grok/';
export const GROK_MODELS = ['grok-imagine-video', 'grok-imagine-video-1.5'];
const FIELDS = new Set([
  'model',
  'prompt',
  'duration',
  'resolution',
  'aspect_ratio',
  'image',
  'reference_images',
]);
const SHAPES = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3'];
const SHORT_SIDES: Readonly<Record<string, number>> = { '480p': 480, '720p': 720, '1080p': 1_080 };
const SECONDS_MAX = 15;
/** The most pictures that a video is to look like, and the longest video of such. */
const ALIKE = { pictures: 7, seconds: 10 };
const DATA_URL = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/u;
const POLLS = 2;

/** How often a job is asked for before it ends. */
function pollsOf({ prompt }: { prompt: string }): number {
  return Number(/\[video: polls=(\d+)\]/u.exec(prompt)?.[1] ?? POLLS);
}
const PERCENT_EACH = 30;

/** Videos by their ids; they live as long as the process. */
const videos = new Map<string, Video>();

const asks = ({ prompt }: Video, word: string): boolean => prompt.includes(`[video: ${word}`);

function refuse(message: string): never {
  throw new Refusal({ status: 400, message, code: 'invalid-argument' });
}

function assertPicture(value: unknown): void {
  const url = isJson(value) ? value['url'] : undefined;
  if (typeof url !== 'string' || !DATA_URL.test(url)) refuse('Invalid image: no URL of a picture.');
}

function assertPictures({ image, reference_images: alike }: Record<string, unknown>): number {
  if (image !== undefined) assertPicture(image);
  if (alike === undefined) return 0;
  const isList = Array.isArray(alike) && alike.length > 0 && alike.length <= ALIKE.pictures;
  if (!isList) refuse(`reference_images: expected 1 to ${ALIKE.pictures} pictures.`);
  alike.forEach(assertPicture);
  if (image !== undefined) refuse('image and reference_images exclude each other.');
  return alike.length;
}

function begin({ body }: Call): Reply {
  if (!isJson(body)) refuse('Failed to parse the request body as JSON.');
  const unknown = Object.keys(body).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) refuse(`Unknown field: ${unknown}.`);
  const { model, prompt, duration, resolution = '480p', aspect_ratio: shape = '16:9' } = body;
  if (typeof model !== 'string' || !GROK_MODELS.includes(model)) {
    throw new Refusal({
      status: 404,
      message: `The model ${String(model)} does not exist.`,
      code: null,
    });
  }
  if (typeof prompt !== 'string' || prompt === '') refuse('prompt: must not be empty.');
  const most = assertPictures(body) > 0 ? ALIKE.seconds : SECONDS_MAX;
  const seconds = Number(duration ?? 8);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > most)
    refuse(`duration: 1 to ${most}.`);
  const short = SHORT_SIDES[String(resolution)];
  const isLater = model.endsWith('1.5');
  if (short === undefined || (short > 720 && (!isLater || most === ALIKE.seconds))) {
    refuse(`resolution: ${String(resolution)} is not supported.`);
  }
  if (!SHAPES.includes(String(shape))) refuse('aspect_ratio: is not supported.');
  const [wide = 1, high = 1] = String(shape).split(':').map(Number);
  const long = 2 * Math.round((short * Math.max(wide, high)) / Math.min(wide, high) / 2);
  const [width, height] = wide >= high ? [long, short] : [short, long];
  const id = randomUUID();
  videos.set(id, { id, model, prompt, seconds, width, height, polls: 0 });
  return jsonReply(200, { request_id: id });
}

const STATE = /^\/grok\/.*\/videos\/(?<id>[0-9a-f-]{36})$/u;
const PLACE = /^\/vidgen\/(?<id>[0-9a-f-]{36})\.mp4$/u;

function found({ path }: Call, pattern: RegExp): Video {
  const video = videos.get(pattern.exec(path)?.groups?.['id'] ?? '');
  if (video !== undefined) return video;
  throw new Refusal({ status: 404, message: 'The video was not found.', code: null });
}

/** As documented: 202 while a video is made, with a body or none. */
function state(call: Call): Reply {
  const video = found(call, STATE);
  video.polls += 1;
  const { model, seconds } = video;
  if (video.polls === 1) return { ...jsonReply(202, {}), steps: [frame('')] };
  if (video.polls <= pollsOf(video)) {
    return jsonReply(202, { status: 'pending', progress: PERCENT_EACH * video.polls, model });
  }
  if (asks(video, 'expired')) return jsonReply(200, { status: 'expired', model });
  if (asks(video, 'error')) {
    const error = { code: 'internal_error', message: 'Video generation failed.' };
    return jsonReply(200, { status: 'failed', model, error });
  }
  const url = asks(video, 'inside')
    ? 'https://169.254.169.254/latest/meta-data'
    : `${call.origin}/vidgen/${video.id}.mp4`;
  const isGood = !asks(video, 'blocked');
  const file = { url: isGood ? url : '', duration: seconds, respect_moderation: isGood };
  return jsonReply(200, {
    status: 'done',
    video: file,
    model,
    usage: { cost_in_usd_ticks: 500_000_000 },
  });
}

/** At a host that wants no key: one that comes is a leak, and is refused. */
function bytes(call: Call): Reply {
  if (asks(found(call, PLACE), 'led')) return leadTo('https://169.254.169.254/latest/meta-data');
  const video = found(call, PLACE);
  return fileReply(call, videoBytes(video.id, video), asks(video, 'cut'));
}

const NOTHING = { model: null, text: '', stream: false };
const quiet = (name: string, answer: Operation['answer']): Operation => ({
  name,
  peek: () => NOTHING,
  answer,
});

/** Videos as xAI makes them: a job by its id, its states, and its file elsewhere. */
export const GROK_ROUTES: readonly [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /^\/grok\/.*\/videos\/generations$/u, { name: 'video', peek: peekJson, answer: begin }],
  ['GET', STATE, quiet('video_state', state)],
];

function peekJson({ body }: Call): ReturnType<Operation['peek']> {
  const { model, prompt } = isJson(body) ? body : {};
  const text = typeof prompt === 'string' ? prompt : '';
  return { model: typeof model === 'string' ? model : null, text, stream: false };
}

/** The file of a video. */
export const grokFile = { path: PLACE, operation: quiet('video_bytes', bytes) };
