import { Ajv } from 'ajv';
import { OWN_SCHEMAS } from '@tollgate/contract/own-schemas';
import { GatewayError } from '@tollgate/contract/error-codes';
import { VideoRequest } from '@tollgate/contract/video';
import { pictureFault } from './picture.ts';
import { checkLater } from './check-later.ts';
import { toRequestError } from './request-error.ts';

const ajv = new Ajv({ ...OWN_SCHEMAS, verbose: true });
const validate = checkLater<VideoRequest>(ajv, VideoRequest);

/**
 * Checks the structure of a request for a video, and that its pictures are pictures.
 * @throws GatewayError `invalid_request`, or `unsupported_parameter` for a field that does not
 *   exist, naming the field
 */
export function parseVideoRequest(body: unknown): VideoRequest {
  if (!validate(body)) throw toRequestError(validate.errors ?? [], '/v1/videos');
  assertPictures(body);
  return body;
}

function assertPictures(request: VideoRequest): void {
  const { input_reference: references, first_frame: first, last_frame: last } = request;
  const given = [
    ...[references ?? []].flat().map((url) => ['input_reference', url] as const),
    ...(first == null ? [] : [['first_frame', first] as const]),
    ...(last == null ? [] : [['last_frame', last] as const]),
  ];
  for (const [param, url] of given) {
    const fault = pictureFault(url);
    if (fault !== null) {
      throw new GatewayError('invalid_request', `${param} ${fault}.`, { param });
    }
  }
}
