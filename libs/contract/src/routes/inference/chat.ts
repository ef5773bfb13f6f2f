import { ChatQuote } from '../../chat-quote.ts';
import { ChatChunk, ChatCompletion, ChatRequest } from '../../chat.ts';
import { acceptedAnswer, paidErrors, paidHeaders, preferHeader } from '../../paid-routes.ts';
import { defineRoute } from '../../route.ts';
import type { FurtherAnswer } from '../../route.ts';

const stream: FurtherAnswer = {
  description: 'With `stream: true`: one chunk a `data:` frame, then `data: [DONE]`.',
  schema: ChatChunk,
  mediaType: 'text/event-stream',
};

/** `POST /v1/chat/completions`. */
export const chatRoute = defineRoute({
  method: 'post',
  path: '/v1/chat/completions',
  auth: 'key',
  summary: 'Answer a conversation, whole or as a stream',
  body: ChatRequest,
  requestHeaders: { ...paidHeaders, ...preferHeader },
  status: 200,
  response: ChatCompletion,
  furtherAnswers: { '200 text/event-stream': stream, 202: acceptedAnswer },
  errors: paidErrors,
});

/** Asking changes nothing and costs nothing. */
export const quoteChatRoute = defineRoute({
  method: 'post',
  path: '/v1/chat/completions/quote',
  auth: 'key',
  summary: 'What a chat call may cost; makes none',
  body: ChatRequest,
  keepsNothing: true,
  status: 200,
  response: ChatQuote,
  errors: [
    'invalid_request',
    'unsupported_parameter',
    'context_length_exceeded',
    'model_unavailable',
    'routing_error',
  ],
});
