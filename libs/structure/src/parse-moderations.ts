import { Ajv } from 'ajv';
import { ModerationsRequest } from '@tollgate/contract/moderations';
import { OWN_SCHEMAS } from '@tollgate/contract/own-schemas';
import { checkLater } from './check-later.ts';
import { toRequestError } from './request-error.ts';

const ajv = new Ajv({ ...OWN_SCHEMAS, verbose: true });
const validate = checkLater<ModerationsRequest>(ajv, ModerationsRequest);

/**
 * Checks the structure of a request to judge inputs.
 * @throws GatewayError `invalid_request`, or `unsupported_parameter` for a field that does not
 *   exist, naming the field
 */
export function parseModerationsRequest(body: unknown): ModerationsRequest {
  if (!validate(body)) throw toRequestError(validate.errors ?? [], '/v1/moderations');
  return body;
}
