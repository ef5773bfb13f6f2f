import type { ChatRequest } from '@tollgate/contract/chat';
import { assertNoImages, isImageChat, planImageChat } from '../images/plan-image-chat.ts';
import type { ImageChatPlan } from '../images/plan-image-chat.ts';
import type { PlanInput } from '../plan.ts';
import type { ResolveDeps } from '../catalogue/resolve.ts';
import { planChat } from './plan-chat.ts';
import type { ChatPlan } from './plan-chat.ts';
import { planChatCall } from './search-options.ts';

/** Whether a plan is that of a model that answers with images. */
export function isOfImages(plan: ChatPlan | ImageChatPlan): plan is ImageChatPlan {
  return 'asked' in plan;
}

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
  if (isImageChat(deps, request)) return planImageChat(deps, input);
  if (request.modalities || request.image_config) assertNoImages(request);
  // Nearly all calls want no search, and read one file less.
  return request.web_search_options ? planChatCall(deps, input) : planChat(deps, input);
}
