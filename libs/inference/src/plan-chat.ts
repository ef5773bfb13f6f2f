import type { ChatRequest } from '@tollgate/contract/chat';
import type { CatalogSnapshot } from '@tollgate/catalog/snapshot';
import { checkChatRequest } from '@tollgate/providers/check-contract';
import { estimateInputTokens } from '@tollgate/providers/estimate';
import type { Admitted } from './admit.ts';
import { assertWithinMaxCredits, estimateCost } from './estimate.ts';
import { decideOutput } from './output-policy.ts';
import type { OutputPolicy } from './output-policy.ts';
import { assertAllowed, assertCapability } from './plan.ts';
import type { Plan, PlanInput } from './plan.ts';
import { resolve } from './resolve.ts';
import type { Route } from './resolve.ts';

/** The plan of a chat call. */
export interface ChatPlan extends Plan {
  output: OutputPolicy;
  /** As it goes to the vendor: defaults of the key applied, output ceiling set. */
  request: ChatRequest;
}

/**
 * Steps 3 to 6: route, contract, output ceiling, estimate. Everything that can refuse stands here, before anything costs.
 * @throws GatewayError 400, 402, 404 or 503
 */
export function planChat(catalog: CatalogSnapshot, input: PlanInput<ChatRequest>): ChatPlan {
  const { caller, maxCredits } = input;
  const route = resolve(catalog, caller, input.request.model);
  assertCapability(route, 'chat');
  const request = withKeyDefaults(input.request, caller, route);
  assertAllowed(checkChatRequest(route.contract, request));
  const bound = estimateInputTokens(request, route.family.overhead(route.target));
  const inputBound = Math.min(route.contract.limits.context_tokens, bound);
  const { maxOutputTokens: key, ownerMaxOutputTokens: user } = caller.key;
  const output = decideOutput(request, route.contract.limits, {
    ceilings: { key, user, hard: route.hardOutputTokens },
    inputBound: bound,
  });
  const outputBound = output.effectiveMaxTokens * (request.n ?? 1);
  const estimate = estimateCost({ input: inputBound, output: outputBound }, route.price);
  assertWithinMaxCredits(estimate, maxCredits);
  const wired = withCeiling(request, route, output);
  return { ...input, route, request: wired, output, inputBound, estimate };
}

/** A key's default effort applies only where the model knows it and the request says nothing. */
function withKeyDefaults(request: ChatRequest, caller: Admitted, route: Route): ChatRequest {
  const effort = caller.key.defaultReasoningEffort;
  if (effort === null || request.reasoning_effort != null) return request;
  const rule = route.contract.parameters['reasoning_effort'];
  const allowed = rule?.supported === true && (rule.values?.includes(effort) ?? true);
  return allowed ? { ...request, reasoning_effort: effort } : request;
}

function withCeiling(request: ChatRequest, route: Route, output: OutputPolicy): ChatRequest {
  const { max_tokens: _old, max_completion_tokens: _new, ...rest } = request;
  const modern = route.contract.parameters['max_completion_tokens']?.supported === true;
  return modern
    ? { ...rest, max_completion_tokens: output.effectiveMaxTokens }
    : { ...rest, max_tokens: output.effectiveMaxTokens };
}
