import type { ChatRequest } from '@tollgate/contract/chat';
import { isPricedTier } from '@tollgate/contract/service-tiers';
import { HINT_PARAMETERS, PROMPT_HINTS } from '@tollgate/contract/unknown-fields';
import type { RequestContract } from '@tollgate/contract/request-contract';
import type { PromptHint } from '@tollgate/contract/unknown-fields';
import { withoutMarks } from '../adapter/cache-marks.ts';
import { checkChatRequest } from './check-contract.ts';

type RequestHint = Exclude<(typeof HINT_PARAMETERS)[number], 'cache_control' | PromptHint>;
const WITHIN_PROMPT: ReadonlySet<string> = new Set(['cache_control', ...PROMPT_HINTS]);
/**
 * Hints that are fields of a request; the others are within the prompt, and each wire leaves out
 * those that it cannot carry.
 */
const HINTS = HINT_PARAMETERS.filter((name): name is RequestHint => !WITHIN_PROMPT.has(name));

/** The documented default of each parameter. */
const DEFAULTS: readonly (readonly [
  name: keyof ChatRequest,
  isDefault: (value: unknown) => boolean,
])[] = [
  ['temperature', (value) => value === 1],
  ['top_p', (value) => value === 1],
  ['n', (value) => value === 1],
  ['presence_penalty', (value) => value === 0],
  ['frequency_penalty', (value) => value === 0],
  ['logprobs', (value) => value === false],
  ['top_logprobs', (value) => value === 0],
  ['logit_bias', isEmpty],
  ['response_format', (value) => (value as { type: string }).type === 'text'],
  ['stream', (value) => value === false],
];

/**
 * The request without fields that this model does not take and that cannot change the meaning of an
 * answer: hints that its contract does not pass on, and documented defaults that were written out.
 * All other fields stay, to be taken or refused.
 */
export function fitToContract(contract: RequestContract, request: ChatRequest): ChatRequest {
  return withoutDefaults(contract, withoutImplied(contract, withoutHints(contract, request)));
}

function withoutHints({ parameters }: RequestContract, asked: ChatRequest): ChatRequest {
  const takesMarks = parameters['cache_control']?.supported === true;
  const request = takesMarks ? asked : withoutMarks(asked);
  const dropped = HINTS.filter((name) => {
    const value = request[name];
    if (value === undefined || (name === 'service_tier' && isPricedTier(value))) return false;
    const { supported = false, values } = parameters[name] ?? {};
    return (
      value === null ||
      !supported ||
      (typeof value === 'string' && values?.includes(value) === false)
    );
  });
  return dropped.reduce(omitted, request);
}

/**
 * Leaves out what is the case anyway: one call where only one function can be called and must be,
 * and no reasoning of a model that has none.
 */
function withoutImplied(contract: RequestContract, request: ChatRequest): ChatRequest {
  const implied: (keyof ChatRequest)[] = [
    ...(isOneCallAnyway(contract, request) ? (['parallel_tool_calls'] as const) : []),
    ...(isUnthinkingAnyway(contract, request) ? (['reasoning_effort'] as const) : []),
  ];
  return implied.reduce(omitted, request);
}

function isOneCallAnyway({ parameters }: RequestContract, request: ChatRequest): boolean {
  const { tool_choice: choice, parallel_tool_calls: parallel } = request;
  // Any of one tool is that tool by its name: so the AI SDK asks for an object over messages.
  const isAnyOfOne = choice === 'required' && request.tools?.length === 1;
  const isNamed = isAnyOfOne || (typeof choice === 'object' && choice !== null);
  const { supported = false, values } = parameters['parallel_tool_calls'] ?? {};
  const knowsSingle = supported && values?.includes(false) !== false;
  return isNamed && parallel === false && !knowsSingle;
}

/**
 * Whether a model without a published contract thinks is not known; asking such a model for no
 * thinking asks for OpenAI's default.
 */
function isUnthinkingAnyway(
  { parameters, dimensions, source }: RequestContract,
  { reasoning_effort: effort }: ChatRequest,
): boolean {
  if (effort !== 'none' || parameters['reasoning_effort']?.supported === true) return false;
  return source !== 'published' || !dimensions.includes('reasoning');
}

function withoutDefaults(contract: RequestContract, request: ChatRequest): ChatRequest {
  const refusal = checkChatRequest(contract, request);
  if (refusal === null) return request;
  for (const [name, isDefault] of DEFAULTS) {
    const value = request[name];
    if (value === undefined || value === null || !isDefault(value)) continue;
    const rest = omitted(request, name);
    if (checkChatRequest(contract, rest)?.message !== refusal.message) {
      return withoutDefaults(contract, rest);
    }
  }
  return request;
}

function omitted(request: ChatRequest, name: keyof ChatRequest): ChatRequest {
  const { [name]: _, ...rest } = request;
  return rest as ChatRequest;
}

function isEmpty(value: unknown): boolean {
  return Object.keys(value as object).length === 0;
}
