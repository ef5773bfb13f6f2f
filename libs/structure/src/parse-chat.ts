import { Ajv } from 'ajv';
import { ChatRequest, FilePart } from '@tollgate/contract/chat';
import { OWN_SCHEMAS } from '@tollgate/contract/own-schemas';
import { GatewayError } from '@tollgate/contract/error-codes';
import { isTextOnly } from '@tollgate/contract/text-only';
import { withFunctionsForCustom } from './chat-custom-tools.ts';
import { withResultsInTurn } from './chat-loop.ts';
import { checkLater } from './check-later.ts';
import { extrasIn } from './extras.ts';
import { createOwnExtensions, readingOf, unknownOf } from './own-extensions.ts';
import { toRequestError } from './request-error.ts';
import { inChatSpelling } from './spellings.ts';
import { assertChoiceNames, withAllowedTools } from './tool-choice.ts';
import { assertToolsFit } from './tool-rules.ts';
import { assertPicture } from './shown-images.ts';
import { setUnknownApart } from './unknown-fields.ts';

const ajv = new Ajv({ ...OWN_SCHEMAS, discriminator: true, verbose: true });
const validate = checkLater<ChatRequest>(ajv, ChatRequest);
const PATHS = {
  endpoint: '/v1/chat/completions',
  parts: /^messages\[\d+\]\.content\[\d+\]$/u,
  emptyPart: { type: 'text', text: '' },
  // A file of text is a part of text, see `spellings.ts`.
  remains: { name: 'file', known: Object.keys(FilePart.properties.file.properties) },
} as const;

/**
 * Checks a chat request's structure, up to which call each result belongs to. What the model makes
 * of the values is the contract's business.
 * @throws GatewayError `invalid_request`, or `unsupported_parameter` for what does not exist or
 *   does not go together, naming the field
 */
export function parseChatRequest(given: unknown): ChatRequest {
  if (isFields(given) && isTextOnly(given)) return parseTextOnly(given);
  const { body, apart } = isFields(given) ? readable(given) : { body: given, apart: {} };
  if (!validate(body)) throw toRequestError(validate.errors ?? [], '/v1/chat/completions');
  const request = withFunctionsForCustom(body);
  assertFieldsFit(request);
  assertToolsOfRequestFit(request);
  assertImagesFit(request);
  const messages = withResultsInTurn(request.messages);
  const parsed = messages === request.messages ? request : { ...request, messages };
  return Object.keys(apart).length === 0 ? parsed : { ...parsed, ...apart };
}

/** Nothing is to be spelled, paired or set apart in a request of text alone. */
function parseTextOnly(given: Fields): ChatRequest {
  if (!validate(given)) throw toRequestError(validate.errors ?? [], PATHS.endpoint);
  assertFieldsFit(given);
  return given;
}

function assertFieldsFit(request: ChatRequest): void {
  const { stream_options: options, max_tokens: old, max_completion_tokens: ceiling } = request;
  if (options != null && request.stream !== true) {
    throw new GatewayError('invalid_request', 'stream_options needs stream: true.', {
      param: 'stream_options',
    });
  }
  if (old != null && ceiling != null) {
    throw new GatewayError(
      'unsupported_parameter',
      'Send max_completion_tokens or max_tokens, not both.',
      { param: 'max_tokens' },
    );
  }
  if (request.top_logprobs && request.logprobs !== true) {
    throw new GatewayError('unsupported_parameter', 'top_logprobs needs logprobs: true.', {
      param: 'top_logprobs',
    });
  }
}

/** Images of earlier answers are those that a model has made: data, and no addresses. */
function assertImagesFit({ messages }: ChatRequest): void {
  for (const [at, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    for (const [index, { image_url: image }] of (message.images ?? []).entries()) {
      assertPicture(`messages[${at}].images[${index}].image_url.url`, image.url);
    }
  }
}

function assertToolsOfRequestFit(request: ChatRequest): void {
  const choice = request.tool_choice ?? null;
  assertToolsFit({
    names: (request.tools ?? []).map((tool) => tool.function.name),
    choice: typeof choice === 'object' && choice !== null ? choice.function : choice,
    parallel: request.parallel_tool_calls ?? null,
  });
}

/**
 * The request in our spelling, without unknown members that are null and say nothing, with the
 * tools that its choice allows; and apart from it what this route does not know, which the contract
 * and the wire of the model judge.
 */
function readable(given: Fields): { body: Fields; apart: Pick<ChatRequest, 'extra' | 'unknown'> } {
  assertChoiceNames(given['tool_choice'], 'tool_choice.function.name');
  const own = createOwnExtensions();
  const { plain, unknown } = setUnknownApart(
    ChatRequest,
    inChatSpelling(given),
    readingOf(own, PATHS),
  );
  const of = { route: 'chat_completions', known: ChatRequest.properties } as const;
  return {
    body: withAllowedTools(plain),
    apart: { ...extrasIn(unknown), ...unknownOf(own, unknown, of) },
  };
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
