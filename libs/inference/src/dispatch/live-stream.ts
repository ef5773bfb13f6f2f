import type { SuspectReason } from '@tollgate/contract/suspect-usage';
import type { AnswerUsage, Failure, PromptUsage, Usage } from '@tollgate/providers/adapter/adapter';
import type { IncomingCall, StreamSink } from '../call.ts';
import { createDelivered } from './delivered.ts';
import type { Delivered } from './delivered.ts';
import type { Drain } from './drain.ts';
import type { ToolCounts } from '@tollgate/contract/server-tools';
import type { ChatPlan } from '../chat/plan-chat.ts';
import type { AnswerStream } from './providers.ts';
import type { StreamEncoder } from './stream-encoder.ts';

/** What a stream has brought so far. */
export interface Progress {
  usage: Usage | null;
  prompt: PromptUsage | null;
  /** What the provider reported last, where it cannot be; then neither of the above has it. */
  implausible: Usage | null;
  /** The fault of the report that came last. */
  suspect: SuspectReason | null;
  /** The service tier that the provider named last; null without any. */
  tier: string | null;
  /** The counts of the answer, where the provider reported no others. */
  answer: AnswerUsage | null;
  /** Runs of tools of the provider's that have begun. */
  ran: ToolCounts;
  /** What was handed to the caller, or is kept for the caller. */
  delivered: Delivered;
  /** What came after the caller had left, and is kept for nobody. */
  unheard: Delivered;
  /** How long the provider was not read because the caller did not read, in milliseconds. */
  stalledMs: number;
  /** Something has come that is more than the beginning of a message. */
  hasContent: boolean;
  failure: Failure | null;
  cause: unknown;
  firstTokenMs: number | null;
}

/** One stream while it is sent. */
export interface LiveStream {
  plan: ChatPlan;
  call: IncomingCall;
  source: AnswerStream;
  drain: Drain;
  progress: Progress;
  encoder: StreamEncoder;
  /** Every frame that was made, when the answer is to be kept. */
  transcript: string[] | null;
  out: StreamSink | null;
}

/** The progress of a stream that has brought nothing yet. */
export function newProgress({ target: { family, endpoint } }: ChatPlan): Progress {
  return {
    usage: null,
    prompt: null,
    implausible: null,
    suspect: null,
    tier: null,
    answer: null,
    ran: {},
    delivered: createDelivered(family.overhead(endpoint)),
    unheard: createDelivered(family.overhead(endpoint)),
    stalledMs: 0,
    hasContent: false,
    failure: null,
    cause: undefined,
    firstTokenMs: null,
  };
}

/** A stream whose provider has answered. @param given.keep the answer will be stored for replays */
export function newLiveStream(
  plan: ChatPlan,
  call: IncomingCall,
  given: Pick<LiveStream, 'source' | 'drain' | 'progress' | 'encoder'> & { keep: boolean },
): LiveStream {
  const { keep, ...parts } = given;
  return { plan, call, ...parts, transcript: keep ? parts.encoder.frames : null, out: null };
}
