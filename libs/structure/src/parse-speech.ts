import { Ajv } from 'ajv';
import { OWN_SCHEMAS } from '@tollgate/contract/own-schemas';
import { SpeechRequest } from '@tollgate/contract/speech';
import { checkLater } from './check-later.ts';
import { toRequestError } from './request-error.ts';

const ajv = new Ajv({ ...OWN_SCHEMAS, verbose: true });
const validate = checkLater<SpeechRequest>(ajv, SpeechRequest);

/**
 * Checks the structure of a request for speech.
 * @throws GatewayError `invalid_request`, or `unsupported_parameter` for a field that does not
 *   exist, naming the field
 */
export function parseSpeechRequest(body: unknown): SpeechRequest {
  if (!validate(body)) throw toRequestError(validate.errors ?? [], '/v1/audio/speech');
  return body;
}
