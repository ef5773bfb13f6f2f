import { GatewayError } from '@tollgate/contract/error-codes';
import type { RequestContract } from '@tollgate/contract/request-contract';
import type {
  TranscriptionFormat,
  TranscriptionRequest,
  TranslationRequest,
} from '@tollgate/contract/transcription';
import type {
  TranscriptionCall,
  TranscriptionTerms,
} from '@tollgate/providers/adapter/transcription-wire';
import { checkTranscription } from '@tollgate/providers/contract/check-transcription';
import { estimateEmbedding } from '@tollgate/providers/tokens/estimate';
import type { WithFile } from '@tollgate/structure/parse-transcription';
import { assertWithinMaxCredits } from '../bounds/estimate.ts';
import type { Estimate } from '../bounds/estimate.ts';
import {
  assertAllowed,
  assertCapability,
  dearestInput,
  inputBounds,
  planEstimated,
} from '../plan.ts';
import type { Plan, PlanInput } from '../plan.ts';
import { resolve } from '../catalogue/resolve.ts';
import type { Resolved, ResolveDeps, Target } from '../catalogue/resolve.ts';
import { estimateTranscription, mostTokens } from './estimate-transcription.ts';
import type { AskedTranscription } from './estimate-transcription.ts';
import { readAudio, referenceSeconds } from './read-audio.ts';

/** The plan of a call that writes audio down. */
export interface TranscriptionPlan extends Plan {
  output: null;
  call: TranscriptionCall;
  asked: AskedTranscription;
  format: TranscriptionFormat;
}

/** A request of one of the two routes. */
export type TranscriptionTask = { task: TranscriptionCall['task'] } & WithFile<
  TranscriptionRequest | TranslationRequest
>;

/**
 * Steps 3 to 6 for transcriptions: targets, contract, estimate. The audio is measured here, after
 * everything that a glance at the request refuses.
 * @returns a plan for each target, the first to be tried first
 * @throws GatewayError 400, 402, 404 or 503
 */
export async function planTranscription(
  deps: ResolveDeps,
  input: PlanInput<TranscriptionTask>,
): Promise<TranscriptionPlan[]> {
  const { request, ...shared } = input;
  const resolved = heardOf(resolve(deps, shared.caller, request.model));
  const { contract, targets } = resolved;
  assertCapability(resolved, 'transcription');
  const { bytes } = request.file;
  const terms = termsOf(request);
  const isStream = 'stream' in request && request.stream === true;
  const unmeasured = { bytes, format: 'wav' as const, seconds: 0 };
  const call = { task: request.task, audio: unmeasured, terms, isStream };
  assertAllowed(checkTranscription(contract, call));
  const audio = { bytes, ...(await readAudio(bytes)) };
  assertAudioFits(contract.limits, audio.seconds);
  const seconds = audio.seconds + (await referenceSeconds(terms.speakerReferences));
  const prompt = dearestInput(
    targets.map((target) =>
      estimateEmbedding(textOf(target, call), target.family.overhead(target.endpoint)),
    ),
  );
  const most = contract.limits.context_tokens;
  const bounds = inputBounds(shared.caller, { targets, prompt, most });
  const asked = targets.map((target) => askedOf(deps, target, { contract, seconds, call }));
  const estimates = targets.map((target, index) =>
    estimateOf(target, asked[index], bounds.inputBound),
  );
  const planned = planEstimated(targets, shared.attempt, estimates);
  assertWithinMaxCredits(planned[0]?.estimate ?? null, shared.maxCredits);
  const none = { output: null, effortLeftOut: null, ignored: [], images: 0, possible: null };
  const format = terms.responseFormat ?? 'json';
  const common = { ...shared, ...none, ...bounds, resolved, call: { ...call, audio }, format };
  return planned.flatMap((one, index) => {
    const own = asked[index];
    if (own === undefined) return [];
    const ceiling = own.rates?.isBounded === true ? { ceiling: mostTokens(own).output } : {};
    return [{ ...common, ...one, asked: own, call: { ...common.call, ...ceiling } }];
  });
}

/** The model or alias with the contract that the routes for audio go by. */
function heardOf(resolved: Resolved): Resolved {
  return { ...resolved, contract: heardContract(resolved.contract) };
}

/** A chat model that hears audio is one that transcribes here. */
function heardContract(contract: RequestContract): RequestContract {
  const { transcription, limits } = contract;
  if (contract.capability !== 'chat' || transcription === undefined) return contract;
  const { parameters, audio_seconds: seconds } = transcription;
  return {
    ...contract,
    capability: 'transcription',
    parameters,
    limits: { ...limits, audio_seconds: seconds },
    dimensions: ['input', 'audio_input', 'output'],
  };
}

/** The text that goes to a target beside the audio. */
function textOf({ family, endpoint }: Target, call: TranscriptionCall): string {
  return family.transcription?.text?.(call, endpoint) ?? call.terms.prompt ?? '';
}

function termsOf(request: TranscriptionTask): TranscriptionTerms {
  const { prompt, response_format: responseFormat, temperature, ...rest } = request;
  const more: Partial<Omit<TranscriptionRequest, 'file'>> = rest;
  const terms = {
    language: more.language,
    prompt: prompt === '' ? undefined : prompt,
    responseFormat,
    temperature,
    granularities: more.timestamp_granularities,
    include: more.include,
    chunking: more.chunking_strategy,
    speakerNames: more.known_speaker_names,
    speakerReferences: more.known_speaker_references,
  };
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined));
}

/** An alias has what all its targets take; dimensions are each target's own. */
function askedOf(
  { catalog }: ResolveDeps,
  target: Target,
  shared: { contract: RequestContract; seconds: number; call: TranscriptionCall },
): AskedTranscription {
  const { publicId, family, endpoint } = target;
  const own = catalog.models.get(publicId)?.contract;
  const rates = family.transcription?.rates?.(endpoint);
  return {
    contract: own === undefined ? shared.contract : heardContract(own),
    seconds: shared.seconds,
    leastSeconds: family.transcription?.leastSeconds?.(endpoint) ?? 0,
    hasText: textOf(target, shared.call) !== '',
    ...(rates === undefined ? {} : { rates }),
  };
}

function estimateOf(
  { price }: Target,
  asked: AskedTranscription | undefined,
  inputBound: number,
): Estimate | null {
  if (price === null || asked === undefined) return null;
  const estimate = estimateTranscription(asked, inputBound, price);
  if (estimate !== null) return estimate;
  throw new GatewayError('model_unavailable', 'Transcriptions of this model have no price.', {
    param: 'model',
  });
}

function assertAudioFits(
  { audio_seconds: most }: RequestContract['limits'],
  seconds: number,
): void {
  if (most === undefined || seconds <= most) return;
  throw new GatewayError(
    'context_length_exceeded',
    `This model takes ${most} seconds of audio at most, and this file has ${Math.ceil(seconds)}. Cut it into pieces.`,
    { param: 'file' },
  );
}
