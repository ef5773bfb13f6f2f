import { GatewayError } from '@tollgate/contract/error-codes';
import type { CountTokensRequest } from '@tollgate/contract/messages';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Origin } from '@tollgate/structure/conversation';
import { inTermsOf } from '../catalogue/route-terms.ts';
import type { RouteTerms } from '../catalogue/route-terms.ts';
import { inToolsPath } from './server-tools.ts';

/** What this route calls the chat route's parameters. */
const NAMES: RouteTerms['names'] = [
  ['response_format', 'output_config.format'],
  ['max_completion_tokens', 'max_tokens'],
  ['reasoning_effort', 'output_config.effort'],
  ['parallel_tool_calls', 'tool_choice.disable_parallel_tool_use'],
  ['stop', 'stop_sequences'],
  ['user', 'metadata.user_id'],
];

/** The path of a parameter that was left out, in the terms of this route. */
export function inMessagesPath(path: string): string {
  return NAMES.find(([chat]) => chat === path)?.[1] ?? path;
}

/**
 * A refusal or failure in the terms of this route: the field that the error names is a field of the
 * caller's own request. Other errors stay as they are.
 */
export function inMessagesTerms<Thrown>(
  error: Thrown,
  {
    origins,
    asked,
    body = {},
  }: { origins: readonly Origin[]; asked?: Asked; body?: { readonly tools?: unknown } },
): Thrown {
  return inTermsOf(turnedRound(inClientsWords(error)), {
    names: namesFor(asked),
    origins,
    conversation: 'messages',
    toolAt: (index) => `tools[${index}]`,
    within: (path) =>
      inToolsPath(path, body).replace(/^(tools\[\d+\])\.parameters\b/, '$1.input_schema'),
  });
}

type Asked = Pick<CountTokensRequest, 'thinking' | 'output_config'>;

/** Who says nothing of an effort has asked for it by `thinking`. */
function namesFor({ thinking, output_config: output }: Asked = {}): RouteTerms['names'] {
  const isByThinking = (output?.effort ?? null) === null && (thinking ?? null) !== null;
  return isByThinking ? [['reasoning_effort', 'thinking'], ...NAMES] : NAMES;
}

const PARALLEL = /\bparallel_tool_calls( with)? (true|false)\b/u;

/**
 * This route says by `disable_parallel_tool_use` the opposite of what the chat route says by
 * `parallel_tool_calls`.
 */
function turnedRound<Thrown>(error: Thrown): Thrown {
  if (!(error instanceof GatewayError) || !PARALLEL.test(error.message)) return error;
  const message = error.message.replace(
    PARALLEL,
    (_, beside = '', value) =>
      `parallel_tool_calls${beside} ${value === 'true' ? 'false' : 'true'}`,
  );
  const { code, param, detail, facts, cause } = error;
  return new GatewayError(code, message, {
    param: param ?? undefined,
    detail,
    facts,
    cause,
  }) as Thrown;
}

/**
 * Clients of this route know a full context by these words alone, and then shorten the
 * conversation.
 */
const TOO_LONG = 'prompt is too long';

function inClientsWords<Thrown>(error: Thrown): Thrown {
  if (error instanceof ProviderError && error.failure.kind === 'context_length') {
    const { failure, usage, cause } = error;
    const message = inWords(failure.message);
    return new ProviderError({ ...failure, message }, { cause, usage }) as Thrown;
  }
  if (!(error instanceof GatewayError) || error.code !== 'context_length_exceeded') return error;
  const { message, param, detail, facts, cause } = error;
  const extras = { param: param ?? undefined, detail, facts, cause };
  return new GatewayError('context_length_exceeded', inWords(message), extras) as Thrown;
}

function inWords(message: string): string {
  return message.includes(TOO_LONG) ? message : `${TOO_LONG}: ${message}`;
}
