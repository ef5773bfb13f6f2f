import { GatewayError } from '@tollgate/contract/error-codes';
import type { VideoRequest } from '@tollgate/contract/video';
import { estimateEmbedding } from '@tollgate/providers/tokens/estimate';
import { assertWithinMaxCredits } from '../bounds/estimate.ts';
import { likelyOf } from '../bounds/output-policy.ts';
import { assertCapability, dearestInput } from '../plan.ts';
import type { Plan, PlanInput } from '../plan.ts';
import { resolve } from '../catalogue/resolve.ts';
import type { ResolveDeps, Target } from '../catalogue/resolve.ts';
import { estimateVideo } from './estimate-video.ts';
import { resolveVideoRequest } from './video-request.ts';
import type { ResolvedVideoRequest } from './video-request.ts';

/** The plan of a video. */
export interface VideoPlan extends Plan {
  output: null;
  request: VideoRequest;
  video: ResolvedVideoRequest;
}

/**
 * Steps 3 to 6 for videos. A video is begun once, so that of an alias only the first target that
 * can make it is asked, with any of its credentials.
 * @throws GatewayError 400, 402, 404 or 503
 */
export function planVideo(deps: ResolveDeps, input: PlanInput<VideoRequest>): VideoPlan[] {
  const { request, ...shared } = input;
  const resolved = resolve(deps, shared.caller, request.model);
  const { contract, targets } = resolved;
  assertCapability(resolved, 'video');
  const video = resolveVideoRequest(contract, request);
  assertPromptFits(request.prompt, contract.limits.context_tokens, targets);
  const [first] = targets;
  const own = targets.filter(({ modelId }) => modelId === first?.modelId);
  const none = {
    output: null,
    effortLeftOut: null,
    ignored: [],
    inputBound: 0,
    promptBound: 0,
    usualBound: 0,
    mostInput: 0,
    possible: null,
  };
  const plans = own.map((target) => ({
    ...shared,
    ...none,
    resolved,
    request,
    video,
    images: video.pictures,
    target,
    // An alias has the dimensions of all its targets, and a target has prices for its own only.
    estimate: estimateOf(
      target,
      deps.catalog.models.get(target.publicId)?.contract ?? contract,
      video,
    ),
  }));
  assertWithinMaxCredits(plans[0]?.estimate ?? null, shared.maxCredits);
  return plans;
}

function estimateOf(
  { price }: Target,
  contract: Parameters<typeof estimateVideo>[0],
  video: ResolvedVideoRequest,
): ReturnType<typeof estimateVideo> {
  if (price === null) return null;
  const estimate = estimateVideo(contract, video, price);
  if (estimate !== null) return estimate;
  throw new GatewayError('unsupported_parameter', 'Videos of this kind have no price.', {
    param: 'resolution',
  });
}

function assertPromptFits(prompt: string, most: number, targets: readonly Target[]): void {
  const sizes = targets.map(({ family, endpoint }) =>
    estimateEmbedding(prompt, family.overhead(endpoint)),
  );
  const likely = likelyOf(dearestInput(sizes).usual);
  if (likely <= most) return;
  throw new GatewayError(
    'context_length_exceeded',
    `This model takes prompts of ${most} tokens at most, and this one has about ${likely}. Shorten it.`,
    { param: 'prompt' },
  );
}
