import type { GatewayError } from '@tollgate/contract/error-codes';
import { MalformedReply, ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import type { Exchange, IncomingCall, StreamSink, WholeAnswer } from '../call.ts';
import type { Bill, Consumption } from '../money/bill.ts';
import { settle } from '../money/settle.ts';
import type { Plan } from '../plan.ts';
import type { Ending } from '../record/ending.ts';
import { toInterruption } from '../record/failures.ts';
import { elapsedMs } from '../record/record.ts';
import { keepSpeech } from '../speech/kept-speech.ts';
import type { KeptSpeech } from '../speech/kept-speech.ts';
import { answerHeaders } from './answer.ts';
import { heldConsumption, owedWithoutContent, settleLeft } from './consumption.ts';
import type { Drain } from './drain.ts';
import type { ProviderTiming } from './providers.ts';
import { readOn } from './serve-whole.ts';
import type { ServeDeps, Served } from './served.ts';
import { CHAT_FRAMES } from './stream-encoder.ts';

/** The pieces of a provider's answer, as they come. */
interface Source<Piece> {
  pieces: AsyncGenerator<Piece, void, void>;
  timing: ProviderTiming;
}

/** One call of a route whose stream has an event for each piece of the provider's. */
export interface EventsCall<Piece> extends Exchange {
  keep: boolean;
  /** Sends the call; resolves when the provider has answered 200. */
  open: (signal: AbortSignal) => Promise<Source<Piece>>;
  /**
   * Takes a piece in and gives its frame; empty for one that is not handed on, null for the last,
   * whose frame has the charge.
   */
  take: (piece: Piece) => string | null;
  /** The charge of the pieces that came. @param isPartial the last one has not */
  used: (isPartial: boolean) => Consumption;
  /** The last frame. */
  tail: (bill: Bill) => string;
  /** What a call is charged whose caller left before the first piece, where that can be counted. */
  left: Pick<Consumption, 'usage' | 'source'>;
}

/** An answer while it is sent. */
interface Live<Piece> {
  plan: Plan;
  call: IncomingCall;
  drain: Drain;
  source: Source<Piece>;
  answer: EventsCall<Piece>;
  out: StreamSink;
  headers: Readonly<Record<string, string>>;
  kept: KeptSpeech | null;
  isWhole: boolean;
  failure: Failure | null;
  cause: unknown;
  firstMs: number;
}

/**
 * Steps 8 and 9 for an answer that is sent while it comes. Until the first piece a failure has its
 * own status and costs nothing. The charge is durable before the last event, which has it. A caller
 * who leaves is charged by the counts at the end, to which the answer is read on.
 * @throws ProviderError when the provider failed before the first piece
 */
export async function serveEvents<Piece>(
  deps: ServeDeps,
  plan: Plan,
  answer: EventsCall<Piece>,
): Promise<Served> {
  const { call, sink, keep } = answer;
  const drain = deps.drains.watch(readOn(plan, call));
  const headers = answerHeaders(plan, call.requestId);
  sink.expect(headers, 'stream');
  let live: Live<Piece> | null = null;
  try {
    const source = await answer.open(drain.signal);
    const first = await firstPiece(source);
    const kept = keep ? keepSpeech() : null;
    const out = sink.openStream(headers, plan.endsAtMs);
    const parts = { plan, call, drain, source, answer, out, headers, kept };
    const nothing = { isWhole: false, failure: null, cause: undefined };
    live = { ...parts, ...nothing, firstMs: performance.now() };
    await take(live, first);
    await pump(live);
    return await finish(deps, live);
  } catch (error) {
    if (live !== null) throw error;
    const owed = owedWithoutContent(error, { drain, keep, isSeen: false });
    const consumption = owed === 'hold' ? heldConsumption(plan) : { ...answer.left, partial: true };
    const served = await settleLeft(deps, { plan, call, consumption });
    const charged = served.ending.bill?.charged ?? 0n;
    deps.losses.book({ plan, reason: 'left', usage: null, charged });
    return served;
  } finally {
    await live?.source.pieces.return();
    drain.done();
  }
}

/** @throws ProviderError where a reply ends without any event */
async function firstPiece<Piece>({ pieces }: Source<Piece>): Promise<Piece> {
  const next = await pieces.next();
  if (next.done !== true) return next.value;
  throw new ProviderError({ kind: 'malformed', message: 'The provider sent an empty answer.' });
}

/** What follows the last piece changes nothing. */
async function pump<Piece>(live: Live<Piece>): Promise<void> {
  try {
    for await (const piece of live.source.pieces) await take(live, piece);
  } catch (error) {
    if (!(error instanceof ProviderError) && !(error instanceof MalformedReply)) throw error;
    if (live.isWhole) return;
    live.failure =
      error instanceof ProviderError
        ? error.failure
        : { kind: 'malformed', message: 'The provider sent something unreadable.' };
    live.cause = error;
  }
}

async function take<Piece>(live: Live<Piece>, piece: Piece): Promise<void> {
  const frame = live.answer.take(piece);
  if (frame === null) live.isWhole = true;
  else if (frame !== '') await write(live, frame);
}

async function write<Piece>({ out, kept }: Live<Piece>, frame: string): Promise<void> {
  kept?.add(Buffer.from(frame));
  await out.write(frame);
}

async function finish<Piece>(deps: ServeDeps, live: Live<Piece>): Promise<Served> {
  const { call, drain, failure, source } = live;
  call.hasAnswer();
  const outcome = outcomeOf(live);
  const bill = await settleRead(deps, live);
  const shutdown = drain.shutdown();
  const error = failure === null ? null : (shutdown ?? toInterruption(failure, live.cause));
  const answer = await endAnswer(deps, live, { error, bill });
  const { timing } = source;
  return {
    failure: shutdown === null ? failure : null,
    answer,
    beganAfterMs: elapsedMs(timing.dispatchedMs, live.firstMs),
    ending: {
      status: 200,
      outcome,
      error,
      bill,
      timing: { ...timing, firstTokenMs: live.firstMs },
    },
  };
}

function outcomeOf<Piece>({ call, failure }: Live<Piece>): Ending['outcome'] {
  if (call.gone.aborted) return 'client_gone';
  return failure === null ? 'served' : 'partial';
}

/** Charges what has come, and books what a provider may bill beyond it. */
async function settleRead<Piece>(deps: ServeDeps, live: Live<Piece>): Promise<Bill> {
  const { plan, call, drain, failure, answer } = live;
  const isPartial = failure !== null;
  const hungUp = drain.hungUp();
  const isUnseen = isPartial && hungUp === 'no_slot';
  const used = isUnseen ? heldConsumption(plan) : answer.used(isPartial);
  const bill = await settle(deps, plan, used);
  if (isPartial) {
    const reason = hungUp === 'shutdown' ? 'shutdown' : call.gone.aborted ? 'left' : 'broke';
    deps.losses.book({ plan, reason, usage: null, charged: bill.charged });
  }
  return bill;
}

/** Ends the answer, whole or broken off; keeps it before under its key, if there is one. */
async function endAnswer<Piece>(
  deps: ServeDeps,
  live: Live<Piece>,
  { error, bill }: { error: GatewayError | null; bill: Bill },
): Promise<WholeAnswer> {
  const { call, out, answer, kept } = live;
  if (error !== null) {
    await deps.beforeSendingUnkept?.();
    await out.write(CHAT_FRAMES.failure(error, call.requestId));
    out.end();
    return NOTHING_KEPT;
  }
  const tail = answer.tail(bill);
  kept?.add(Buffer.from(tail));
  const whole = await keepWhole(deps, live);
  await out.write(tail);
  out.end();
  return whole;
}

const NOTHING_KEPT: WholeAnswer = { status: 200, headers: {}, body: Buffer.alloc(0) };

async function keepWhole<Piece>(
  deps: ServeDeps,
  { kept, headers }: Live<Piece>,
): Promise<WholeAnswer> {
  const body = kept?.whole() ?? null;
  if (body === null) {
    if (kept !== null) await deps.beforeSendingUnkept?.();
    return NOTHING_KEPT;
  }
  const typed = { ...headers, 'content-type': 'text/event-stream' };
  const answer = { status: 200, headers: typed, body };
  await deps.beforeSending?.(answer);
  return answer;
}
