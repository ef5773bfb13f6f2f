import type { ImagesRequest } from '@tollgate/contract/images';
import type { ParameterRule, RequestContract } from '@tollgate/contract/request-contract';
import type { ImageTerms } from '@tollgate/providers/adapter/image-wire';

/** The provider, or the contract, chooses. */
const AUTO = 'auto';

/**
 * What images are to be like, with what the contract says where the request says nothing. `auto`
 * goes on to models that know it, and means the default of the others.
 */
export function imageTerms(
  { parameters }: Pick<RequestContract, 'parameters'>,
  request: ImagesRequest,
): ImageTerms {
  const text = (name: string, value: string | null | undefined): string | undefined =>
    wordOf(parameters[name], value);
  const terms = {
    size: text('size', request.size),
    resolution: text('resolution', request.resolution),
    aspectRatio: text('aspect_ratio', request.aspect_ratio),
    quality: text('quality', request.quality),
    background: text('background', request.background),
    outputFormat: text('output_format', request.output_format),
    outputCompression: request.output_compression ?? undefined,
    moderation: text('moderation', request.moderation),
    style: text('style', request.style),
  };
  const said = Object.entries(terms).filter(([, value]) => value !== undefined);
  return { ...(Object.fromEntries(said) as Omit<ImageTerms, 'n'>), n: request.n ?? 1 };
}

function wordOf(
  rule: ParameterRule | undefined,
  value: string | null | undefined,
): string | undefined {
  const preset = typeof rule?.default === 'string' ? rule.default : undefined;
  if (value === undefined || value === null) return preset;
  if (value !== AUTO || rule?.values?.includes(AUTO) === true) return value;
  // Where any value is taken, the provider has the last word about this one.
  return rule?.supported === true && rule.values === undefined ? value : preset;
}
