import { Type } from 'typebox';
import { paidErrors, paidHeaders } from '../../paid-routes.ts';
import { defineRoute } from '../../route.ts';
import { SpeechEvent, SpeechRequest } from '../../speech.ts';

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
    '200 audio/mpeg': {
      description:
        'The file, of the type that `response_format` names. An answer that ends without its last chunk broke off.',
      schema: Type.String({ format: 'binary' }),
      mediaType: 'audio/mpeg',
    },
    '200 text/event-stream': {
      description: 'With `stream_format: sse`: one event a `data:` frame.',
      schema: SpeechEvent,
      mediaType: 'text/event-stream',
    },
  },
  errors: paidErrors,
});
