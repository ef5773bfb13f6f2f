import { Type } from 'typebox';
import { AsyncOperation } from './async.ts';
import { ChatChunk, ChatCompletion, ChatRequest } from './chat.ts';
import { EmbeddingsAnswer, EmbeddingsRequest } from './embeddings.ts';
import type { ErrorCode } from './errors.ts';
import { HEADER, REQUEST_ID_PATTERN, SESSION_ID_PATTERN } from './headers.ts';
import { IDEMPOTENCY_KEY_CHARACTERS_MAX } from './idempotency-key.ts';
import {
  CountTokensRequest,
  MessagesAnswer,
  MessagesEvent,
  MessagesRequest,
  TokenCount,
} from './messages.ts';
import { ResponseEvent } from './response-events.ts';
import { ResponseDocument, ResponsesRequest } from './responses.ts';
import { defineRoute } from './route.ts';
import type { FurtherAnswer, RequestHeader } from './route.ts';

/** The headers that every paid route takes. */
export const paidHeaders: Record<string, RequestHeader> = {
  [HEADER.idempotencyKey]: {
    description:
      'A stable id of the logical operation: sent again, it is answered again and paid once.',
    schema: Type.String({
      minLength: 1,
      maxLength: IDEMPOTENCY_KEY_CHARACTERS_MAX,
      examples: ['order-4711-summary'],
    }),
  },
  [HEADER.requestId]: {
    description: 'An id of the caller for this one request; echoed.',
    schema: Type.String({ pattern: REQUEST_ID_PATTERN, examples: ['req-4711', 'trace/123:abc'] }),
  },
  [HEADER.maxCredits]: {
    description:
      'The most that this call may cost, in credits; a dearer estimate is refused before dispatch.',
    schema: Type.String({ pattern: '^([0-9]+(\\.[0-9]+)?|\\.[0-9]+)$', examples: ['0.5'] }),
  },
  [HEADER.sessionId]: {
    description:
      'The session that the call belongs to: usage is summed up by it. Without it `x-claude-code-session-id`, `session-id` and `thread-id` are read, in this order.',
    schema: Type.String({ pattern: SESSION_ID_PATTERN, examples: ['run-4711'] }),
  },
};

const prefer: Record<string, RequestHeader> = {
  [HEADER.prefer]: {
    description:
      '`respond-async`: the answer is a handle with a `status_url`; not together with `stream`.',
    schema: Type.String({ maxLength: 200, examples: ['respond-async'] }),
  },
};

const accepted: FurtherAnswer = {
  description: 'Accepted: the request had `Prefer: respond-async`.',
  schema: AsyncOperation,
};

const stream: FurtherAnswer = {
  description: 'With `stream: true`: one chunk a `data:` frame, then `data: [DONE]`.',
  schema: ChatChunk,
  mediaType: 'text/event-stream',
};

const events: FurtherAnswer = {
  description:
    'With `stream: true`, where the platform has it switched on: events, the last of which is `response.completed`, `response.incomplete` or `response.failed`.',
  schema: ResponseEvent,
  mediaType: 'text/event-stream',
};

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

/** The errors of paid calls, beside those for the key and the body. */
export const paidErrors: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_idempotency_key',
  'unsupported_parameter',
  'context_length_exceeded',
  'upstream_rejected',
  'insufficient_credit',
  'max_credits_exceeded',
  'credit_held_by_requests_in_flight',
  'model_unavailable',
  'idempotency_key_mismatch',
  'idempotency_result_expired',
  'idempotency_result_not_stored',
  'idempotency_in_progress',
  'rate_limit_exceeded',
  'quota_exceeded',
  'upstream_rate_limited',
  'upstream_unavailable',
  'upstream_invalid_response',
  'upstream_stream_interrupted',
  'upstream_credential_rejected',
  'outcome_indeterminate',
  'billing_unavailable',
  'server_shutdown',
  'routing_error',
  'upstream_timeout',
];

export const chatRoute = defineRoute({
  method: 'post',
  path: '/v1/chat/completions',
  auth: 'key',
  summary: 'Answer a conversation, whole or as a stream',
  body: ChatRequest,
  requestHeaders: { ...paidHeaders, ...prefer },
  status: 200,
  response: ChatCompletion,
  furtherAnswers: { '200 text/event-stream': stream, 202: accepted },
  errors: paidErrors,
});

export const responsesRoute = defineRoute({
  method: 'post',
  path: '/v1/responses',
  auth: 'key',
  summary: 'Answer a conversation of items, whole or as a stream',
  body: ResponsesRequest,
  requestHeaders: { ...paidHeaders, ...prefer },
  status: 200,
  response: ResponseDocument,
  furtherAnswers: { '200 text/event-stream': events, 202: accepted },
  errors: paidErrors,
});

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

export const embeddingsRoute = defineRoute({
  method: 'post',
  path: '/v1/embeddings',
  auth: 'key',
  summary: 'One vector for each input, in their order',
  body: EmbeddingsRequest,
  requestHeaders: paidHeaders,
  status: 200,
  response: EmbeddingsAnswer,
  errors: paidErrors,
});

/** What the platform decides about the paid routes. */
export interface RouteSettings {
  /** Whether `/v1/responses` streams. */
  responsesStreaming: boolean;
}
