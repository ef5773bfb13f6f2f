import { GatewayError } from '@tollgate/contract/error-codes';
import type { ImagesRequest } from '@tollgate/contract/images';
import type { RequestContract } from '@tollgate/contract/request-contract';
import type { ImageCall } from '@tollgate/providers/adapter/image-wire';
import { checkImageRequest } from '@tollgate/providers/contract/check-images';
import { estimateEmbedding } from '@tollgate/providers/tokens/estimate';
import type { InputTokens } from '@tollgate/providers/tokens/estimate';
import { assertWithinMaxCredits } from '../bounds/estimate.ts';
import type { Estimate } from '../bounds/estimate.ts';
import { likelyOf, possibleUsage } from '../bounds/output-policy.ts';
import {
  assertAllowed,
  assertCapability,
  dearestInput,
  inputBounds,
  planEstimated,
} from '../plan.ts';
import type { Plan, PlanInput } from '../plan.ts';
import { resolve } from '../catalogue/resolve.ts';
import type { ResolveDeps, Target } from '../catalogue/resolve.ts';
import { estimateImages, tokensOfImage } from './estimate-images.ts';
import type { AskedImages } from './estimate-images.ts';
import { replyBytes } from './image-room.ts';
import { imageTerms } from './resolve-images.ts';

/** The plan of a call for images. */
export interface ImagesPlan extends Plan {
  output: null;
  call: ImageCall;
  asked: AskedImages;
  /** The bytes that the reply may have. */
  replyBytes: number;
}

/**
 * Steps 3 to 6 for images: targets, contract, estimate.
 * @returns a plan for each target, the first to be tried first
 * @throws GatewayError 400, 402, 404 or 503
 */
export function planImages(deps: ResolveDeps, input: PlanInput<ImagesRequest>): ImagesPlan[] {
  const { request, ...shared } = input;
  const resolved = resolve(deps, shared.caller, request.model);
  const { contract, targets } = resolved;
  assertCapability(resolved, 'image');
  assertAllowed(checkImageRequest(contract, imageTerms(contract, request)));
  const prompt = dearestInput(
    targets.map(({ family, endpoint }) =>
      estimateEmbedding(request.prompt, family.overhead(endpoint)),
    ),
  );
  assertPromptFits(prompt, contract.limits.context_tokens);
  const most = contract.limits.context_tokens;
  const bounds = inputBounds(shared.caller, { targets, prompt, most });
  const asked = targets.map((target) => askedOf(deps, target, { contract, request }));
  const estimates = targets.map((target, index) =>
    estimateOf(target, asked[index], bounds.inputBound),
  );
  const planned = planEstimated(targets, shared.attempt, estimates);
  assertWithinMaxCredits(planned[0]?.estimate ?? null, shared.maxCredits);
  const none = { output: null, effortLeftOut: null, ignored: ignoredOf(request), images: 0 };
  return planned.flatMap((one, index) => {
    const images = asked[index];
    if (images === undefined) return [];
    const call = { prompt: request.prompt, terms: images.terms };
    return [
      {
        ...shared,
        ...none,
        ...bounds,
        ...one,
        resolved,
        call,
        asked: images,
        replyBytes: replyBytes(images.contract, images.terms),
        possible: possibleOf(one.target, images),
      },
    ];
  });
}

/** An alias has what all its targets take; defaults, kinds and tokens are each target's own. */
function askedOf(
  { catalog }: ResolveDeps,
  target: Target,
  { contract: shared, request }: { contract: RequestContract; request: ImagesRequest },
): AskedImages {
  const contract = catalog.models.get(target.publicId)?.contract ?? shared;
  const terms = imageTerms(contract, request);
  return { contract, terms, tokens: tokensOfImage(target, contract, terms) };
}

function estimateOf(
  { price }: Target,
  asked: AskedImages | undefined,
  inputBound: number,
): Estimate | null {
  if (price === null || asked === undefined) return null;
  const estimate = estimateImages(asked, inputBound, price);
  if (estimate !== null) return estimate;
  throw new GatewayError('unsupported_parameter', 'Images of this kind have no price.', {
    param: 'size',
  });
}

/** The most that a provider can have counted; what lies above it is not believed. */
function possibleOf({ contextTokens }: Target, asked: AskedImages): Plan['possible'] {
  const { terms, tokens, contract } = asked;
  const { image, text } = tokens;
  const effectiveMaxTokens = Math.max(image, contract.limits.output_tokens ?? 0) + text;
  return possibleUsage({ contextTokens, effectiveMaxTokens, choices: terms.n });
}

function assertPromptFits({ usual }: InputTokens, most: number): void {
  const likely = likelyOf(usual);
  if (likely <= most) return;
  throw new GatewayError(
    'context_length_exceeded',
    `This model takes prompts of ${most} tokens at most, and this one has about ${likely}. Shorten it.`,
    { param: 'prompt' },
  );
}

/** The caller's own names for a user are for the caller's bookkeeping. */
function ignoredOf({ user, safety_identifier: identifier }: ImagesRequest): string[] {
  const given = [
    ['user', user],
    ['safety_identifier', identifier],
  ] as const;
  return given.flatMap(([name, value]) => (value === undefined || value === null ? [] : [name]));
}
