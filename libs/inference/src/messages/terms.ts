import { GatewayError } from '@tollgate/contract/errors';
import { ProviderError } from '@tollgate/providers/adapter';
import type { Origin } from '@tollgate/structure/conversation';
import { inTermsOf } from '../route-terms.ts';
import type { RouteTerms } from '../route-terms.ts';

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
 * A refusal or failure in the terms of this route: the field that the error names is a field of the caller's own request. Other
 * errors stay as they are.
 */
export function inMessagesTerms<Thrown>(
  error: Thrown,
  { origins }: { origins: readonly Origin[] },
): Thrown {
  return inTermsOf(inClientsWords(error), {
    names: NAMES,
    origins,
    conversation: 'messages',
    toolAt: (index) => `tools[${index}]`,
    within: (path) => path.replace(/^(tools\[\d+\])\.parameters\b/, '$1.input_schema'),
  });
}

/** Clients of this route know a full context by these words alone, and then shorten the conversation. */
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
