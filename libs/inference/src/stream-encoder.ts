import { toEnvelope } from '@tollgate/contract/errors';
import type { GatewayError } from '@tollgate/contract/errors';
import type { ChatChunkChoice } from '@tollgate/contract/chat';
import type { UsageSource } from '@tollgate/contract/billing';
import type { UsageCounts } from '@tollgate/money/rating';
import type { VerbatimEvent } from '@tollgate/providers/adapter';
import { chunkMaker, toChatUsage } from './answer.ts';
import type { IncomingCall, StreamVoice } from './call.ts';
import { createCustomDeltas } from './custom-calls.ts';
import { keptArgumentsInPieces } from './kept-arguments.ts';
import type { ChatPlan } from './plan-chat.ts';

/** Tells one stream to its caller in the words of a route; what a stream costs and how it ends is decided elsewhere. */
export interface StreamEncoder {
  /** The frames so far of an answer that is kept: those that were handed out here are added by the stream. */
  readonly told: string[];
  /** Takes an event of the provider that is to be handed on as it came; its frames leave with the next `tell` or with `close`. */
  hear?(event: VerbatimEvent): void;
  /** The frames for pieces of the answer, in their order; empty when there is nothing to say. */
  tell(pieces: readonly ChatChunkChoice[][]): string | Promise<string>;
  /** The last frames of a whole answer, once the charge stands. @param source who counted what is charged; default: the provider */
  close(usage: UsageCounts, source?: UsageSource): string | Promise<string>;
  /** The last frames of a stream that broke off. */
  fail(error: GatewayError, requestId: string): string;
}

/** A comment, which clients read over. */
export const PING = ': ping\n\n';

/** How a stream of chunks bridges silence and tells of an error. */
export const CHAT_VOICE: StreamVoice = {
  heartbeat: () => PING,
  failure: (error, requestId) => `data: ${JSON.stringify(toEnvelope(error, requestId))}\n\n`,
  tellsAtOnce: () => false,
};

const DONE = 'data: [DONE]\n\n';

/** Chunks of chat completions: one chunk a frame. The counts are those of the provider, as in a whole answer. */
export function chatEncoder(plan: ChatPlan, call: Pick<IncomingCall, 'at'>): StreamEncoder {
  const makeChunk = chunkMaker(plan, call.at.getTime());
  const asCustom = createCustomDeltas(plan.request);
  const withCustom = (choices: ChatChunkChoice[]): ChatChunkChoice[] =>
    asCustom(keptArgumentsInPieces(choices));
  const withUsage = plan.request.stream_options?.include_usage === true;
  const frameOf = (choices: ChatChunkChoice[]): string =>
    `data: ${JSON.stringify(withUsage ? makeChunk(choices, null) : makeChunk(choices))}\n\n`;
  return {
    told: [],
    tell: (pieces) =>
      pieces
        .map(withCustom)
        .filter((choices, at) => choices.length > 0 || pieces[at]?.length === 0)
        .map(frameOf)
        .join(''),
    close: (usage) =>
      withUsage ? `data: ${JSON.stringify(makeChunk([], toChatUsage(usage)))}\n\n${DONE}` : DONE,
    fail: (error, requestId) => CHAT_VOICE.failure(error, requestId),
  };
}
