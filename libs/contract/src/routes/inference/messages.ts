import { Type } from 'typebox';
import {
  CountTokensRequest,
  MessagesAnswer,
  MessagesEvent,
  MessagesRequest,
  TokenCount,
} from '../../messages.ts';
import { paidErrors, paidHeaders } from '../../paid-routes.ts';
import { defineRoute } from '../../route.ts';
import type { FurtherAnswer, RequestHeader } from '../../route.ts';

const blocks: FurtherAnswer = {
  description:
    'With `stream: true`: events of blocks, the last of which is `message_stop` or `error`; `ping` bridges silence.',
  schema: MessagesEvent,
  mediaType: 'text/event-stream',
};

const anthropic: Record<string, RequestHeader> = {
  'anthropic-version': {
    description: 'The version of the wire; what the earlier one takes is taken in both.',
    schema: Type.String({ pattern: '^(?:2023-06-01|2026-10-21)$', examples: ['2023-06-01'] }),
  },
  'anthropic-beta': {
    description:
      "Features in trial, by comma; they reach Anthropic's own models only. A longer context than the model's contract has is left out.",
    schema: Type.String({ maxLength: 2_000, examples: ['interleaved-thinking-2025-05-14'] }),
  },
};

/** `POST /v1/messages`. */
export const messagesRoute = defineRoute({
  method: 'post',
  path: '/v1/messages',
  auth: 'key',
  apiKeyHeader: true,
  summary: "Answer a conversation in the shape of Anthropic's Messages API, whole or as a stream",
  body: MessagesRequest,
  requestHeaders: { ...paidHeaders, ...anthropic },
  status: 200,
  response: MessagesAnswer,
  furtherAnswers: { '200 text/event-stream': blocks },
  errors: paidErrors,
});

/** Free: nothing is held, asked of a provider or stored. */
export const countTokensRoute = defineRoute({
  method: 'post',
  path: '/v1/messages/count_tokens',
  auth: 'key',
  apiKeyHeader: true,
  summary: 'How many tokens a conversation comes to, by the provider or as a close upper bound',
  body: CountTokensRequest,
  keepsNothing: true,
  requestHeaders: anthropic,
  status: 200,
  response: TokenCount,
  errors: [
    'invalid_request',
    'unsupported_parameter',
    'model_unavailable',
    'routing_error',
    'upstream_rejected',
    'context_length_exceeded',
  ],
});
