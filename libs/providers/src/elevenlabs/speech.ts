import type { SpeechFormat } from '@tollgate/contract/speech';
import { MalformedReply } from '../adapter/adapter.ts';
import type { Endpoint } from '../adapter/adapter.ts';
import type { Refusal } from '../adapter/refusal.ts';
import type { SpeechCall, SpeechMapper } from '../adapter/speech-wire.ts';
import type { JsonObject } from '../json.ts';

/** Formats by the name that the wire has for them, at the rates that our route promises. */
const FORMATS: Partial<Record<SpeechFormat, string>> = {
  mp3: 'mp3_44100_128',
  opus: 'opus_48000_64',
  wav: 'wav_24000',
  pcm: 'pcm_24000',
};
const USUAL_FORMAT = 'mp3';

/** Ids of voices: letters and digits, which is what may stand in a path. */
const ID = /^[A-Za-z0-9]{20}$/u;
/**
 * The voices that every account has, by their names, as elevenlabs.io/docs lists them and
 * applications copy them; read on 2026-11-29.
 */
const DEFAULT_VOICES: ReadonlyMap<string, string> = new Map([
  ['aria', '9BWtsMINqrJLrRacOk9x'],
  ['roger', 'CwhRBWXzGAHq8TQ4Fs17'],
  ['sarah', 'EXAVITQu4vr4xnSDxMaL'],
  ['laura', 'FGY2WhTYpPnrIDTdsKH5'],
  ['charlie', 'IKne3meq5aSn9XLyUdCD'],
  ['george', 'JBFqnCBsd6RMkjVDRZzb'],
  ['callum', 'N2lVS1w4EtoT3dr4eOWO'],
  ['river', 'SAz9YHcvj6GT2YYXdXww'],
  ['liam', 'TX3LPaxmHKxFdv7VOQHJ'],
  ['alice', 'Xb7hH8MSUJpSbSDYk0k2'],
  ['matilda', 'XrExE9yKIg1WjnnlVkGX'],
  ['will', 'bIHbv24MWmeRgasZH58o'],
  ['jessica', 'cgSgspJ2msm6clMCkdW9'],
  ['eric', 'cjVigY5qzO86Huf0OWal'],
  ['chris', 'iP95p4xoKVk53GoZ742B'],
  ['brian', 'nPczCjzI2devNBz1zQrb'],
  ['daniel', 'onwK4e9ZLuTAKqWW03F9'],
]);

/**
 * Speech over `POST /text-to-speech/{voice_id}/stream`, and `/text-to-speech/{voice_id}` for WAV
 * files, which the first does not make. By `StreamTextToSpeechRequest`, `VoiceSettings` and the
 * lists of formats of the npm package @elevenlabs/elevenlabs-js 2.73, read on 2026-11-29; no
 * recording is at hand. What the header `character-cost` counts are credits of a plan, of which a
 * character may be a half or several: we count the characters.
 */
export const elevenlabsSpeech: SpeechMapper = {
  path(_endpoint, { terms }) {
    const { voice, responseFormat = USUAL_FORMAT } = terms;
    const end = responseFormat === 'wav' ? '' : '/stream';
    const format = FORMATS[responseFormat] ?? '';
    return `/text-to-speech/${idOf(voice) ?? ''}${end}?output_format=${format}`;
  },
  toWire: wireBody,
  events: () => ({
    isDone: () => false,
    read() {
      throw new MalformedReply('the reply is no file');
    },
  }),
  refusal: ({ terms: { voice } }) => (idOf(voice) === undefined ? unknownName(voice) : null),
};

function wireBody({ input, terms }: SpeechCall, { upstreamModel }: Endpoint): JsonObject {
  const { speed } = terms;
  return {
    text: input,
    model_id: upstreamModel,
    ...(speed === undefined ? {} : { voice_settings: { speed } }),
  };
}

function idOf(voice: string): string | undefined {
  return ID.test(voice) ? voice : DEFAULT_VOICES.get(voice.toLowerCase());
}

const SHOWN_CHARACTERS = 40;

function unknownName(voice: string): Refusal {
  const names = [...DEFAULT_VOICES.keys()].join(', ');
  return {
    param: 'voice',
    message: `This model has no voice "${voice.slice(0, SHOWN_CHARACTERS)}". Send the id of a voice, which has 20 letters and digits, or one of: ${names}.`,
  };
}
