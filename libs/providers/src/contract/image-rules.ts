import type { ContractDraft } from '@tollgate/contract/request-contract';
import type { ImageRules } from './contract.ts';
import { withImageDimensions } from './image-contract.ts';
import { NONE } from './contract.ts';

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
