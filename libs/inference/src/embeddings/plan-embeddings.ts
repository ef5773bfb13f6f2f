import type { EmbeddingsRequest } from '@tollgate/contract/embeddings';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { RequestContract } from '@tollgate/contract/request-contract';
import type { EmbeddingsCall } from '@tollgate/providers/adapter/adapter';
import { checkEmbeddingsRequest } from '@tollgate/providers/contract/check-contract';
import { estimateEmbedding } from '@tollgate/providers/tokens/estimate';
import type { InputTokens } from '@tollgate/providers/tokens/estimate';
import { assertWithinMaxCredits } from '../bounds/estimate.ts';
import { likelyOf, possibleUsage } from '../bounds/output-policy.ts';
import {
  assertAllowed,
  assertCapability,
  boundFor,
  dearestInput,
  heldFor,
  planTargets,
} from '../plan.ts';
import type { Plan, PlanInput } from '../plan.ts';
import { resolve } from '../catalogue/resolve.ts';
import type { ResolveDeps, Target } from '../catalogue/resolve.ts';

/** The plan of an embeddings call. */
export interface EmbeddingsPlan extends Plan {
  output: null;
  call: EmbeddingsCall;
  /** How the caller wants the numbers. */
  encoding: 'float' | 'base64';
}

/**
 * Steps 3 to 6 for embeddings: targets, contract, estimate.
 * @returns a plan for each target, the first to be tried first
 * @throws GatewayError 400, 402, 404 or 503
 */
export function planEmbeddings(
  deps: ResolveDeps,
  input: PlanInput<EmbeddingsRequest>,
): EmbeddingsPlan[] {
  const { request, ...shared } = input;
  const resolved = resolve(deps, shared.caller, request.model);
  const { contract, targets } = resolved;
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
  const inputs = call.inputs.map((input) =>
    dearestInput(
      targets.map(({ family, endpoint }) => estimateEmbedding(input, family.overhead(endpoint))),
    ),
  );
  assertInputsFit(contract.limits, call, inputs);
  const promptBound = sumWithin(
    contract.limits,
    inputs.map(({ bound }) => bound),
  );
  const usualBound = sumWithin(
    contract.limits,
    inputs.map((one) => boundFor(shared.caller, one)),
  );
  const bounds = {
    promptBound,
    usualBound,
    inputBound: Math.min(
      contract.limits.context_tokens * inputs.length,
      heldFor(shared.caller, targets, { usualBound, promptBound }),
    ),
    mostInput: inputs.reduce((sum, { most }) => sum + most, 0),
  };
  const planned = planTargets(targets, shared.attempt, {
    input: bounds.inputBound,
    output: 0,
    images: 0,
    ...(shared.tier === undefined ? {} : { tier: shared.tier }),
  });
  assertWithinMaxCredits(planned[0]?.estimate ?? null, shared.maxCredits);
  const encoding = request.encoding_format ?? 'float';
  const none = { output: null, effortLeftOut: null, ignored: ignoredOf(request), images: 0 };
  const common = { ...shared, ...none, ...bounds, resolved, call, encoding };
  return planned.map((one) => ({ ...common, ...one, possible: possibleOf(one.target, call) }));
}

/** The caller's own name for a user is for the caller's bookkeeping. */
function ignoredOf({ user }: EmbeddingsRequest): string[] {
  return user === undefined || user === null ? [] : ['user'];
}

type Limits = RequestContract['limits'];

/** Each input may fill the context of the model. Vectors have no length in tokens. */
function possibleOf({ contextTokens }: Target, { inputs }: EmbeddingsCall): Plan['possible'] {
  const { input } = possibleUsage({ contextTokens, effectiveMaxTokens: 0, choices: 0 });
  return { input: input * inputs.length, output: 0 };
}

/**
 * Every provider refuses or cuts an input beyond its context, so an input counts at most the
 * context.
 */
function sumWithin({ context_tokens: context }: Limits, bounds: readonly number[]): number {
  return bounds.reduce((sum, bound) => sum + Math.min(context, bound), 0);
}

/**
 * Each input has to fit by itself, and all of them into one call where the contract says so. Texts
 * are judged by their likely size, so that none is refused that fits; the caller's wish that the
 * provider cuts them is granted.
 */
function assertInputsFit(
  limits: Limits,
  call: EmbeddingsCall,
  inputs: readonly InputTokens[],
): void {
  const sizes = call.inputs.map((input, index) =>
    typeof input === 'string' ? likelyOf(inputs[index]?.usual ?? 0) : input.length,
  );
  const isCut = call.truncate !== undefined && call.truncate !== 'NONE';
  const tooLong = isCut ? -1 : sizes.findIndex((size) => size > limits.context_tokens);
  if (tooLong >= 0) {
    throw new GatewayError(
      'context_length_exceeded',
      `This model's maximum context length is ${limits.context_tokens} tokens for each input, and input ${tooLong} has about ${sizes[tooLong]}. Shorten or split it.`,
      { param: 'input' },
    );
  }
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (limits.total_tokens !== undefined && total > limits.total_tokens) {
    throw new GatewayError(
      'context_length_exceeded',
      `This model takes ${limits.total_tokens} tokens in all inputs together, and these have about ${total}. Send them in several requests.`,
      { param: 'input' },
    );
  }
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
