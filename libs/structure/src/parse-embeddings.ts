import { Ajv } from 'ajv';
import { OWN_SCHEMAS } from '@tollgate/contract/own-schemas';
import { EmbeddingsRequest } from '@tollgate/contract/embeddings';
import { checkLater } from './check-later.ts';
import { toRequestError } from './request-error.ts';

const ajv = new Ajv({ ...OWN_SCHEMAS, verbose: true });
const validate = checkLater<EmbeddingsRequest>(ajv, EmbeddingsRequest);

/**
 * Checks the structure of a request for vectors.
 * @throws GatewayError `invalid_request`, or `unsupported_parameter` for a field that does not
 *   exist, naming the field
 */
export function parseEmbeddingsRequest(body: unknown): EmbeddingsRequest {
  if (!validate(body)) throw toRequestError(validate.errors ?? [], '/v1/embeddings');
  return body;
}
