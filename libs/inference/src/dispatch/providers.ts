import type {
  MappedAnswer,
  MappedEmbeddings,
  MappedEvent,
} from '@tollgate/providers/adapter/adapter';
import type { SpeechPiece } from '@tollgate/providers/adapter/speech-wire';
import type { ImagePiece, MappedImages } from '@tollgate/providers/adapter/image-wire';
import type { MappedModeration } from '@tollgate/providers/adapter/moderation-wire';
import type { MappedRanking } from '@tollgate/providers/adapter/rerank-wire';
import type {
  MappedTranscript,
  TranscriptPiece,
} from '@tollgate/providers/adapter/transcription-wire';
import type { ChatPlan } from '../chat/plan-chat.ts';
import type { ImagesPlan } from '../images/plan-images.ts';
import type { SpeechPlan } from '../speech/plan-speech.ts';
import type { TranscriptionPlan } from '../transcription/plan-transcription.ts';
import type { EmbeddingsPlan } from '../embeddings/plan-embeddings.ts';
import type { ModerationsPlan } from '../moderations/plan-moderations.ts';
import type { RerankPlan } from '../rerank/plan-rerank.ts';
import type { Target } from '../catalogue/resolve.ts';

/** When a provider call left and when its first byte came, by `performance.now()`. */
export interface ProviderTiming {
  dispatchedMs: number | null;
  firstByteMs: number | null;
}

/** A stream of a provider: events that arrived together come together. */
export interface AnswerStream {
  events: AsyncIterator<readonly MappedEvent[]>;
  /**
   * The name under which the provider says that it answers; undefined until a usable one has come.
   */
  model(): string | undefined;
  timing: ProviderTiming;
}

/** Speech of a provider while it comes. */
export interface SpokenStream {
  pieces: AsyncGenerator<SpeechPiece, void, void>;
  /** The type that the provider names; null where it names none. */
  mediaType: string | null;
  timing: ProviderTiming;
}

/** An image of a provider while it comes. */
export interface ImageStream {
  pieces: AsyncGenerator<ImagePiece, void, void>;
  timing: ProviderTiming;
}

/** A transcript of a provider while it comes. */
export interface TranscriptStream {
  pieces: AsyncGenerator<TranscriptPiece, void, void>;
  timing: ProviderTiming;
}

/**
 * The provider side of a call, credential and wire included. Failures are thrown as
 * `ProviderError`.
 */
export interface Providers {
  /**
   * Writes what a call will send, while something else is waited for. Does nothing for a request
   * that cannot be written: the call itself says why.
   */
  writeAhead(plan: ChatPlan): void;
  whole(
    plan: ChatPlan,
    signal: AbortSignal,
  ): Promise<{ answer: MappedAnswer; timing: ProviderTiming }>;
  stream(plan: ChatPlan, signal: AbortSignal): Promise<AnswerStream>;
  embeddings(
    plan: EmbeddingsPlan,
    signal: AbortSignal,
  ): Promise<{ embeddings: MappedEmbeddings; timing: ProviderTiming }>;
  images(
    plan: ImagesPlan,
    signal: AbortSignal,
  ): Promise<{ images: MappedImages; timing: ProviderTiming }>;
  imageStream(plan: ImagesPlan, signal: AbortSignal): Promise<ImageStream>;
  rerank(
    plan: RerankPlan,
    signal: AbortSignal,
  ): Promise<{ ranking: MappedRanking; timing: ProviderTiming }>;
  moderate(
    plan: ModerationsPlan,
    signal: AbortSignal,
  ): Promise<{ moderation: MappedModeration; timing: ProviderTiming }>;
  speech(plan: SpeechPlan, signal: AbortSignal): Promise<SpokenStream>;
  transcribe(
    plan: TranscriptionPlan,
    signal: AbortSignal,
  ): Promise<{ transcript: MappedTranscript; timing: ProviderTiming }>;
  transcribeStream(plan: TranscriptionPlan, signal: AbortSignal): Promise<TranscriptStream>;
  /** How many tokens the provider counts in a prompt, of a family with a counter. */
  promptTokens(
    target: CountingTarget,
    asked: { ownerId: string; signal: AbortSignal },
  ): Promise<number>;
}

/** Where a prompt is counted. */
export type CountingTarget = Pick<Target, 'family' | 'endpoint' | 'credential'>;
