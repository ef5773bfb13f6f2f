import { directivesIn, withoutDirectives } from '../directive.ts';
import { isJson } from '../openai/chat-request.ts';
import { audioOf } from '../openai/speech.ts';
import { promptToEmbed } from '../prompt.ts';
import { frame, type Reply } from '../reply.ts';
import type { Call, Operation, Question } from '../wire.ts';
import { refuse, refuseField } from './refuse.ts';

/** Models that read aloud, with the most characters that they read. */
export const SPEAKERS: Readonly<Record<string, number>> = {
  eleven_v3: 5_000,
  eleven_multilingual_v2: 10_000,
  eleven_flash_v2_5: 40_000,
};
/** Two of the voices that every account has. */
const SPOKEN_BY: ReadonlySet<string> = new Set(['JBFqnCBsd6RMkjVDRZzb', 'EXAVITQu4vr4xnSDxMaL']);
const FIELDS: ReadonlySet<string> = new Set([
  'text',
  'model_id',
  'language_code',
  'voice_settings',
  'seed',
  'previous_text',
  'next_text',
]);
const SETTINGS: ReadonlySet<string> = new Set([
  'stability',
  'similarity_boost',
  'style',
  'use_speaker_boost',
  'speed',
]);
const STREAMED = /^(?:mp3_\d+_\d+|opus_48000_\d+|pcm_\d+|ulaw_8000|alaw_8000)$/u;
const WHOLE = /^(?:wav_\d+|mp3_\d+_\d+|opus_48000_\d+|pcm_\d+|ulaw_8000|alaw_8000)$/u;
const TYPES: readonly [RegExp, string][] = [
  [/^mp3/u, 'audio/mpeg'],
  [/^opus/u, 'audio/ogg'],
  [/^wav/u, 'audio/wav'],
  [/^/u, 'application/octet-stream'],
];
/** Bytes of one frame. */
const FRAME_BYTES = 960;
/** A credit buys two characters of the flash models. */
const CREDITS: readonly [RegExp, number][] = [
  [/flash|turbo/u, 0.5],
  [/^/u, 1],
];

const PATH = /\/text-to-speech\/(?<voice>[^/]+?)(?<stream>\/stream)?$/u;

function askSpeech(call: Call): Question {
  const { body, query } = call;
  const { voice = '', stream } = PATH.exec(call.path)?.groups ?? {};
  if (!isJson(body)) refuseField(['body'], 'Input should be a valid dictionary');
  const unknown = Object.keys(body).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) refuseField(['body', unknown], 'Extra inputs are not permitted');
  const { text, model_id: model = 'eleven_multilingual_v2', voice_settings: settings } = body;
  if (typeof text !== 'string') refuseField(['body', 'text'], 'Field required');
  const most = typeof model === 'string' ? SPEAKERS[model] : undefined;
  if (typeof model !== 'string' || most === undefined) {
    refuse(400, 'model_not_found', `A model with model ID ${String(model)} does not exist.`);
  }
  if (!SPOKEN_BY.has(voice)) {
    refuse(404, 'voice_not_found', `A voice with the voice_id ${voice} was not found.`);
  }
  assertSettings(settings);
  const format = query.get('output_format') ?? 'mp3_44100_128';
  if (!(stream === undefined ? WHOLE : STREAMED).test(format)) {
    refuseField(['query', 'output_format'], 'Input should be a known format');
  }
  const characters = Array.from(text).length;
  if (characters > most) {
    refuse(
      400,
      'max_character_limit_exceeded',
      `This request's text has ${characters} characters and exceeds the character limit of ${most} characters.`,
    );
  }
  return {
    prompt: promptToEmbed(model, 0),
    render: (answer) => {
      const tokens = { ...answer.tokens, output: characters };
      return { ...render(text, { model, format }), served: tokens };
    },
  };
}

function assertSettings(settings: unknown): void {
  if (settings === undefined) return;
  if (!isJson(settings)) refuseField(['body', 'voice_settings'], 'Input should be an object');
  const unknown = Object.keys(settings).find((name) => !SETTINGS.has(name));
  if (unknown !== undefined) {
    refuseField(['body', 'voice_settings', unknown], 'Extra inputs are not permitted');
  }
  const { speed = 1 } = settings;
  if (typeof speed !== 'number' || speed < 0.7 || speed > 1.2) {
    refuse(
      400,
      'invalid_voice_settings',
      'Invalid setting for speed received, expected to be between 0.7 and 1.2.',
    );
  }
}

/** A text may ask for another type than its format has. */
function render(text: string, { model, format }: { model: string; format: string }): Reply {
  const audio = audioOf(withoutDirectives(text));
  const pieces = Array.from({ length: Math.ceil(audio.length / FRAME_BYTES) }, (_, index) =>
    audio.subarray(index * FRAME_BYTES, (index + 1) * FRAME_BYTES),
  );
  const rate = CREDITS.find(([models]) => models.test(model))?.[1] ?? 1;
  const isLying = directivesIn(text).length === 0 && text.includes('page of HTML');
  const type = TYPES.find(([formats]) => formats.test(format))?.[1] ?? '';
  return {
    status: 200,
    headers: {
      'content-type': isLying ? 'text/html' : type,
      'character-cost': String(Math.ceil(Array.from(text).length * rate)),
      'request-id': 'spoken',
    },
    steps: pieces.map((piece) => frame(piece.toString('latin1'), 1)),
    stream: false,
    served: null,
    encoding: 'latin1',
  };
}

/** Speech by the id of a voice, as a stream and whole. */
export const SPEECH: readonly [method: string, path: RegExp, operation: Operation] = [
  'POST',
  PATH,
  {
    name: 'speech',
    peek({ body }) {
      const { model_id: model, text } = isJson(body) ? body : {};
      return {
        model: typeof model === 'string' ? model : null,
        text: typeof text === 'string' ? text : '',
        stream: true,
      };
    },
    answer: askSpeech,
  },
];
