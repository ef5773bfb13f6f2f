import type { ChatRequest } from '@tollgate/contract/chat';
import { assertNoImages, planImageChat } from '../images/plan-image-chat.ts';
import type { ImageChatPlan } from '../images/plan-image-chat.ts';
import type { PlanInput } from '../plan.ts';
import type { ResolveDeps } from '../catalogue/resolve.ts';
import type { ChatPlan } from './plan-chat.ts';
import { planChatCall } from './search-options.ts';

/**
 * Steps 3 to 6 of a chat call, by what its model answers with.
 * @returns a plan for each target, the first to be tried first
 * @throws GatewayError 400, 402, 404 or 503
 */
export function planAnyChat(
  deps: ResolveDeps,
  input: PlanInput<ChatRequest>,
): (ChatPlan | ImageChatPlan)[] {
  const { request } = input;
  if (makesImages(deps, request)) return planImageChat(deps, input);
  if (request.modalities || request.image_config) assertNoImages(request);
  return planChatCall(deps, input);
}

/** Whether a model answers conversations with images. */
function makesImages({ catalog }: ResolveDeps, { model }: ChatRequest): boolean {
  return catalog.models.get(model)?.contract.chat !== undefined;
}
