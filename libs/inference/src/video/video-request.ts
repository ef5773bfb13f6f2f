import { GatewayError } from '@tollgate/contract/error-codes';
import type { RequestContract } from '@tollgate/contract/request-contract';
import type { VideoQuoteRequest } from '@tollgate/contract/video';
import { checkVideoRequest } from '@tollgate/providers/contract/check-contract';
import { videoTerms, readSize } from '@tollgate/providers/adapter/video-terms';
import type { VideoTerms } from '@tollgate/providers/adapter/video-terms';
import { assertAllowed } from '../plan.ts';

/** A video that a model takes, with every default spelled out. */
export interface ResolvedVideoRequest {
  terms: VideoTerms;
  /** Pictures of any kind. */
  pictures: number;
}

/**
 * What a request asks for, as the contract of its model has it.
 * @throws GatewayError `invalid_request` for fields that contradict each other,
 *   `unsupported_parameter` for what the model does not take
 */
export function resolveVideoRequest(
  contract: RequestContract,
  request: VideoQuoteRequest,
): ResolvedVideoRequest {
  assertFieldsFit(request);
  const references = [request.input_reference ?? []].flat().length;
  const frames = [request.first_frame, request.last_frame].filter((one) => one != null).length;
  const pictures = references + frames;
  const shape = shapeOf(contract, request);
  const seconds = request.seconds == null ? undefined : Number(request.seconds);
  const sound = request.generate_audio ?? undefined;
  const terms = videoTerms(contract, { ...shape, seconds, sound, pictures });
  assertAllowed(
    checkVideoRequest(contract, {
      terms,
      size: request.size ?? undefined,
      seed: request.seed ?? undefined,
      references,
      present: PRESENCE_ONLY.filter((name) => request[name] != null),
    }),
  );
  return { terms, pictures };
}

const PRESENCE_ONLY = ['negative_prompt', 'first_frame', 'last_frame'] as const;

function shapeOf(
  { parameters }: RequestContract,
  { size, resolution, aspect_ratio: aspectRatio }: VideoQuoteRequest,
): { resolution?: string; aspectRatio?: string } {
  if (size == null || parameters['size']?.supported !== true) {
    return {
      ...(resolution == null ? {} : { resolution }),
      ...(aspectRatio == null ? {} : { aspectRatio }),
    };
  }
  // A size without a meaning is not in the list of sizes either, which is the error that the caller
  // gets.
  return readSize(size, parameters) ?? {};
}

function assertFieldsFit(request: VideoQuoteRequest): void {
  if (request.size != null && (request.resolution ?? request.aspect_ratio) != null) {
    throw new GatewayError(
      'invalid_request',
      'Send size, or resolution and aspect_ratio, not both.',
      { param: 'size' },
    );
  }
  if (request.last_frame != null && request.first_frame == null) {
    throw new GatewayError('invalid_request', 'last_frame needs first_frame.', {
      param: 'last_frame',
    });
  }
}
