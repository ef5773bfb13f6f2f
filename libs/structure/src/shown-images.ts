import { GatewayError } from '@tollgate/contract/error-codes';
import type { ImageEditsRequest } from '@tollgate/contract/images';
import { base64Bytes } from '@tollgate/contract/picture';
import { pictureFault } from './picture.ts';
import { pictureSize } from './picture-size.ts';
import type { PictureSize } from './picture-size.ts';

/** Pixels of one image, as its file says: what is unpacked at a provider stays within this. */
const PIXELS_MAX = 67_108_864;
/** "Must be a valid PNG file, less than 4MB": `ImageEditParams` of the npm package openai 7.55. */
const MASK_BYTES_MAX = 4_194_304;
const PNG = 'data:image/png;base64,';

/**
 * Checks the images of a request by their bytes: whole base64, the kind that their address names, a
 * size in pixels, and a mask that fits the first image.
 * @throws GatewayError `invalid_request`, which names the field
 */
export function assertShown({ images, mask }: ImageEditsRequest): void {
  const sizes = images.map(({ image_url: url }, at) => sizeOf(`images[${at}].image_url`, url));
  if (mask === undefined || mask === null) return;
  const param = 'mask.image_url';
  const size = assertMask(param, mask.image_url);
  const [first] = sizes;
  if (first === undefined || isAlike(first, size)) return;
  const wanted = `${first.width}x${first.height}`;
  throw fault(param, `must be as large as the first image, which has ${wanted} pixels`);
}

/**
 * Checks a mask by its bytes: a PNG that no provider finds too large.
 * @param url a data URL
 * @throws GatewayError `invalid_request`, which names the field
 */
export function assertMask(param: string, url: string): PictureSize {
  const size = sizeOf(param, url);
  if (!url.startsWith(PNG)) throw fault(param, 'must be a PNG');
  if (base64Bytes(url.slice(PNG.length)) > MASK_BYTES_MAX) throw fault(param, 'is above 4 MiB');
  return size;
}

/**
 * Checks one image by its bytes.
 * @throws GatewayError `invalid_request`, which names the field
 */
export function assertPicture(param: string, url: string): void {
  sizeOf(param, url);
}

/** A photograph may be turned, which its head does not say here. */
function isAlike(one: PictureSize, other: PictureSize): boolean {
  const [first, second] = [one, other].map(({ width, height }) => [width, height]);
  const turned = [other.height, other.width];
  return String(first) === String(second) || String(first) === String(turned);
}

function sizeOf(param: string, url: string): PictureSize {
  const wrong = pictureFault(url);
  if (wrong !== null) throw fault(param, wrong);
  const base64 = url.slice(url.indexOf(',') + 1);
  const bytes = Buffer.from(base64, 'base64');
  // Decoding leaves out characters that are no base64.
  if (bytes.length !== base64Bytes(base64)) throw fault(param, 'is no picture in base64');
  const size = pictureSize(bytes);
  if (size === null) throw fault(param, 'does not say its width and height');
  if (size.width * size.height > PIXELS_MAX)
    throw fault(param, `has more than ${PIXELS_MAX} pixels`);
  return size;
}

function fault(param: string, words: string): GatewayError {
  return new GatewayError('invalid_request', `${param} ${words}.`, { param });
}
