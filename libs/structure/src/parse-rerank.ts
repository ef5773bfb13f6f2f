import { Ajv } from 'ajv';
import { OWN_SCHEMAS } from '@tollgate/contract/own-schemas';
import { RerankRequest } from '@tollgate/contract/rerank';
import { checkLater } from './check-later.ts';
import { toRequestError } from './request-error.ts';

const ajv = new Ajv({ ...OWN_SCHEMAS, verbose: true });
const validate = checkLater<RerankRequest>(ajv, RerankRequest);

/**
 * Checks the structure of a request to order documents.
 * @throws GatewayError `invalid_request`, or `unsupported_parameter` for a field that does not
 *   exist, naming the field
 */
export function parseRerankRequest(body: unknown): RerankRequest {
  if (!validate(body)) throw toRequestError(validate.errors ?? [], '/v1/rerank');
  return body;
}
