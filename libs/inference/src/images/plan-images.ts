import { GatewayError } from '@tollgate/contract/error-codes';
import type { ImageEditsRequest, ImagesRequest } from '@tollgate/contract/images';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { PARTIAL_IMAGE_TOKENS } from '@tollgate/providers/adapter/image-wire';
import type { ImageCall, ShownImages } from '@tollgate/providers/adapter/image-wire';
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
import { answerBytes } from './image-room.ts';
import { imageTerms, shownImages } from './resolve-images.ts';

type AnyRequest = ImagesRequest | ImageEditsRequest;

/** The plan of a call for images. */
export interface ImagesPlan extends Plan {
  output: null;
  call: ImageCall;
  asked: AskedImages;
  /** The bytes that the reply may have. */
  replyBytes: number;
}

/**
 * Steps 3 to 6 for images that are made or edited: targets, contract, estimate.
 * @returns a plan for each target, the first to be tried first
 * @throws GatewayError 400, 402, 404 or 503
 */
export function planImages(deps: ResolveDeps, input: PlanInput<AnyRequest>): ImagesPlan[] {
  const { request, ...shared } = input;
  const resolved = resolve(deps, shared.caller, request.model);
  const { contract, targets } = resolved;
  assertCapability(resolved, 'image');
  const shown = shownImages(request);
  assertAllowed(checkImageRequest(contract, imageTerms(contract, request), shown));
  if (shown !== null) assertEdits(targets);
  if (request.stream === true) assertStreams(targets);
  const prompt = dearestInput(
    targets.map(({ family, endpoint }) =>
      estimateEmbedding(request.prompt, family.overhead(endpoint)),
    ),
  );
  assertPromptFits(prompt, contract.limits.context_tokens);
  const most = contract.limits.context_tokens;
  const bounds = inputBounds(shared.caller, { targets, prompt, most });
  const asked = targets.map((target) => askedOf(deps, target, { contract, request, shown }));
  const estimates = targets.map((target, index) =>
    estimateOf(target, asked[index], bounds.inputBound),
  );
  const planned = planEstimated(targets, shared.attempt, estimates);
  assertWithinMaxCredits(planned[0]?.estimate ?? null, shared.maxCredits);
  const none = { output: null, effortLeftOut: null, ignored: ignoredOf(request) };
  return planned.flatMap((one, index) => {
    const images = asked[index];
    if (images === undefined) return [];
    const call: ImageCall = {
      prompt: request.prompt,
      terms: images.terms,
      ...(shown === null ? {} : { shown }),
    };
    return [
      {
        ...shared,
        ...none,
        ...withShown(bounds, images),
        ...one,
        resolved,
        call,
        asked: images,
        images: images.images,
        replyBytes: answerBytes(images.contract, images.terms, images.tokens),
        possible: possibleOf(one.target, images),
      },
    ];
  });
}

/** An approval may say of a model that it edits, but not that its provider has a wire for that. */
function assertEdits(targets: readonly Target[]): void {
  const isOffered = ({ family, endpoint }: Target): boolean => {
    const edits = family.images?.edits;
    const takes = edits?.takes?.(endpoint) ?? edits !== undefined;
    return family.local !== undefined || takes;
  };
  if (targets.every(isOffered)) return;
  throw new GatewayError(
    'unsupported_parameter',
    'The provider of this model edits no images. Send the prompt to /v1/images/generations.',
    { param: 'images' },
  );
}

/** An approval may say that a model streams, but not that its provider has a wire for that. */
function assertStreams(targets: readonly Target[]): void {
  const isOffered = ({ family: { images, local } }: Target): boolean =>
    local !== undefined || images?.events !== undefined;
  if (targets.every(isOffered)) return;
  throw new GatewayError(
    'unsupported_parameter',
    'The provider of this model streams no images. Leave stream out: the answer comes whole.',
    { param: 'stream' },
  );
}

/** An alias has what all its targets take; defaults, kinds and tokens are each target's own. */
function askedOf(
  { catalog }: ResolveDeps,
  target: Target,
  given: { contract: RequestContract; request: AnyRequest; shown: ShownImages | null },
): AskedImages {
  const contract = catalog.models.get(target.publicId)?.contract ?? given.contract;
  const terms = imageTerms(contract, given.request);
  const images = given.shown?.images.length ?? 0;
  const shown = images + Number(given.shown?.mask !== undefined);
  return { contract, terms, tokens: tokensOfImage(target, contract, terms), images, shown };
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

/** Images that count as text are no overrun of the prompt. */
function withShown(
  bounds: ReturnType<typeof inputBounds>,
  { contract, shown, tokens }: AskedImages,
): ReturnType<typeof inputBounds> {
  const beside = contract.dimensions.includes('image_input') ? 0 : shown * tokens.shown;
  const { usualBound, mostInput } = bounds;
  return { ...bounds, usualBound: usualBound + beside, mostInput: mostInput + beside };
}

/** The most that a provider can have counted; what lies above it is not believed. */
function possibleOf({ contextTokens }: Target, asked: AskedImages): Plan['possible'] {
  const { terms, tokens, contract, shown } = asked;
  const { image, text, answer } = tokens;
  const previews = (terms.partialImages ?? 0) * PARTIAL_IMAGE_TOKENS;
  const effectiveMaxTokens =
    answer === undefined
      ? Math.max(image, contract.limits.output_tokens ?? 0) + text + previews
      : answer.image + answer.text;
  const input = contextTokens + shown * tokens.shown;
  return possibleUsage({ contextTokens: input, effectiveMaxTokens, choices: terms.n });
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
function ignoredOf({ user, safety_identifier: identifier }: AnyRequest): string[] {
  const given = [
    ['user', user],
    ['safety_identifier', identifier],
  ] as const;
  return given.flatMap(([name, value]) => (value === undefined || value === null ? [] : [name]));
}
