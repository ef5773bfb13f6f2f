import { Ajv } from 'ajv';
import { GatewayError } from '@tollgate/contract/error-codes';
import { ImageEditsRequest, ImagesRequest } from '@tollgate/contract/images';
import { OWN_SCHEMAS } from '@tollgate/contract/own-schemas';
import { checkLater } from './check-later.ts';
import { toRequestError } from './request-error.ts';
import { assertShown } from './shown-images.ts';

const ajv = new Ajv({ ...OWN_SCHEMAS, verbose: true });
const validate = checkLater<ImagesRequest>(ajv, ImagesRequest);
const validateEdits = checkLater<ImageEditsRequest>(ajv, ImageEditsRequest);

/**
 * Checks the structure of a request for images, and refuses what this route does for no model.
 * @throws GatewayError `invalid_request`, or `unsupported_parameter` for a field that does not
 *   exist or asks for what is not offered, naming the field
 */
export function parseImagesRequest(body: unknown): ImagesRequest {
  if (!validate(body)) throw toRequestError(validate.errors ?? [], '/v1/images/generations');
  assertOffered(body);
  assertOneSize(body);
  return body;
}

/**
 * Checks the structure of a request for edits, and that its images are images.
 * @throws GatewayError `invalid_request`, or `unsupported_parameter` for a field that does not
 *   exist or asks for what is not offered, naming the field
 */
export function parseImageEditsRequest(body: unknown): ImageEditsRequest {
  if (!validateEdits(body)) throw toRequestError(validateEdits.errors ?? [], '/v1/images/edits');
  assertOffered(body);
  assertOneSize(body);
  assertShown(body);
  return body;
}

/** @throws GatewayError `invalid_request` where the form of images is said twice */
function assertOneSize(request: Pick<ImagesRequest, 'size' | (typeof BESIDE_SIZE)[number]>): void {
  const isSaid = (value: string | null | undefined): boolean => (value ?? 'auto') !== 'auto';
  const twice = BESIDE_SIZE.find((name) => isSaid(request[name]));
  if (twice === undefined || !isSaid(request.size)) return;
  throw new GatewayError(
    'invalid_request',
    `"size" says the shape and the resolution already. Leave ${twice} out, or size.`,
    { param: twice },
  );
}

const BESIDE_SIZE = ['resolution', 'aspect_ratio'] as const;

type Asked = Pick<ImagesRequest, 'response_format' | 'stream' | 'partial_images'>;

/** @throws GatewayError for what no model is asked */
function assertOffered({ response_format: format, stream, partial_images: previews }: Asked): void {
  if (format === 'url') {
    throw new GatewayError(
      'unsupported_parameter',
      'Images come in the answer and are kept nowhere, so that they have no URL. Send "b64_json", or leave response_format out.',
      { param: 'response_format' },
    );
  }
  if (stream === true || (previews ?? 0) === 0) return;
  throw new GatewayError(
    'invalid_request',
    'Previews are sent in a stream alone. Send "stream": true, or leave partial_images out.',
    { param: 'partial_images' },
  );
}
