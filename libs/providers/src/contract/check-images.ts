import type { RequestContract } from '@tollgate/contract/request-contract';
import type { ImageTerms, ShownImages } from '../adapter/image-wire.ts';
import type { Refusal } from '../adapter/refusal.ts';
import { checkTerms } from './check-contract.ts';

/**
 * Checks images against the contract; null where nothing is refused.
 * @param shown images that are to be edited, of which the number counts
 */
export function checkImageRequest(
  contract: RequestContract,
  terms: ImageTerms,
  shown: ShownImages | null,
): Refusal | null {
  const { aspectRatio, outputFormat, outputCompression, inputFidelity, partialImages, ...others } =
    terms;
  const given = Object.entries({
    ...others,
    aspect_ratio: aspectRatio,
    output_format: outputFormat,
    output_compression: outputCompression,
    input_fidelity: inputFidelity,
    partial_images: partialImages,
    images: shown?.images.length,
  });
  const values = new Map<string, string | number | boolean | null>(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
  if (shown?.mask !== undefined) values.set('mask', null);
  return checkTerms(contract, values);
}
