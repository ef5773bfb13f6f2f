import type { MappedAnswer, MappedEmbeddings, MappedEvent } from '@tollgate/providers/adapter';
import type { ChatPlan } from './plan-chat.ts';
import type { EmbeddingsPlan } from './plan-embeddings.ts';

/** When a vendor call left and when its first byte came, by `performance.now()`. */
export interface VendorTiming {
  dispatchedMs: number | null;
  firstByteMs: number | null;
}

/** A stream of a vendor: events that arrived together come together. */
export interface VendorStream {
  events: AsyncIterator<readonly MappedEvent[]>;
  timing: VendorTiming;
}

/** The vendor side of a call, credential and wire included. Failures are thrown as `UpstreamError`. */
export interface Vendor {
  whole(
    plan: ChatPlan,
    signal: AbortSignal,
  ): Promise<{ answer: MappedAnswer; timing: VendorTiming }>;
  stream(plan: ChatPlan, signal: AbortSignal): Promise<VendorStream>;
  embeddings(
    plan: EmbeddingsPlan,
    signal: AbortSignal,
  ): Promise<{ embeddings: MappedEmbeddings; timing: VendorTiming }>;
}
