import { createHash } from 'node:crypto';
import type { Answer, Tokens } from '../answer.ts';
import { withoutDirectives } from '../directive.ts';
import { inputTokensOf, promptToEmbed } from '../prompt.ts';
import { frame, type Reply } from '../reply.ts';
import type { Call, Operation, Question } from '../wire.ts';
import { isJson, readBody, refuse } from './chat-request.ts';
import { isOwn } from './strict.ts';
import { changedUsage } from './usage.ts';

type Json = Record<string, unknown>;

/** Models of OpenAI that read aloud, under its path. */
export const SPEECH_MODELS = ['tts-1', 'gpt-4o-mini-tts'];
/** Under this path stands a provider whose models of public weights read aloud. */
export const SPEAKERS_PATH = '/voices/';
/** Its models. */
export const SPEAKER_MODELS = ['kokoro-82m', 'orpheus-3b'];

const OWN_FIELDS = new Set([
  'model',
  'input',
  'voice',
  'instructions',
  'response_format',
  'speed',
  'stream_format',
]);
const OTHER_FIELDS = new Set(['model', 'input', 'voice', 'response_format', 'speed']);
const OWN_SPEAKERS = new Set(['alloy', 'ash', 'coral', 'echo', 'nova', 'marin']);
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/opus',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
};
const CHARACTERS_MAX = 4_096;
/** Characters of one frame of the answer. */
const FRAME_CHARACTERS = 10;
const BYTES_PER_CHARACTER = 96;
/** Tokens of audio for each character. */
const TOKENS_PER_CHARACTER = 2;

/** The audio of a text: bytes that follow from each character and its place. */
export function audioOf(text: string): Buffer {
  const characters = Array.from(text);
  return Buffer.concat(
    characters.map((character, index) =>
      createHash('shake256', { outputLength: BYTES_PER_CHARACTER })
        .update(`${index}:${character}`)
        .digest(),
    ),
  );
}

/** The tokens that a text and its audio are billed at. */
export function speechTokensOf(text: string): { input: number; output: number } {
  const count = Array.from(withoutDirectives(text)).length;
  return { input: inputTokensOf(count), output: count * TOKENS_PER_CHARACTER };
}

interface Asked {
  model: string;
  input: string;
  format: string;
  isEvents: boolean;
}

/** Reads a request for speech. Throws a refusal where the provider would. */
function askSpeech(call: Call): Question {
  const body = readBody(call);
  const asked = readAsked(call, body, body.model);
  const byTokens = asked.model.includes('4o-mini-tts');
  const tokens = byTokens ? speechTokensOf(asked.input) : { input: 0, output: 0 };
  return {
    prompt: promptToEmbed(asked.model, tokens.input),
    render: (answer) => render(answer, asked, tokens),
  };
}

function readAsked(call: Call, body: Json, model: string): Asked {
  const known = isOwn(call) ? OWN_FIELDS : OTHER_FIELDS;
  const unknown = Object.keys(body).find((name) => !known.has(name));
  if (unknown !== undefined) refuse(`Unknown parameter: '${unknown}'.`, unknown);
  const { input, voice, instructions, response_format: format = 'mp3', speed = 1 } = body;
  if (typeof input !== 'string' || input === '') refuse("Missing parameter: 'input'.", 'input');
  if (Array.from(input).length > CHARACTERS_MAX)
    refuse('String should have at most 4096.', 'input');
  if (!isSpeaker(call, voice)) refuse(`Invalid value: '${String(voice)}'.`, 'voice');
  if (typeof format !== 'string' || MEDIA_TYPES[format] === undefined) {
    refuse(`Invalid value: '${String(format)}'.`, 'response_format');
  }
  if (typeof speed !== 'number' || speed < 0.25 || speed > 4) refuse('Out of range.', 'speed');
  if (instructions !== undefined && model.startsWith('tts-1')) {
    refuse('Instructions are not supported with this model.', 'instructions');
  }
  const isEvents = body['stream_format'] === 'sse';
  if (isEvents && model.startsWith('tts-1')) {
    refuse("'sse' is not supported with this model.", 'stream_format');
  }
  return { model, input, format, isEvents };
}

function isSpeaker(call: Call, voice: unknown): boolean {
  if (!isOwn(call)) return typeof voice === 'string' && voice !== '';
  if (isJson(voice)) return typeof voice['id'] === 'string' && voice['id'].startsWith('voice_');
  return typeof voice === 'string' && OWN_SPEAKERS.has(voice);
}

function render(
  answer: Answer,
  { input, format, isEvents }: Asked,
  counted: { input: number; output: number },
): Reply {
  const audio = audioOf(withoutDirectives(input));
  const said = answer.tokens.output;
  const output = said === 0 ? counted.output : said;
  const tokens: Tokens = { ...answer.tokens, output };
  const each = FRAME_CHARACTERS * BYTES_PER_CHARACTER;
  const pieces = Array.from({ length: Math.ceil(audio.length / each) }, (_, index) =>
    audio.subarray(index * each, (index + 1) * each),
  );
  const type = isEvents ? 'text/event-stream' : (MEDIA_TYPES[format] ?? 'audio/mpeg');
  const share = Math.floor(output / Math.max(1, pieces.length));
  const frames = pieces.map((piece) =>
    frame(
      isEvents
        ? eventOf({ type: 'speech.audio.delta', audio: piece.toString('base64') })
        : piece.toString('latin1'),
      share,
    ),
  );
  return {
    status: 200,
    headers: { 'content-type': type },
    steps: isEvents ? [...frames, frame(doneOf(answer, tokens))] : frames,
    stream: isEvents,
    served: tokens,
    ...(isEvents ? {} : { encoding: 'latin1' as const }),
  };
}

function doneOf(answer: Answer, { input, output }: Tokens): string {
  const type = 'speech.audio.done';
  if (answer.usage.position === 'none') return eventOf({ type });
  const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output };
  return eventOf({ type, usage: changedUsage(usage, answer) });
}

const eventOf = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;

/** Speech over the wire of OpenAI and of providers that speak it. */
export const SPEECH_ROUTES: readonly [method: string, path: RegExp, operation: Operation][] = [
  [
    'POST',
    /\/audio\/speech$/u,
    {
      name: 'speech',
      peek({ body }) {
        const { model, input } = isJson(body) ? body : {};
        return {
          model: typeof model === 'string' ? model : null,
          text: typeof input === 'string' ? input : '',
          stream: true,
        };
      },
      answer: askSpeech,
    },
  ],
];
