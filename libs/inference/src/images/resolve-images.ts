import type { ImageEditsRequest, ImagesRequest } from '@tollgate/contract/images';
import type { ParameterRule, RequestContract } from '@tollgate/contract/request-contract';
import type { ImageTerms, ShownImages } from '@tollgate/providers/adapter/image-wire';
import type { Picture } from '@tollgate/providers/adapter/wire-form';

/** The provider, or the contract, chooses. */
const AUTO = 'auto';

/**
 * What images are to be like, with what the contract says where the request says nothing. `auto`
 * goes on to models that know it, and means the default of the others.
 */
export function imageTerms(
  { parameters }: Pick<RequestContract, 'parameters'>,
  request: ImagesRequest | ImageEditsRequest,
): ImageTerms {
  const text = (name: string, value: string | null | undefined): string | undefined =>
    wordOf(parameters[name], value);
  const size = text('size', request.size);
  // A size in pixels says both of the others, so that neither has a default then.
  const isSized = size !== undefined && size !== AUTO;
  const beside = (name: string, value: string | null | undefined): string | undefined =>
    isSized && (value ?? AUTO) === AUTO ? undefined : text(name, value);
  const terms = {
    size,
    resolution: beside('resolution', request.resolution),
    aspectRatio: beside('aspect_ratio', request.aspect_ratio),
    quality: text('quality', request.quality),
    background: text('background', request.background),
    outputFormat: text('output_format', request.output_format),
    outputCompression: request.output_compression ?? undefined,
    moderation: text('moderation', request.moderation),
    ...streamTerms(request),
    ...('images' in request
      ? { inputFidelity: text('input_fidelity', request.input_fidelity) }
      : { style: text('style', request.style) }),
  };
  const said = Object.entries(terms).filter(([, value]) => value !== undefined);
  return { ...(Object.fromEntries(said) as Omit<ImageTerms, 'n'>), n: request.n ?? 1 };
}

function streamTerms({
  stream,
  partial_images: previews,
}: ImagesRequest | ImageEditsRequest): Pick<ImageTerms, 'stream' | 'partialImages'> {
  if (stream !== true) return {};
  return { stream, ...(typeof previews === 'number' ? { partialImages: previews } : {}) };
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

/** The images of a request that are to be edited; null where it shows none. */
export function shownImages(request: ImagesRequest | ImageEditsRequest): ShownImages | null {
  if (!('images' in request)) return null;
  const { images, mask } = request;
  return {
    images: images.map(pictureOf),
    ...(mask === undefined || mask === null ? {} : { mask: pictureOf(mask) }),
  };
}

const DATA_URL = /^data:(?<type>image\/(?:png|jpeg|webp));base64,/u;

/**
 * An image of a data URL.
 * @throws TypeError for what the parsers of the routes let nobody send
 */
export function pictureOf({ image_url: url }: { image_url: string }): Picture {
  const [prefix, type] = DATA_URL.exec(url) ?? [];
  if (prefix === undefined) throw new TypeError('an image is no data URL');
  return { type: type as Picture['type'], base64: url.slice(prefix.length) };
}
