import { IMAGES_MADE_MAX, PARTIAL_IMAGES_MAX } from '@tollgate/contract/images';
import type { ContractDraft, Exclusion } from '@tollgate/contract/request-contract';
import type { ImageRules } from './contract.ts';
import { withImageDimensions } from './image-contract.ts';
import { ANY, between, NONE } from './contract.ts';

/** Streams of one image; a provider streams no more at once, see `openai/image-lines.ts`. */
export const STREAM_RULES = {
  stream: ANY,
  partial_images: between(0, PARTIAL_IMAGES_MAX),
} satisfies Partial<ImageRules>;
/** Refused with a stream: more images than one. */
export const ONE_IMAGE_A_STREAM: Exclusion = {
  when: { stream: [true] },
  refuse: { n: Array.from({ length: IMAGES_MADE_MAX - 1 }, (_, index) => index + 2) },
};

/** No parameter of the image route is taken; lines of models say which are. */
export const NO_IMAGE_RULES: ImageRules = {
  n: NONE,
  size: NONE,
  resolution: NONE,
  aspect_ratio: NONE,
  quality: NONE,
  background: NONE,
  output_format: NONE,
  output_compression: NONE,
  moderation: NONE,
  style: NONE,
  images: NONE,
  mask: NONE,
  input_fidelity: NONE,
  stream: NONE,
  partial_images: NONE,
};

/** The draft of a model whose images are billed by the piece, each kind at a price of its own. */
export function pieceDraft(
  source: ContractDraft['source'],
  parameters: ImageRules,
  limits: ContractDraft['limits'] = {},
): ContractDraft {
  return withImageDimensions({
    source,
    capability: 'image',
    parameters,
    limits,
    dimensions: ['image'],
  });
}
