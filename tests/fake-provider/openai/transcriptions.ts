import type { Answer, Tokens } from '../answer.ts';
import { promptToEmbed } from '../prompt.ts';
import { frame, jsonReply, type Reply } from '../reply.ts';
import type { Call, FormField, Operation, Question } from '../wire.ts';
import { refuse } from './chat-request.ts';
import { isOwn } from './strict.ts';
import { changedUsage } from './usage.ts';

type Json = Record<string, unknown>;
type Task = 'transcribe' | 'translate';

/** Models of OpenAI that write audio down, under its path. */
export const TRANSCRIPTION_MODELS = [
  'whisper-1',
  'gpt-4o-transcribe',
  'gpt-4o-mini-transcribe',
  'gpt-4o-transcribe-diarize',
];
/** Under this path stands Groq, which bills ten seconds at least. */
export const GROQ_PATH = '/groq/';
/** Its models. */
export const GROQ_MODELS = ['whisper-large-v3', 'whisper-large-v3-turbo'];

const COMMON = ['model', 'language', 'prompt', 'response_format', 'temperature'];
const OWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'whisper-1': [...COMMON, 'timestamp_granularities[]'],
  'gpt-4o-transcribe': [...COMMON, 'include[]', 'chunking_strategy', 'stream'],
  'gpt-4o-mini-transcribe': [...COMMON, 'include[]', 'chunking_strategy', 'stream'],
  'gpt-4o-transcribe-diarize': [
    ...COMMON.filter((name) => name !== 'prompt'),
    'chunking_strategy',
    'stream',
    'known_speaker_names[]',
    'known_speaker_references[]',
  ],
};
const GROQ_FIELDS = [...COMMON, 'timestamp_granularities[]'];
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'whisper-1': ['json', 'text', 'srt', 'verbose_json', 'vtt'],
  'gpt-4o-transcribe': ['json'],
  'gpt-4o-mini-transcribe': ['json'],
  'gpt-4o-transcribe-diarize': ['json', 'text', 'diarized_json'],
};
const GROQ_FORMATS = ['json', 'text', 'verbose_json'];
const NAME = /\.(?:flac|mp3|mp4|mpeg|mpga|m4a|ogg|wav|webm)$/u;
const BYTES_MAX = 26_214_400;
/** Beyond this the line that tells speakers apart has to cut the audio. */
const UNCUT_SECONDS_MAX = 30;
/** What every file but WAV is taken for. */
const USUAL_SECONDS = 2.5;
const TOKENS_PER_SECOND = 10;
const WORDS_PER_DELTA = 2;

/** What is heard in so many seconds. */
export function heardIn(seconds: number): string {
  const words = Array.from({ length: Math.max(1, Math.floor(seconds)) }, (_, at) => `word${at}`);
  return `Heard ${words.join(' ')}.`;
}

/** The tokens that audio of so many seconds is billed at. */
export function transcriptTokensOf(seconds: number): { audio: number; output: number } {
  const output = heardIn(seconds).split(' ').length;
  return { audio: Math.ceil(seconds * TOKENS_PER_SECOND), output };
}

interface Asked {
  model: string;
  task: Task;
  format: string;
  seconds: number;
  isStream: boolean;
  hasLogprobs: boolean;
  granularities: readonly string[];
}

const ask =
  (task: Task) =>
  (call: Call): Question => {
    const asked = readAsked(call, task);
    const { audio, output } = transcriptTokensOf(asked.seconds);
    return {
      prompt: promptToEmbed(asked.model, billsTokens(asked) ? audio : 0),
      render: (answer) => render(answer, asked, { audio, output }),
    };
  };

const billsTokens = ({ model }: Pick<Asked, 'model'>): boolean => model.startsWith('gpt-4o');

/** Reads a form. Throws a refusal where the provider would. */
function readAsked(call: Call, task: Task): Asked {
  const { form } = call;
  if (form === undefined) refuse('The body must be multipart/form-data.', 'file');
  const said = (name: string): string | undefined =>
    form.find((one) => one.name === name)?.bytes.toString('utf8');
  const model = said('model') ?? '';
  const models = isOwn(call) ? TRANSCRIPTION_MODELS : GROQ_MODELS;
  if (!models.includes(model)) refuse(`The model '${model}' does not exist.`, 'model');
  assertFields(form, isOwn(call) ? (OWN_FIELDS[model] ?? []) : GROQ_FIELDS, task);
  if (task === 'translate' && model !== 'whisper-1' && model !== 'whisper-large-v3') {
    refuse(`The model '${model}' does not support translations.`, 'model');
  }
  const format = said('response_format') ?? 'json';
  const formats = isOwn(call) ? (FORMATS[model] ?? []) : GROQ_FORMATS;
  if (!formats.includes(format)) refuse(`'${format}' is not compatible.`, 'response_format');
  const temperature = Number(said('temperature') ?? 0);
  if (!(temperature >= 0 && temperature <= 1)) refuse('Out of range.', 'temperature');
  const granularities = listIn(form, 'timestamp_granularities[]');
  if (granularities.length > 0 && format !== 'verbose_json') {
    refuse('Only with verbose_json.', 'timestamp_granularities');
  }
  const seconds = secondsOf(form.filter(({ name }) => name === 'file'));
  if (
    model.endsWith('diarize') &&
    seconds > UNCUT_SECONDS_MAX &&
    !form.some(({ name }) => name.startsWith('chunking_strategy'))
  ) {
    refuse('chunking_strategy is required for audio of more than 30 seconds.', 'chunking_strategy');
  }
  const isStream = said('stream') === 'true';
  const hasLogprobs = listIn(form, 'include[]').includes('logprobs');
  return { model, task, format, seconds, isStream, hasLogprobs, granularities };
}

const listIn = (form: readonly FormField[], name: string): string[] =>
  form.filter((one) => one.name === name).map(({ bytes }) => bytes.toString('utf8'));

function assertFields(form: readonly FormField[], known: readonly string[], task: Task): void {
  for (const { name, fileName } of form) {
    const bare = name.replace(/^(chunking_strategy)\[.+$/u, '$1');
    const isKnown = known.includes(bare) && !(task === 'translate' && bare === 'language');
    if (name !== 'file' && !isKnown) refuse(`Unknown parameter: '${name}'.`, name);
    if ((name === 'file') !== (fileName !== null)) refuse(`Invalid type for '${name}'.`, name);
  }
}

function secondsOf([file, ...more]: readonly FormField[]): number {
  if (file === undefined || more.length > 0) refuse('One file is required.', 'file');
  const { bytes, fileName } = file;
  if (!NAME.test(fileName ?? '')) refuse('Unrecognized file format.', 'file');
  if (bytes.length > BYTES_MAX) refuse('Maximum content size limit (26214400) exceeded.', 'file');
  return secondsIn(bytes);
}

/** How long audio is; every file but WAV is taken for as long as any other. */
export function secondsIn(bytes: Buffer): number {
  if (bytes.toString('latin1', 8, 12) !== 'WAVE') return USUAL_SECONDS;
  const at = bytes.indexOf('data');
  return (bytes.length - at - 8) / bytes.readUInt32LE(28);
}

function render(answer: Answer, asked: Asked, counted: { audio: number; output: number }): Reply {
  const isByTokens = billsTokens(asked);
  const said = answer.tokens.output;
  const output = isByTokens ? (said === 0 ? counted.output : said) : 0;
  const tokens: Tokens = { ...answer.tokens, output };
  const text = heardIn(asked.seconds);
  const usage = isByTokens
    ? {
        type: 'tokens',
        input_tokens: tokens.input,
        input_token_details: { text_tokens: 0, audio_tokens: tokens.input },
        output_tokens: output,
        total_tokens: tokens.input + output,
      }
    : { type: 'duration', seconds: Math.ceil(asked.seconds) };
  const tail = answer.usage.position === 'none' ? {} : { usage: changedUsage(usage, answer) };
  if (asked.isStream) return streamOf(text, asked, { tokens, tail });
  const document = { ...documentOf(asked, text), ...tail };
  return jsonReply(
    200,
    answer.usage.position === 'none' ? withoutTimes(document) : document,
    tokens,
  );
}

/** A provider that says nothing of what it billed. */
function withoutTimes({ duration: _duration, ...document }: Json): Json {
  return document;
}

function documentOf(
  { format, task, seconds, hasLogprobs, granularities }: Asked,
  text: string,
): Json {
  const logprobs = text.split(' ').map((token) => ({ token, logprob: -0.1, bytes: [1] }));
  if (format === 'json') return { text, ...(hasLogprobs ? { logprobs } : {}) };
  const half = seconds / 2;
  const stretches = [
    { start: 0, end: half, text: ' Heard' },
    { start: half, end: seconds, text: text.slice('Heard'.length) },
  ];
  if (format === 'diarized_json') {
    const segments = stretches.map((one, at) => ({
      ...one,
      id: `seg_${at}`,
      type: 'transcript.text.segment',
      speaker: at === 0 ? 'A' : 'B',
    }));
    return { task: 'transcribe', duration: seconds, text, segments };
  }
  const segments = stretches.map((one, id) => ({ ...one, id, seek: 0, tokens: [1, 2] }));
  const words = text.split(' ').map((word) => ({ word, start: 0, end: half }));
  return {
    task,
    language: 'english',
    duration: seconds,
    text,
    segments,
    ...(granularities.includes('word') ? { words } : {}),
  };
}

function streamOf(
  text: string,
  { format, seconds }: Asked,
  { tokens, tail }: { tokens: Tokens; tail: Json },
): Reply {
  const words = text.split(/(?<= )/u);
  const deltas = Array.from({ length: Math.ceil(words.length / WORDS_PER_DELTA) }, (_, at) =>
    words.slice(at * WORDS_PER_DELTA, (at + 1) * WORDS_PER_DELTA).join(''),
  );
  const share = Math.floor(tokens.output / deltas.length);
  const frames = deltas.map((delta) =>
    frame(eventOf({ type: 'transcript.text.delta', delta }), share),
  );
  const segment = { id: 'seg_0', speaker: 'A', start: 0, end: seconds, text };
  const segments =
    format === 'diarized_json'
      ? [frame(eventOf({ type: 'transcript.text.segment', ...segment }))]
      : [];
  const done = frame(eventOf({ type: 'transcript.text.done', text, ...tail }));
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    steps: [...frames, ...segments, done],
    stream: true,
    served: tokens,
  };
}

const eventOf = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;

function operation(task: Task): Operation {
  return {
    name: task,
    peek({ form = [] }) {
      const said = (name: string): string | null =>
        form.find((one) => one.name === name)?.bytes.toString('utf8') ?? null;
      const text = said('prompt') ?? '';
      return { model: said('model'), text, stream: said('stream') === 'true' };
    },
    answer: ask(task),
  };
}

/** Transcriptions over the wire of OpenAI and of Groq. */
export const TRANSCRIPTION_ROUTES: readonly [method: string, path: RegExp, operation: Operation][] =
  [
    ['POST', /\/audio\/transcriptions$/u, operation('transcribe')],
    ['POST', /\/audio\/translations$/u, operation('translate')],
  ];
