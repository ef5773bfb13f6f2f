import type { EmbeddingsRequest } from '@tollgate/contract/embeddings';
import { GatewayError } from '@tollgate/contract/errors';
import type { EmbeddingsCall } from '@tollgate/providers/adapter';
import { checkEmbeddingsRequest } from '@tollgate/providers/check-contract';
import { estimateEmbeddingTokens } from '@tollgate/providers/estimate';
import { assertWithinMaxCredits } from './estimate.ts';
import { assertAllowed, assertCapability, planRoutes } from './plan.ts';
import type { Plan, PlanInput } from './plan.ts';
import { resolve } from './resolve.ts';
import type { ResolveDeps } from './resolve.ts';

/** The plan of an embeddings call. */
export interface EmbeddingsPlan extends Plan {
  output: null;
  call: EmbeddingsCall;
  /** How the caller wants the numbers. */
  encoding: 'float' | 'base64';
}

/**
 * Steps 3 to 6 for embeddings: routes, contract, estimate.
 * @returns a plan for each way to serve the call, the first to be tried first
 * @throws GatewayError 400, 402, 404 or 503
 */
export function planEmbeddings(
  deps: ResolveDeps,
  input: PlanInput<EmbeddingsRequest>,
): EmbeddingsPlan[] {
  const { request, ...shared } = input;
  const resolved = resolve(deps, shared.caller, request.model);
  const { contract, routes } = resolved;
  assertCapability(resolved, 'embeddings');
  const call = embeddingsCall(request);
  assertAllowed(
    checkEmbeddingsRequest(contract, {
      ...call,
      encodingFormat: request.encoding_format ?? undefined,
    }),
  );
  const inputsMax = contract.limits.inputs;
  if (inputsMax !== undefined && call.inputs.length > inputsMax) {
    throw new GatewayError('invalid_request', `The model takes ${inputsMax} inputs at most.`, {
      param: 'input',
    });
  }
  const inputBound = Math.max(
    ...routes.map(({ family, target }) =>
      estimateEmbeddingTokens(call.inputs, family.overhead(target)),
    ),
  );
  const ways = planRoutes(routes, shared.attempt, {
    input: inputBound,
    output: 0,
    images: 0,
  });
  assertWithinMaxCredits(ways[0]?.estimate ?? null, shared.maxCredits);
  const encoding = request.encoding_format ?? 'float';
  const none = { output: null, effortLeftOut: null, images: 0 };
  const common = { ...shared, ...none, resolved, call, encoding, inputBound };
  return ways.map((way) => ({ ...common, ...way }));
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
