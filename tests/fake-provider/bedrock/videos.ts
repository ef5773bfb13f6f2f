import { randomBytes } from 'node:crypto';
import { fileReply } from '../video-reply.ts';
import { videoBytes, type Made } from '../google/videos.ts';
import { isJson } from '../openai/chat-request.ts';
import { jsonReply, type Reply } from '../reply.ts';
import { type Shape, unknownIn } from '../shape.ts';
import { type Call, type Operation, Refusal } from '../wire.ts';
import { MODEL_SAYS, refuse } from './refuse.ts';

type Json = Record<string, unknown>;

/** A job that was begun. */
interface Job {
  arn: string;
  model: string;
  prompt: string;
  token: string | undefined;
  /** The request as it came: a token stands for one request alone. */
  asked: string;
  location: string;
  submitted: Date;
  polls: number;
  made: Made;
}

export const VIDEO_MODELS = ['amazon.nova-reel-v1:1', 'luma.ray-v2:0'];
const ACCOUNT = '123456789012';
const ID_BYTES = 6;
const POLLS = 2;

/** How often a job is asked for before it ends. */
function pollsOf({ prompt }: { prompt: string }): number {
  return Number(/\[video: polls=(\d+)\]/u.exec(prompt)?.[1] ?? POLLS);
}
const TOKEN_MAX = 256;
const LISTED_MAX = 1_000;
const SEED_MAX = 2_147_483_646;
const SHOTS_SECONDS_MAX = 120;
const PROMPT_MAX = { shot: 512, shots: 4_000, ray: 5_000 };
const RAY_SHAPES = ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'];
const RAY_SIDES: Readonly<Record<string, number>> = { '540p': 540, '720p': 720 };
const LOCATION = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/.*)?$/u;
const BASE64 = /^[A-Za-z0-9+/]+=*$/u;

const BODY: Shape = {
  modelId: null,
  modelInput: null,
  clientRequestToken: null,
  outputDataConfig: { s3OutputDataConfig: { s3Uri: null, kmsKeyId: null, bucketOwner: null } },
  tags: { key: null, value: null },
};
const NOVA: Shape = {
  taskType: null,
  textToVideoParams: { text: null, images: { format: null, source: { bytes: null } } },
  multiShotAutomatedParams: { text: null },
  videoGenerationConfig: { durationSeconds: null, fps: null, dimension: null, seed: null },
};
const FRAME: Shape = { type: null, source: { type: null, media_type: null, data: null } };
const RAY: Shape = {
  prompt: null,
  duration: null,
  resolution: null,
  aspect_ratio: null,
  loop: null,
  keyframes: { frame0: FRAME, frame1: FRAME },
};

/** Jobs by their ids, oldest first; they live as long as the process. */
const jobs = new Map<string, Job>();

const asks = ({ prompt }: Job, word: string): boolean => prompt.includes(`[video: ${word}`);
const malformed = (what: string): never =>
  refuse(
    `${MODEL_SAYS}Malformed input request: ${what}, please reformat your input and try again.`,
  );
const jsonAt = (value: unknown): Json => (isJson(value) ? value : {});

function assertText(text: unknown, most: number): string {
  if (typeof text !== 'string' || text === '') malformed('#: required key [text] not found');
  if (String(text).length > most) malformed(`#/text: expected maxLength: ${most}`);
  return String(text);
}

function readNova(input: Json): { prompt: string; made: Made } {
  const unknown = unknownIn(input, NOVA);
  if (unknown !== null) malformed(`#: extraneous key [${unknown.name}] is not permitted`);
  const config = jsonAt(input['videoGenerationConfig']);
  const { durationSeconds: seconds, fps, dimension, seed = 42 } = config;
  const isShot = input['taskType'] === 'TEXT_VIDEO';
  if (!isShot && input['taskType'] !== 'MULTI_SHOT_AUTOMATED') malformed('#/taskType');
  if ('textToVideoParams' in input !== isShot) malformed('#/textToVideoParams');
  const parameters = jsonAt(input[isShot ? 'textToVideoParams' : 'multiShotAutomatedParams']);
  const prompt = assertText(parameters['text'], isShot ? PROMPT_MAX.shot : PROMPT_MAX.shots);
  const long = Number(seconds);
  const isLong = long >= 12 && long <= SHOTS_SECONDS_MAX && long % 6 === 0;
  if (isShot ? seconds !== 6 : !isLong) malformed('#/videoGenerationConfig/durationSeconds');
  if (fps !== 24) malformed('#/videoGenerationConfig/fps');
  if (dimension !== '1280x720') malformed('#/videoGenerationConfig/dimension');
  const isSeed = Number.isInteger(seed) && Number(seed) >= 0 && Number(seed) <= SEED_MAX;
  if (!isSeed) malformed('#/videoGenerationConfig/seed');
  const images = parameters['images'] ?? [];
  if (!Array.isArray(images) || images.length > 1) malformed('#/textToVideoParams/images');
  for (const image of images as unknown[]) {
    const { format, source } = jsonAt(image);
    if (format !== 'png' && format !== 'jpeg') malformed('#/textToVideoParams/images/0/format');
    if (!BASE64.test(String(jsonAt(source)['bytes']))) malformed('#/textToVideoParams/images/0');
  }
  return { prompt, made: { seconds: long, width: 1_280, height: 720 } };
}

function readRay(input: Json): { prompt: string; made: Made } {
  const unknown = unknownIn(input, RAY);
  if (unknown !== null) malformed(`#: extraneous key [${unknown.name}] is not permitted`);
  const { duration = '5s', resolution = '720p', aspect_ratio: shape = '16:9', loop } = input;
  const prompt = assertText(input['prompt'], PROMPT_MAX.ray);
  const seconds = Number(/^([59])s$/u.exec(String(duration))?.[1]);
  const short = RAY_SIDES[String(resolution)] ?? malformed('#/resolution');
  if (!(seconds > 0)) malformed('#/duration');
  if (!RAY_SHAPES.includes(String(shape))) malformed('#/aspect_ratio');
  if (loop !== undefined && typeof loop !== 'boolean') malformed('#/loop');
  for (const frame of Object.values(jsonAt(input['keyframes']))) {
    const { type, source } = jsonAt(frame);
    const { type: kind, media_type: media, data } = jsonAt(source);
    const isPicture = type === 'image' && kind === 'base64' && BASE64.test(String(data));
    if (!isPicture || !['image/png', 'image/jpeg'].includes(String(media)))
      malformed('#/keyframes');
  }
  const [wide = 1, high = 1] = String(shape).split(':').map(Number);
  const long = 2 * Math.round((short * Math.max(wide, high)) / Math.min(wide, high) / 2);
  const [width, height] = wide >= high ? [long, short] : [short, long];
  return { prompt, made: { seconds, width, height } };
}

function read(body: unknown): { model: string; input: Json; location: string; token?: string } {
  if (!isJson(body)) refuse('The request is no JSON object.');
  const unknown = unknownIn(body, BODY);
  if (unknown !== null) refuse(`Unexpected field: ${unknown.name}`);
  const { modelId: model, modelInput: input, clientRequestToken: token } = body;
  const { s3Uri: location } = jsonAt(jsonAt(body['outputDataConfig'])['s3OutputDataConfig']);
  if (!VIDEO_MODELS.includes(String(model))) refuse('The provided model identifier is invalid.');
  if (!isJson(input)) refuse('modelInput is required.');
  if (typeof location !== 'string' || !LOCATION.test(location)) refuse('Invalid S3 URI in s3Uri.');
  if (token === undefined) return { model: String(model), input, location };
  const isToken = typeof token === 'string' && /^[!-~]*$/u.test(token) && token.length <= TOKEN_MAX;
  if (!isToken) refuse('clientRequestToken fails to satisfy its constraint.');
  return { model: String(model), input, location, token };
}

function begin({ body, headers }: Call): Reply {
  const { model, input, location, token } = read(body);
  const asked = JSON.stringify(body);
  const known = [...jobs.values()].find((job) => token !== undefined && job.token === token);
  if (known !== undefined) {
    if (known.asked === asked) return jsonReply(200, { invocationArn: known.arn });
    const message = 'The client request token was used for another request.';
    throw new Refusal({ status: 400, message, code: 'ConflictException' });
  }
  const { prompt, made } = model.startsWith('luma.') ? readRay(input) : readNova(input);
  const region = /Credential=[^/]+\/\d{8}\/([a-z0-9-]+)\//u.exec(headers.authorization ?? '')?.[1];
  const id = randomBytes(ID_BYTES).toString('hex');
  const arn = `arn:aws:bedrock:${region ?? 'us-east-1'}:${ACCOUNT}:async-invoke/${id}`;
  const submitted = new Date();
  jobs.set(id, { arn, model, prompt, token, asked, location, submitted, polls: 0, made });
  return jsonReply(200, { invocationArn: arn });
}

const STATE = /\/async-invoke\/(?<name>[^/]+)$/u;
const FILE = /\/(?<id>[0-9a-f]{12})\/output\.mp4$/u;

function jobAt({ path }: Call): Job {
  const name = decodeURIComponent(STATE.exec(path)?.groups?.['name'] ?? '');
  const job = jobs.get(name.slice(name.lastIndexOf('/') + 1));
  if (job?.arn === name) return job;
  throw new Refusal({ status: 400, message: 'Invocation not found.', code: 'ValidationException' });
}

function statusOf(job: Job): 'InProgress' | 'Completed' | 'Failed' {
  if (job.polls <= pollsOf(job)) return 'InProgress';
  return asks(job, 'error') || asks(job, 'blocked') ? 'Failed' : 'Completed';
}

/** A job as the list tells of it, and as it is told of alone. */
function jobOut(job: Job): Json {
  const { arn, model, token, location, submitted } = job;
  const status = statusOf(job);
  const failureMessage = asks(job, 'blocked')
    ? 'The generated video has been blocked by our content filters.'
    : 'An internal error occurred. Try again.';
  const id = arn.slice(arn.lastIndexOf('/') + 1);
  return {
    invocationArn: arn,
    modelArn: `arn:aws:bedrock:us-east-1::foundation-model/${model}`,
    ...(token === undefined ? {} : { clientRequestToken: token }),
    status,
    submitTime: submitted.toISOString(),
    lastModifiedTime: submitted.toISOString(),
    ...(status === 'InProgress' ? {} : { endTime: new Date().toISOString() }),
    ...(status === 'Failed' ? { failureMessage } : {}),
    outputDataConfig: { s3OutputDataConfig: { s3Uri: `${location.replace(/\/$/u, '')}/${id}` } },
  };
}

function state(call: Call): Reply {
  const job = jobAt(call);
  job.polls += 1;
  return jsonReply(200, jobOut(job));
}

function list({ query }: Call): Reply {
  const after = Date.parse(query.get('submitTimeAfter') ?? '1970-01-01T00:00:00Z');
  const most = Number(query.get('maxResults') ?? LISTED_MAX);
  const from = Number(query.get('nextToken') ?? 0);
  const isGood = Number.isInteger(most) && most >= 1 && most <= LISTED_MAX;
  if (!isGood || Number.isNaN(after)) refuse('The query fails to satisfy its constraints.');
  const all = [...jobs.values()].filter(
    (job) => job.submitted.getTime() > after && !asks(job, 'unlisted'),
  );
  const ordered = query.get('sortOrder') === 'Ascending' ? all : all.toReversed();
  const next = from + most < ordered.length ? { nextToken: String(from + most) } : {};
  return jsonReply(200, {
    asyncInvokeSummaries: ordered.slice(from, from + most).map(jobOut),
    ...next,
  });
}

function bytes(call: Call): Reply {
  const id = FILE.exec(call.path)?.groups?.['id'] ?? '';
  const job = jobs.get(id);
  const folder = job?.location.slice('s3:/'.length).replace(/\/$/u, '');
  const isThere = job !== undefined && call.path.endsWith(`${folder}/${id}/output.mp4`);
  if (!isThere || statusOf(job) !== 'Completed' || asks(job, 'expired')) {
    throw new Refusal({
      status: 404,
      message: 'The specified key does not exist.',
      code: 'NoSuchKey',
    });
  }
  return fileReply(call, videoBytes(id, job.made), asks(job, 'cut'));
}

const NOTHING = { model: null, text: '', stream: false };
const quiet = (name: string, answer: Operation['answer']): Operation => ({
  name,
  peek: () => NOTHING,
  answer,
});

/** Videos: a job by its ARN, its state, and the list. */
export const VIDEO_ROUTES: readonly [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /\/async-invoke$/u, { name: 'video', peek: peekInput, answer: begin }],
  ['GET', /\/async-invoke$/u, quiet('videos', list)],
  ['GET', STATE, quiet('video_state', state)],
];

/** The file of a video, in the store. */
export const videoFileAt = { path: FILE, operation: quiet('video_bytes', bytes) };

function peekInput({ body }: Call): ReturnType<Operation['peek']> {
  const { modelId, modelInput } = jsonAt(body);
  const { prompt, textToVideoParams: shot, multiShotAutomatedParams: shots } = jsonAt(modelInput);
  const text = prompt ?? jsonAt(shot ?? shots)['text'];
  return {
    model: typeof modelId === 'string' ? modelId : null,
    text: typeof text === 'string' ? text : '',
    stream: false,
  };
}
