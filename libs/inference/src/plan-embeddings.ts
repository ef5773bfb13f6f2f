import type { EmbeddingsRequest } from '@tollgate/contract/embeddings';
import { GatewayError } from '@tollgate/contract/errors';
import type { CatalogSnapshot } from '@tollgate/catalog/snapshot';
import type { EmbeddingsCall } from '@tollgate/providers/adapter';
import { checkEmbeddingsRequest } from '@tollgate/providers/check-contract';
import { estimateEmbeddingTokens } from '@tollgate/providers/estimate';
import { assertWithinMaxCredits, estimateCost } from './estimate.ts';
import { assertAllowed, assertCapability } from './plan.ts';
import type { Plan, PlanInput } from './plan.ts';
import { resolve } from './resolve.ts';

/** The plan of an embeddings call. */
export interface EmbeddingsPlan extends Plan {
  output: null;
  call: EmbeddingsCall;
  /** How the caller wants the numbers. */
  encoding: 'float' | 'base64';
}

/**
 * Steps 3 to 6 for embeddings: route, contract, estimate.
 * @throws GatewayError 400, 402, 404 or 503
 */
export function planEmbeddings(
  catalog: CatalogSnapshot,
  input: PlanInput<EmbeddingsRequest>,
): EmbeddingsPlan {
  const { request, maxCredits, ...shared } = input;
  const route = resolve(catalog, shared.caller, request.model);
  assertCapability(route, 'embeddings');
  const call = embeddingsCall(request);
  assertAllowed(
    checkEmbeddingsRequest(route.contract, {
      ...call,
      encodingFormat: request.encoding_format ?? undefined,
    }),
  );
  const inputsMax = route.contract.limits.inputs;
  if (inputsMax !== undefined && call.inputs.length > inputsMax) {
    throw new GatewayError('invalid_request', `The model takes ${inputsMax} inputs at most.`, {
      param: 'input',
    });
  }
  const inputBound = estimateEmbeddingTokens(call.inputs, route.family.overhead(route.target));
  const estimate = estimateCost({ input: inputBound, output: 0 }, route.price);
  assertWithinMaxCredits(estimate, maxCredits);
  const encoding = request.encoding_format ?? 'float';
  return { ...shared, maxCredits, route, output: null, call, encoding, inputBound, estimate };
}

function embeddingsCall(request: EmbeddingsRequest): EmbeddingsCall {
  const { dimensions, input_type: inputType, truncate } = request;
  return {
    inputs: inputsOf(request.input),
    ...(dimensions == null ? {} : { dimensions }),
    ...(inputType == null ? {} : { inputType }),
    ...(truncate == null ? {} : { truncate }),
  };
}

/** One text or one list of tokens is one input; a list of either is as many. */
function inputsOf(input: EmbeddingsRequest['input']): (string | number[])[] {
  if (typeof input === 'string') return [input];
  const isTokens = input.every((one) => typeof one === 'number');
  return isTokens ? [input as number[]] : (input as (string | number[])[]);
}
