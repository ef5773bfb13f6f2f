import type { RequestContract } from '@tollgate/contract/request-contract';
import type { ImageTerms } from '../adapter/image-wire.ts';
import type { Refusal } from '../adapter/refusal.ts';
import { checkTerms } from './check-contract.ts';

/** Checks images against the contract; null where nothing is refused. */
export function checkImageRequest(contract: RequestContract, terms: ImageTerms): Refusal | null {
  const { aspectRatio, outputFormat, outputCompression, ...others } = terms;
  const given = Object.entries({
    ...others,
    aspect_ratio: aspectRatio,
    output_format: outputFormat,
    output_compression: outputCompression,
  });
  const values = new Map<string, string | number>(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
  return checkTerms(contract, values);
}
