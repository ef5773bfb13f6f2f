import type { ChatRequest, Message } from '@tollgate/contract/chat';
import { GatewayError } from '@tollgate/contract/errors';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { fieldsLeftOut } from '@tollgate/contract/unknown-fields';
import { checkChatRequest } from '@tollgate/providers/check-contract';
import type { Refusal } from '@tollgate/providers/refusal';
import { fitToContract } from '@tollgate/providers/fit-request';
import { estimateInput } from '@tollgate/providers/estimate';
import { promptHintsLeftOut } from '@tollgate/providers/prompt-hints';
import { beyondLimits } from '@tollgate/providers/wire-limits';
import { plainChatRequest } from '@tollgate/structure/plain-chat';
import type { Caller } from './caller.ts';
import { assertWithinMaxCredits } from './estimate.ts';
import { ceilingsOf, decideOutput, inCallersTerms, likelyOf } from './output-policy.ts';
import type { OutputPolicy } from './output-policy.ts';
import {
  assertAllowed,
  assertCapability,
  dearestInput,
  inputBounds,
  planWays,
  withTokens,
} from './plan.ts';
import type { Plan, PlanInput } from './plan.ts';
import { possibleUsage } from './plausible.ts';
import { resolve } from './resolve.ts';
import type { Resolved, ResolveDeps, Way } from './resolve.ts';

type Effort = NonNullable<Caller['key']['defaultReasoningEffort']>;

/** The plan of a chat call. */
export interface ChatPlan extends Plan {
  output: OutputPolicy;
  /** As it goes to the provider: output ceiling set, defaults of the key applied where they fit under it. */
  request: ChatRequest;
}

/** What a route that is planned as a chat call knows already. */
export interface ChatPlanOptions {
  /** What the name of the model stands for. */
  resolved?: Resolved;
  /** What some ways are sent beside the messages of the request; part of the bound. */
  counted?: readonly Message[];
  /** Tokens that a provider adds to the prompt beside those that follow from the request. */
  tokens?: number;
}

/**
 * Steps 3 to 6: ways, contract, output ceiling, estimate. Everything that can refuse stands here, before anything costs.
 * @returns a plan for each way to serve the call, the first to be tried first
 * @throws GatewayError 400, 402, 404 or 503
 */
export function planChat(
  deps: ResolveDeps,
  input: PlanInput<ChatRequest>,
  {
    resolved = resolve(deps, input.caller, input.request.model),
    counted = [],
    tokens = 0,
  }: ChatPlanOptions = {},
): ChatPlan[] {
  const { caller, maxCredits } = input;
  const { contract } = resolved;
  assertCapability(resolved, 'chat');
  const sent = fitToContract(contract, plainChatRequest(input.request));
  assertAllowed(checkChatRequest(contract, sent));
  const taking = waysThatTake(resolved.ways, sent);
  const weighed =
    counted.length === 0 ? sent : { ...sent, messages: [...sent.messages, ...counted] };
  const prompt = withTokens(
    dearestInput(
      taking.map(({ family, target }) => estimateInput(weighed, family.overhead(target))),
    ),
    tokens,
  );
  const roomy = waysWithRoom(taking, prompt.usual);
  const contexts = roomy.map(({ contextTokens }) => contextTokens);
  const longest = Math.max(...contexts);
  const bounds = inputBounds(caller, { ways: roomy, prompt, most: longest });
  const ceilings = ceilingsOf(caller, resolved.hardOutputTokens);
  const limits = { ...contract.limits, context_tokens: Math.min(...contexts) };
  const output = decideOutput(sent, limits, { ceilings, inputBound: prompt.usual });
  const { request, effortLeftOut } = withKeyDefaults(withCeiling(sent, contract, output), {
    effort: caller.key.defaultReasoningEffort,
    contract,
    ways: roomy,
  });
  assertAllowed(inCallersTerms(checkChatRequest(contract, request), { sent, output, ceilings }));
  const fitting = waysThatTake(roomy, request);
  const outputBound = output.effectiveMaxTokens * (request.n ?? 1);
  const images = countImages(request);
  const bound = { input: bounds.inputBound, output: outputBound, images };
  const planned = planWays(fitting, input.attempt, bound);
  assertWithinMaxCredits(planned[0]?.estimate ?? null, maxCredits);
  const common = { ...input, ...bounds, resolved, request, output, effortLeftOut, images };
  const leftOut = fieldsLeftOut(input.request, sent);
  const ceiling = { effectiveMaxTokens: output.effectiveMaxTokens, choices: request.n ?? 1 };
  return planned.map((one) => {
    const { contextTokens } = one.way;
    const ignored = [...leftOut, ...promptHintsLeftOut(request, one.way)];
    const possible = possibleUsage({ contextTokens, ...ceiling });
    return { ...common, ...one, ignored, possible };
  });
}

/**
 * The ways whose context the prompt is likely to fit into, because an alias may have a target with a longer context than another; those
 * with the longest context where it fits into none.
 */
function waysWithRoom(ways: readonly Way[], inputBound: number): readonly Way[] {
  const roomy = ways.filter(({ contextTokens }) => likelyOf(inputBound) < contextTokens);
  if (roomy.length > 0) return roomy;
  const longest = Math.max(...ways.map(({ contextTokens }) => contextTokens));
  return ways.filter(({ contextTokens }) => contextTokens === longest);
}

function countImages({ messages }: ChatRequest): number {
  return messages.reduce((count, { content }) => {
    if (!Array.isArray(content)) return count;
    const parts: readonly { type: string }[] = content;
    return count + parts.filter(({ type }) => type === 'image_url').length;
  }, 0);
}

/**
 * Ways that a provider would refuse are left out: signed content goes back to the exact model that it came from, and some
 * combinations of parameters no table can tell.
 * @throws GatewayError when no way is left, in the words of the first
 */
function waysThatTake(ways: readonly Way[], request: ChatRequest): readonly Way[] {
  const fitting = ways.filter((way) => refusalOf(way, request) === null);
  const [first] = ways;
  const refusal = first === undefined ? null : refusalOf(first, request);
  if (fitting.length > 0 || refusal === null) return fitting;
  const code = refusal.param.startsWith('messages') ? 'invalid_request' : 'unsupported_parameter';
  throw new GatewayError(code, refusal.message, { param: refusal.param });
}

function refusalOf({ family, target }: Way, request: ChatRequest): Refusal | null {
  const limits = family.limits?.(target) ?? {};
  return beyondLimits(request, limits) ?? family.foreignContent?.(request, target) ?? null;
}

/**
 * A key's default effort applies only where the request says nothing and the model takes it with the rest of the request,
 * under the ceiling that holds. Else it is left out, because the caller has not asked for it; and told as left out where the model
 * could have taken it in another request.
 */
function withKeyDefaults(
  request: ChatRequest,
  { effort, contract, ways }: Pick<Resolved, 'contract' | 'ways'> & { effort: Effort | null },
): { request: ChatRequest; effortLeftOut: Effort | null } {
  if (effort === null || request.reasoning_effort != null) return { request, effortLeftOut: null };
  const wished = { ...request, reasoning_effort: effort };
  const fits =
    checkChatRequest(contract, wished) === null &&
    ways.some((way) => refusalOf(way, wished) === null);
  if (fits) return { request: wished, effortLeftOut: null };
  const { supported = false, values } = contract.parameters['reasoning_effort'] ?? {};
  const isKnown = supported && values?.includes(effort) !== false;
  return { request, effortLeftOut: isKnown ? effort : null };
}

function withCeiling(
  request: ChatRequest,
  contract: RequestContract,
  output: OutputPolicy,
): ChatRequest {
  const { max_tokens: _old, max_completion_tokens: _new, ...rest } = request;
  const modern = contract.parameters['max_completion_tokens']?.supported === true;
  return modern
    ? { ...rest, max_completion_tokens: output.effectiveMaxTokens }
    : { ...rest, max_tokens: output.effectiveMaxTokens };
}
