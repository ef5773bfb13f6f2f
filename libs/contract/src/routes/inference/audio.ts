import { Type } from 'typebox';
import { paidErrors, paidHeaders } from '../../paid-routes.ts';
import { defineRoute } from '../../route.ts';
import {
  AUDIO_BODY_BYTES_MAX,
  TranscriptionAnswer,
  TranscriptionEvent,
  TranscriptionRequest,
  TranslationRequest,
} from '../../transcription.ts';
import { transcriptionForm } from '../../transcription-form.ts';
import { SPEECH_MEDIA_TYPES, SpeechEvent, SpeechRequest } from '../../speech.ts';

const FILE = {
  description:
    'The file, of the type that `response_format` names. An answer that ends without its last chunk broke off.',
  schema: Type.String({ format: 'binary' }),
};
const EVENTS = [
  { type: 'speech.audio.delta', audio: 'UklGRmTOAABXQVZF' },
  {
    type: 'speech.audio.done',
    usage: { input_tokens: 12, output_tokens: 340, total_tokens: 352 },
  },
];

/** `POST /v1/audio/speech`. */
export const speechRoute = defineRoute({
  method: 'post',
  path: '/v1/audio/speech',
  auth: 'key',
  summary: 'A text read aloud, sent while it is made: as a file, or as events',
  body: SpeechRequest,
  requestHeaders: paidHeaders,
  status: 200,
  furtherAnswers: {
    ...Object.fromEntries(
      Object.values(SPEECH_MEDIA_TYPES).map((mediaType) => [
        `200 ${mediaType}`,
        { ...FILE, mediaType },
      ]),
    ),
    '200 text/event-stream': {
      description: 'With `stream_format: sse`: one event a `data:` frame.',
      schema: SpeechEvent,
      mediaType: 'text/event-stream',
      example: EVENTS.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
    },
  },
  errors: paidErrors,
});

const AS_TEXT = {
  description: 'With `response_format` of `text`, `srt` or `vtt`.',
  schema: Type.String(),
  example: 'A red fox sleeps in the snow.\n',
};
const TEXTS = {
  '200 text/plain': { ...AS_TEXT, mediaType: 'text/plain' },
  '200 application/x-subrip': { ...AS_TEXT, mediaType: 'application/x-subrip' },
  '200 text/vtt': { ...AS_TEXT, mediaType: 'text/vtt' },
};
const TRANSCRIPT_EVENTS = [
  { type: 'transcript.text.delta', delta: 'A red fox' },
  {
    type: 'transcript.text.done',
    text: 'A red fox',
    usage: {
      type: 'tokens',
      input_tokens: 14,
      input_token_details: { text_tokens: 0, audio_tokens: 14 },
      output_tokens: 5,
      total_tokens: 19,
    },
  },
];

/** `POST /v1/audio/transcriptions`. */
export const transcriptionRoute = defineRoute({
  method: 'post',
  path: '/v1/audio/transcriptions',
  auth: 'key',
  summary: 'What is spoken in a file with audio, as text',
  body: TranscriptionRequest,
  form: transcriptionForm,
  bodyBytesMax: AUDIO_BODY_BYTES_MAX,
  requestHeaders: paidHeaders,
  status: 200,
  response: TranscriptionAnswer,
  furtherAnswers: {
    ...TEXTS,
    '200 text/event-stream': {
      description: 'With `stream: true`: one event a `data:` frame.',
      schema: TranscriptionEvent,
      mediaType: 'text/event-stream',
      example: TRANSCRIPT_EVENTS.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
    },
  },
  errors: paidErrors,
});

/** `POST /v1/audio/translations`. */
export const translationRoute = defineRoute({
  method: 'post',
  path: '/v1/audio/translations',
  auth: 'key',
  summary: 'What is spoken in a file with audio, as English text',
  body: TranslationRequest,
  form: transcriptionForm,
  bodyBytesMax: AUDIO_BODY_BYTES_MAX,
  requestHeaders: paidHeaders,
  status: 200,
  response: TranscriptionAnswer,
  furtherAnswers: TEXTS,
  errors: paidErrors,
});
