import type { ChatRequest } from '@tollgate/contract/chat';
import type { OwnRoute } from '@tollgate/contract/extensions';
import type { PromptHint } from '@tollgate/contract/unknown-fields';
import type { ChatMapper, Credential, ServedAt, Endpoint } from '../adapter/adapter.ts';
import { wireNameOf } from '../openai/wire-choice.ts';
import { lineOf } from '../openai/lines.ts';
import { responsesWire, toResponsesAnyway } from '../wire/responses/mapper.ts';
import { CHAT_HINTS, responsesHintsOf } from '../contract/prompt-hints.ts';
import { pathFor, reachesResponses } from './azure.ts';
import type { Dialect } from '../wire/chat-completions/dialect.ts';
import { dialectOf, findsEndpoint } from './known-providers.ts';

const overResponses: ChatMapper = {
  ...responsesWire,
  path: (endpoint) => pathFor(endpoint, '/responses'),
  toWire: toResponsesAnyway,
};

/**
 * OpenAI's own name of a model that another provider serves, where requests may have to go to the
 * Responses interface there: at Azure and at proxies before OpenAI, by the model's exact name. Null
 * for all other models, and at routers that find the right interface by themselves.
 */
export function responsesLineAt(model: string, at: ServedAt | undefined): string | null {
  if (at === undefined || findsEndpoint(at) || !reachesResponses(at.baseUrl)) return null;
  const own = model.slice(model.lastIndexOf('/') + 1);
  return lineOf(own)?.chatRefusesTools === undefined ? null : own;
}

/**
 * The Responses wire for a request that needs it at this provider; undefined for all others, and
 * where the credential says that the provider has no such wire.
 */
export function responsesMapperFor(
  request: ChatRequest,
  endpoint: Endpoint,
  credential: Credential,
): ChatMapper | undefined {
  if (credential['responses_api'] === 'no') return undefined;
  return needsResponses(request, endpoint) ? overResponses : undefined;
}

/**
 * The hints within a prompt that a request to this endpoint can carry, unless its credential says
 * that the Responses wire is not there.
 */
export function promptHintsFor(endpoint: Endpoint, request: ChatRequest): readonly PromptHint[] {
  return needsResponses(request, endpoint) ? responsesHintsOf(endpoint.upstreamModel) : CHAT_HINTS;
}

/** The route whose unknown fields a request to this endpoint can carry, with the same exception. */
export function extensionsFor(endpoint: Endpoint, request: ChatRequest): OwnRoute {
  return needsResponses(request, endpoint) ? 'responses' : 'chat_completions';
}

function needsResponses(request: ChatRequest, endpoint: Endpoint): boolean {
  const line = responsesLineAt(endpoint.upstreamModel, endpoint);
  return line !== null && wireNameOf(line, request) === 'responses';
}

/**
 * How chat completions are spoken to an endpoint: OpenAI refuses `max_tokens` for models of these
 * lines, whoever passes the request on.
 */
export function chatDialectAt(endpoint: Endpoint): Dialect {
  const dialect = dialectOf(endpoint);
  return responsesLineAt(endpoint.upstreamModel, endpoint) === null
    ? dialect
    : { ...dialect, ceiling: 'max_completion_tokens' };
}
