import type { ChatPlan } from '../chat/plan-chat.ts';

/**
 * Whether the provider may have used tokens that it shows to nobody: by the model's contract, the
 * effort that was asked for, and what the answer has shown so far. What tools of the provider find
 * is read as input, and is counted at the end only.
 * @param hasReasoned the answer has shown reasoning
 */
export function mayReasonInSecret(plan: ChatPlan, hasReasoned: boolean): boolean {
  if (hasReasoned || plan.runs !== undefined) return true;
  const { family, endpoint } = plan.target;
  const { dimensions, parameters } =
    family.contract(endpoint.upstreamModel, endpoint) ?? plan.resolved.contract;
  const reasons =
    dimensions.includes('reasoning') || parameters['reasoning_effort']?.supported === true;
  if (!reasons) return false;
  const effort = plan.request.reasoning_effort ?? null;
  if (effort !== null) return effort !== 'none';
  return family.reasonsUnasked?.(endpoint.upstreamModel) ?? true;
}

/**
 * Whether hanging up stops the provider, and we have then seen everything that the stream costs.
 */
export function stopsAtProvider(plan: ChatPlan, hasReasoned: boolean): boolean {
  return plan.target.family.onDisconnect === 'abort' && !mayReasonInSecret(plan, hasReasoned);
}
