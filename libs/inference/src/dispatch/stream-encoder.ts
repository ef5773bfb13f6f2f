import { toEnvelope } from '@tollgate/contract/error-codes';
import type { GatewayError } from '@tollgate/contract/error-codes';
import type { ChatChunkChoice } from '@tollgate/contract/chat';
import type { UrlCitation } from '@tollgate/contract/search-options';
import type { UsageSource } from '@tollgate/contract/billing';
import type { UsageCounts } from '@tollgate/money/rating';
import type { MappedEvent, PassthroughEvent } from '@tollgate/providers/adapter/adapter';
import { chunkMaker, costMember, toChatUsage, toUrlCitation } from './answer.ts';
import type { IncomingCall, StreamFrames } from '../call.ts';
import { createCustomDeltas } from './custom-calls.ts';
import { keptArgumentsInPieces } from './kept-arguments.ts';
import type { ChatPlan } from '../chat/plan-chat.ts';

/** What tools that the provider runs show. */
export type SearchEvent = Extract<MappedEvent, { kind: 'searched' | 'annotation' | 'drawing' }>;

/** The facts of a charge at the end of its stream. */
export interface StreamCharge {
  source?: UsageSource;
  /** Credits; undefined while the charge is not final. */
  cost?: number | undefined;
}

/**
 * Encodes one stream for its caller in the format of a route; what a stream costs and how it ends
 * is decided elsewhere.
 */
export interface StreamEncoder {
  /**
   * The frames so far of an answer that is kept: those that were handed out here are added by the
   * stream.
   */
  readonly frames: string[];
  /**
   * Takes an event of the provider that is to be handed on as it came; its frames leave with the
   * next `encode` or with `close`.
   */
  pass?(event: PassthroughEvent): void;
  /** Takes what such a tool shows; its frames leave with the next `encode` or `close`. */
  note?(event: SearchEvent): void;
  /** The frames for pieces of the answer, in their order; empty when there is nothing to send. */
  encode(pieces: readonly ChatChunkChoice[][]): string | Promise<string>;
  /**
   * The last frames of a whole answer, once the charge is recorded.
   * @param charge who counted what is charged, default the provider, and the cost that `usage`
   *   says, if any
   */
  close(usage: UsageCounts, charge?: StreamCharge): string | Promise<string>;
  /** The last frames of a stream that broke off. */
  fail(error: GatewayError, requestId: string): string;
}

/** A comment, which clients read over. */
export const PING = ': ping\n\n';

/** The frames that a stream of chunks adds by itself. */
export const CHAT_FRAMES: StreamFrames = {
  heartbeat: () => PING,
  failure: (error, requestId) => `data: ${JSON.stringify(toEnvelope(error, requestId))}\n\n`,
  reportsAtOnce: () => false,
};

const DONE = 'data: [DONE]\n\n';

/**
 * Chunks of chat completions: one chunk a frame. The counts are those of the provider, as in a
 * whole answer.
 */
export function chatEncoder(plan: ChatPlan, call: Pick<IncomingCall, 'at'>): StreamEncoder {
  const makeChunk = chunkMaker(plan, call.at.getTime());
  const asCustom = createCustomDeltas(plan.request);
  const withCustom = (choices: ChatChunkChoice[]): ChatChunkChoice[] =>
    asCustom(keptArgumentsInPieces(choices));
  const withUsage = plan.request.stream_options?.include_usage === true;
  const frameOf = (choices: ChatChunkChoice[]): string =>
    `data: ${JSON.stringify(withUsage ? makeChunk(choices, null) : makeChunk(choices))}\n\n`;
  const citations: UrlCitation[] = [];
  const cite = (): string => {
    if (citations.length === 0) return '';
    const annotations = citations.splice(0);
    return frameOf([{ index: 0, delta: { annotations }, finish_reason: null }]);
  };
  return {
    frames: [],
    note(event) {
      if (event.kind === 'annotation') citations.push(toUrlCitation(event.annotation));
    },
    encode: (pieces) =>
      cite() +
      pieces
        .map(withCustom)
        .filter((choices, at) => choices.length > 0 || pieces[at]?.length === 0)
        .map(frameOf)
        .join(''),
    close: (usage, { cost } = {}) =>
      withUsage
        ? `data: ${JSON.stringify(makeChunk([], { ...toChatUsage(usage), ...costMember(cost) }))}\n\n${DONE}`
        : DONE,
    fail: (error, requestId) => CHAT_FRAMES.failure(error, requestId),
  };
}
