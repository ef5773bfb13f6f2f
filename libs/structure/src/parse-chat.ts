import { Ajv } from 'ajv';
import { ChatRequest } from '@tollgate/contract/chat';
import { GatewayError } from '@tollgate/contract/errors';
import { assertLoopsComplete } from './chat-loop.ts';
import { checkLater } from './check-later.ts';
import { toRequestError } from './request-error.ts';
import { assertToolsFit } from './tool-rules.ts';

const ajv = new Ajv({ strict: false, discriminator: true, verbose: true });
const validate = checkLater<ChatRequest>(ajv, ChatRequest);

/**
 * Checks a chat request's structure, up to which call each result belongs to. What the model makes of the values is the
 * contract's business.
 * @throws GatewayError `invalid_request`, or `unsupported_parameter` for what does not exist or does not go together, naming the field
 */
export function parseChatRequest(body: unknown): ChatRequest {
  if (!validate(body)) throw toRequestError(validate.errors ?? [], '/v1/chat/completions');
  assertFieldsFit(body);
  assertAnswersSaySomething(body);
  assertLoopsComplete(body);
  return body;
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
  const choice = request.tool_choice ?? null;
  assertToolsFit({
    names: (request.tools ?? []).map((tool) => tool.function.name),
    choice: typeof choice === 'object' && choice !== null ? choice.function : choice,
    parallel: request.parallel_tool_calls ?? null,
  });
}

/** What an assistant said is content, a refusal, calls or thoughts; without any of them a provider has nothing to read. */
function assertAnswersSaySomething({ messages }: ChatRequest): void {
  for (const [at, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    const { content, refusal, tool_calls: calls, reasoning_content: thoughts } = message;
    const said = content ?? refusal ?? thoughts ?? message.extra_content;
    if (said != null || (calls?.length ?? 0) > 0) continue;
    const param = `messages[${at}].content`;
    throw new GatewayError('invalid_request', `${param} is required without tool_calls.`, {
      param,
    });
  }
}
