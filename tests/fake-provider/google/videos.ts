import { videoFile } from '@tollgate/providers/sandbox/video-file';
import { fileReply } from '../video-reply.ts';
import { isJson } from '../openai/chat-request.ts';
import { jsonReply, type Reply } from '../reply.ts';
import { Refusal, type Call, type Operation } from '../wire.ts';
import { modelIn, refuse } from './request.ts';

/** A video that was asked for. */
interface Video {
  name: string;
  prompt: string;
  polls: number;
  made: Made;
}

/** What a video is. */
export interface Made {
  seconds: number;
  width: number;
  height: number;
}

const SHORT_SIDES: Readonly<Record<string, number>> = { '720p': 720, '1080p': 1_080, '4k': 2_160 };
const SECONDS = 8;

const MODELS = /^veo-3\.1(?:-fast|-lite)?-generate(?:-preview|-\d{3})$/u;
/** Beside its pictures, so that a video comes in several pieces. */
const PADDING_BYTES = 300_000;
const MEBIBYTE = Buffer.alloc(1_048_576, 7);
const COLOUR: [number, number, number] = [90, 120, 150];
/** How often a video is not done yet, unless its prompt says otherwise. */
const POLLS = 2;
const INSTANCE = new Set(['prompt', 'image', 'lastFrame', 'referenceImages']);
const PARAMETERS = new Set([
  'durationSeconds',
  'aspectRatio',
  'resolution',
  'negativePrompt',
  'personGeneration',
  'sampleCount',
]);
const PICTURE = new Set(['bytesBase64Encoded', 'mimeType']);

/** Videos by the last part of their names; they live as long as the process. */
const videos = new Map<string, Video>();

/** Whether the prompt asks for a course of things, such as `[video: filtered]`. */
const asks = ({ prompt }: Video, word: string): boolean => prompt.includes(`[video: ${word}`);
const numberIn = (prompt: string, word: string): number | null => {
  const found = new RegExp(String.raw`\[video: ${word}=(\d+)\]`, 'u').exec(prompt);
  return found === null ? null : Number(found[1]);
};

function assertKnown(value: Record<string, unknown>, known: ReadonlySet<string>): void {
  const name = Object.keys(value).find((one) => !known.has(one));
  if (name !== undefined)
    refuse(`Invalid JSON payload received. Unknown name "${name}": Cannot find field.`);
}

function assertPicture(value: unknown): void {
  if (value === undefined) return;
  if (!isJson(value)) refuse('* image: is no object');
  assertKnown(value, PICTURE);
  const bytes = Buffer.from(String(value['bytesBase64Encoded']), 'base64');
  if (bytes.length === 0) refuse('* image: has no bytes');
}

function assertParameters(parameters: Record<string, unknown>): void {
  assertKnown(parameters, PARAMETERS);
  const { durationSeconds: seconds, resolution = '720p', aspectRatio = '16:9' } = parameters;
  if (seconds !== undefined && ![4, 6, 8].includes(seconds as number)) {
    refuse(
      'The number value for `durationSeconds` is out of bound. Please provide a value between 4 and 8, inclusive.',
    );
  }
  if (!['720p', '1080p', '4k'].includes(resolution as string)) refuse('* resolution');
  if (!['16:9', '9:16'].includes(aspectRatio as string)) refuse('* aspectRatio');
  if (resolution !== '720p' && seconds !== 8) refuse('`resolution` needs a duration of 8 seconds.');
  const { sampleCount = 1 } = parameters;
  if (sampleCount !== 1) refuse('* sampleCount');
}

function begin(call: Call): Reply {
  const model = modelIn(call.path);
  if (!MODELS.test(model)) {
    const message = `models/${model} is not found for API version v1beta, or is not supported for predictLongRunning.`;
    throw new Refusal({ status: 404, message, code: null });
  }
  const { body } = call;
  if (!isJson(body) || !Array.isArray(body['instances'])) refuse('Invalid JSON payload received.');
  const [instance, ...others] = body['instances'] as unknown[];
  if (!isJson(instance) || others.length > 0) refuse('* instances: one is needed');
  assertKnown(instance, INSTANCE);
  const { prompt } = instance;
  if (typeof prompt !== 'string' || prompt === '') refuse('* prompt: is empty');
  assertPicture(instance['image']);
  assertPicture(instance['lastFrame']);
  assertParameters(isJson(body['parameters']) ? body['parameters'] : {});
  const id = `video${videos.size + 1}x${Math.floor(Math.random() * 1e9).toString(36)}`;
  const name = `models/${model}/operations/${id}`;
  const made = madeOf(prompt, isJson(body['parameters']) ? body['parameters'] : {});
  videos.set(id, { name, prompt, polls: 0, made });
  return jsonReply(200, { name });
}

function found(call: Call, pattern: RegExp): [string, Video] {
  const id = pattern.exec(call.path)?.groups?.['id'] ?? '';
  const video = videos.get(id);
  if (video === undefined)
    throw new Refusal({ status: 404, message: 'Requested entity was not found.', code: null });
  return [id, video];
}

const STATE = /\/models\/[^/]+\/operations\/(?<id>[^/]+)$/u;
const PLACE = /\/files\/(?<id>[^/:]+):download$/u;

function state(call: Call): Reply {
  const [id, video] = found(call, STATE);
  video.polls += 1;
  const { name } = video;
  if (video.polls <= (numberIn(video.prompt, 'polls') ?? POLLS)) return jsonReply(200, { name });
  if (asks(video, 'error')) {
    const error = { code: 13, message: 'Video generation failed due to an internal server issue.' };
    return jsonReply(200, { name, done: true, error });
  }
  const type = {
    '@type': 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse',
  };
  if (asks(video, 'filtered')) {
    const reasons = [
      "We encountered an issue with the prompt, which goes against Google's policies.",
    ];
    const kept = { raiMediaFilteredCount: 1, raiMediaFilteredReasons: reasons };
    return jsonReply(200, { name, done: true, response: { ...type, generateVideoResponse: kept } });
  }
  const base = call.origin + call.path.slice(0, call.path.indexOf('/models/'));
  const uri = asks(video, 'inside')
    ? 'https://169.254.169.254/latest/meta-data'
    : `${base}/files/${id}:download?alt=media`;
  const generateVideoResponse = { generatedSamples: [{ video: { uri } }] };
  return jsonReply(200, { name, done: true, response: { ...type, generateVideoResponse } });
}

/**
 * As recorded: the address of a file leads to the place of its bytes, under an error of that
 * status.
 */
function lead(call: Call): Reply {
  const [id, video] = found(call, PLACE);
  const location = asks(video, 'loop')
    ? `${call.origin}${call.path}?alt=media`
    : `${call.origin}/download/v1beta/files/${id}:download?alt=media`;
  const reply = jsonReply(302, {
    error: { code: 302, message: 'Unknown Error.', status: 'UNKNOWN' },
  });
  return { ...reply, headers: { ...reply.headers, location } };
}

function bytes(call: Call): Reply {
  const [id, video] = found(call, PLACE);
  const mebibytes = numberIn(video.prompt, 'mebibytes');
  if (mebibytes !== null) return large(video.made, mebibytes);
  const whole = asks(video, 'unreadable') ? unreadable(id) : videoBytes(id, video.made);
  return fileReply(call, whole, asks(video, 'cut'));
}

/** A video with so many MiB behind its pictures, which nobody has in memory. */
function large(made: Made, mebibytes: number): Reply {
  const start = Buffer.alloc(8);
  start.writeUInt32BE(start.length + mebibytes * MEBIBYTE.length);
  start.write('free', 4);
  const head = Buffer.concat([videoFile({ ...made, colour: COLOUR }), start]);
  const length = head.length + mebibytes * MEBIBYTE.length;
  return {
    status: 200,
    headers: { 'content-type': 'video/mp4', 'content-length': String(length) },
    steps: [
      { kind: 'raw', bytes: head },
      { kind: 'fill', bytes: MEBIBYTE, times: mebibytes },
    ],
    stream: false,
    served: null,
  };
}

/** As it was asked for, unless the prompt says that the provider makes something else. */
function madeOf(prompt: string, parameters: Record<string, unknown>): Made {
  const { durationSeconds = SECONDS, resolution = '720p', aspectRatio } = parameters;
  const short = numberIn(prompt, 'short') ?? SHORT_SIDES[String(resolution)] ?? 0;
  const long = Math.round((short * 16) / 9);
  const seconds = numberIn(prompt, 'seconds') ?? Number(durationSeconds);
  const [width, height] = aspectRatio === '9:16' ? [short, long] : [long, short];
  return { seconds, width, height };
}

/** The bytes of a video: an MP4 file that plays, then numbers that follow from its name. */
export function videoBytes(id: string, made: Made): Buffer {
  const start = Buffer.alloc(8);
  start.writeUInt32BE(start.length + PADDING_BYTES);
  start.write('free', 4);
  return Buffer.concat([videoFile({ ...made, colour: COLOUR }), start, numbersOf(id)]);
}

/** What begins like an MP4 file and is none. */
function unreadable(id: string): Buffer {
  return Buffer.concat([
    Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1'),
    numbersOf(id),
  ]);
}

/** An MP4 file of 136 bytes, whose index tells a length of nothing. */
export function emptyVideo(): Buffer {
  const head = Buffer.from('\0\0\0\x14ftypisom\0\0\x02\0isom', 'latin1');
  const index = Buffer.alloc(116);
  index.writeUInt32BE(index.length);
  index.write('moov', 4);
  index.writeUInt32BE(index.length - 8, 8);
  index.write('mvhd', 12);
  return Buffer.concat([head, index]);
}

function numbersOf(id: string): Buffer {
  const seed = Buffer.from(id).reduce((sum, byte) => (sum * 31 + byte) % 251, 7);
  return Buffer.from(Array.from({ length: PADDING_BYTES }, (_none, at) => (at * seed) % 256));
}

const NOTHING = { model: null, text: '', stream: false };

/** Videos: a job by its name, its states, the address of its file and the file. */
export const VIDEO_ROUTES: readonly [method: string, path: RegExp, operation: Operation][] = [
  [
    'POST',
    /\/models\/[^/]+:predictLongRunning$/u,
    { name: 'video', peek: peekPrompt, answer: begin },
  ],
  ['GET', STATE, { name: 'video_state', peek: () => NOTHING, answer: state }],
  [
    'GET',
    /\/download\/v1beta\/files\/[^/:]+:download$/u,
    { name: 'video_bytes', peek: () => NOTHING, answer: bytes },
  ],
  ['GET', PLACE, { name: 'video_place', peek: () => NOTHING, answer: lead }],
];

function peekPrompt({ path, body }: Call): ReturnType<Operation['peek']> {
  const [instance] =
    isJson(body) && Array.isArray(body['instances']) ? (body['instances'] as unknown[]) : [];
  const text = isJson(instance) && typeof instance['prompt'] === 'string' ? instance['prompt'] : '';
  return {
    model: /\/models\/(?<model>[^:]+)/u.exec(path)?.groups?.['model'] ?? null,
    text,
    stream: false,
  };
}
