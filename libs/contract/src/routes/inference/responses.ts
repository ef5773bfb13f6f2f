import { acceptedAnswer, paidErrors, paidHeaders, preferHeader } from '../../paid-routes.ts';
import { ResponseEvent } from '../../response-events.ts';
import { ResponseDocument, ResponsesRequest } from '../../responses.ts';
import { defineRoute } from '../../route.ts';
import type { FurtherAnswer } from '../../route.ts';

const events: FurtherAnswer = {
  description:
    'With `stream: true`, where the platform has it switched on: events, the last of which is `response.completed`, `response.incomplete` or `response.failed`.',
  schema: ResponseEvent,
  mediaType: 'text/event-stream',
};

/** `POST /v1/responses`. */
export const responsesRoute = defineRoute({
  method: 'post',
  path: '/v1/responses',
  auth: 'key',
  summary: 'Answer a conversation of items, whole or as a stream',
  body: ResponsesRequest,
  requestHeaders: { ...paidHeaders, ...preferHeader },
  status: 200,
  response: ResponseDocument,
  furtherAnswers: { '200 text/event-stream': events, 202: acceptedAnswer },
  errors: [...paidErrors, 'not_found'],
});
