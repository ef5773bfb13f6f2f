import { Type } from 'typebox';
import { paidErrors, paidHeaders } from '../../paid-routes.ts';
import { defineRoute } from '../../route.ts';
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
