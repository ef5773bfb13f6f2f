import { GatewayError } from '@tollgate/contract/error-codes';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { SPEECH_CHARACTERS_MAX } from '@tollgate/contract/speech';
import type { SpeechRequest } from '@tollgate/contract/speech';
import type { SpeechCall, SpeechTerms } from '@tollgate/providers/adapter/speech-wire';
import { checkSpeechRequest } from '@tollgate/providers/contract/check-speech';
import { estimateEmbedding } from '@tollgate/providers/tokens/estimate';
import type { InputTokens } from '@tollgate/providers/tokens/estimate';
import { assertWithinMaxCredits } from '../bounds/estimate.ts';
import type { Estimate } from '../bounds/estimate.ts';
import { likelyOf, possibleUsage } from '../bounds/output-policy.ts';
import {
  assertAllowed,
  assertCapability,
  dearestInput,
  inputBounds,
  planEstimated,
} from '../plan.ts';
import type { Plan, PlanInput } from '../plan.ts';
import { resolve } from '../catalogue/resolve.ts';
import type { ResolveDeps, Target } from '../catalogue/resolve.ts';
import { charactersOf, estimateSpeech } from './estimate-speech.ts';
import type { AskedSpeech } from './estimate-speech.ts';

/** The plan of a call for speech. */
export interface SpeechPlan extends Plan {
  output: null;
  call: SpeechCall;
  asked: AskedSpeech;
  /** Whether the caller gets events, and not the file. */
  isEvents: boolean;
}

/**
 * Steps 3 to 6 for speech: targets, contract, estimate.
 * @returns a plan for each target, the first to be tried first
 * @throws GatewayError 400, 402, 404 or 503
 */
export function planSpeech(deps: ResolveDeps, input: PlanInput<SpeechRequest>): SpeechPlan[] {
  const { request, ...shared } = input;
  const resolved = resolve(deps, shared.caller, request.model);
  const { contract, targets } = resolved;
  assertCapability(resolved, 'speech');
  const terms = termsOf(request);
  const streamFormat = request.stream_format ?? undefined;
  assertAllowed(checkSpeechRequest(contract, { terms, streamFormat }));
  const call = { input: request.input, terms };
  for (const { family, endpoint } of targets) {
    assertAllowed(family.speech?.refusal?.(call, endpoint) ?? null);
  }
  const characters = charactersOf(request.input);
  const text = `${request.input}\n${terms.instructions ?? ''}`;
  const prompt = dearestInput(
    targets.map(({ family, endpoint }) => estimateEmbedding(text, family.overhead(endpoint))),
  );
  assertTextFits(contract.limits, characters, prompt);
  const bounds = inputBounds(shared.caller, {
    targets,
    prompt,
    most: contract.limits.context_tokens,
  });
  const asked = targets.map((target) => ({
    contract: contractOf(deps, target, contract),
    characters,
    format: terms.responseFormat ?? target.family.speech?.usualFormat,
  }));
  const estimates = targets.map((target, index) =>
    estimateOf(target, asked[index], bounds.inputBound),
  );
  const planned = planEstimated(targets, shared.attempt, estimates);
  assertWithinMaxCredits(planned[0]?.estimate ?? null, shared.maxCredits);
  const none = { output: null, effortLeftOut: null, ignored: [], images: 0 };
  const common = { ...shared, ...none, ...bounds, resolved, call };
  return planned.flatMap((one, index) => {
    const own = asked[index];
    if (own === undefined) return [];
    const possible = possibleOf(one.target, own);
    return [{ ...common, ...one, asked: own, possible, isEvents: streamFormat === 'sse' }];
  });
}

function termsOf(request: SpeechRequest): SpeechTerms {
  const { voice, instructions, response_format: format, speed } = request;
  return {
    ...(typeof voice === 'string' ? { voice } : { voice: voice.id, isCustom: true as const }),
    ...(instructions == null ? {} : { instructions }),
    ...(format == null ? {} : { responseFormat: format }),
    ...(speed == null ? {} : { speed }),
  };
}

/** An alias has what all its targets take; dimensions are each target's own. */
function contractOf(
  { catalog }: ResolveDeps,
  target: Target,
  shared: RequestContract,
): RequestContract {
  return catalog.models.get(target.publicId)?.contract ?? shared;
}

function estimateOf(
  { price }: Target,
  asked: AskedSpeech | undefined,
  inputBound: number,
): Estimate | null {
  if (price === null || asked === undefined) return null;
  const estimate = estimateSpeech(asked, inputBound, price);
  if (estimate !== null) return estimate;
  throw new GatewayError('model_unavailable', 'Speech of this model has no price.', {
    param: 'model',
  });
}

/** The most that a provider can have counted; what lies above it is not believed. */
function possibleOf({ contextTokens }: Target, { contract }: AskedSpeech): Plan['possible'] {
  const effectiveMaxTokens = contract.limits.output_tokens ?? 0;
  return possibleUsage({ contextTokens, effectiveMaxTokens, choices: 1 });
}

function assertTextFits(
  { characters: most = SPEECH_CHARACTERS_MAX, context_tokens: tokens }: RequestContract['limits'],
  characters: number,
  { usual }: InputTokens,
): void {
  if (characters > most) {
    throw new GatewayError(
      'context_length_exceeded',
      `This model reads ${most} characters at most, and this text has ${characters}. Shorten or split it.`,
      { param: 'input' },
    );
  }
  const likely = likelyOf(usual);
  if (likely <= tokens) return;
  throw new GatewayError(
    'context_length_exceeded',
    `This model takes ${tokens} tokens of text and instructions at most, and these have about ${likely}. Shorten or split them.`,
    { param: 'input' },
  );
}
