import type { GatewayError } from '@tollgate/contract/error-codes';
import { MalformedReply, ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import type {
  MappedTranscript,
  TranscriptPiece,
} from '@tollgate/providers/adapter/transcription-wire';
import type { Exchange, IncomingCall, StreamSink, WholeAnswer } from '../call.ts';
import type { Bill } from '../money/bill.ts';
import { settle } from '../money/settle.ts';
import type { Ending } from '../record/ending.ts';
import { toInterruption } from '../record/failures.ts';
import { elapsedMs } from '../record/record.ts';
import { keepSpeech } from '../speech/kept-speech.ts';
import type { KeptSpeech } from '../speech/kept-speech.ts';
import type { TranscriptionPlan } from '../transcription/plan-transcription.ts';
import { answerHeaders, costMember, costOf } from './answer.ts';
import { heldConsumption, owedWithoutContent, settleLeft } from './consumption.ts';
import type { Drain } from './drain.ts';
import type { TranscriptStream } from './providers.ts';
import { readOn } from './serve-whole.ts';
import type { ServeDeps, Served } from './served.ts';
import { CHAT_FRAMES } from './stream-encoder.ts';
import { consumptionOfTranscript, countedOf, toTranscriptionUsage } from './transcription-usage.ts';

/** A transcript while it is sent. */
interface Live {
  plan: TranscriptionPlan;
  call: IncomingCall;
  drain: Drain;
  source: TranscriptStream;
  out: StreamSink;
  headers: Readonly<Record<string, string>>;
  kept: KeptSpeech | null;
  /** The text that came, whether or not the caller was there. */
  text: string;
  transcript: MappedTranscript | null;
  failure: Failure | null;
  cause: unknown;
  firstMs: number;
}

/**
 * Steps 8 and 9 for a transcript that is sent while it comes. Until the first event a failure has
 * its own status and costs nothing. The charge is durable before the last event, which has it. A
 * caller who leaves is charged by the counts at the end, to which the answer is read on.
 * @throws ProviderError when the provider failed before any text came
 */
export async function serveTranscriptStream(
  deps: ServeDeps,
  plan: TranscriptionPlan,
  { call, sink, keep }: Exchange & { keep: boolean },
): Promise<Served> {
  const drain = deps.drains.watch(readOn(plan, call));
  const headers = answerHeaders(plan, call.requestId);
  sink.expect(headers, 'stream');
  let live: Live | null = null;
  try {
    const source = await deps.providers.transcribeStream(plan, drain.signal);
    const first = await firstPiece(source);
    const kept = keep ? keepSpeech() : null;
    const out = sink.openStream(headers, plan.endsAtMs);
    const parts = { plan, call, drain, source, out, headers, kept, firstMs: performance.now() };
    live = { ...parts, text: '', transcript: null, failure: null, cause: undefined };
    await take(live, first);
    await pump(live);
    return await finish(deps, live);
  } catch (error) {
    if (live !== null) throw error;
    const owed = owedWithoutContent(error, { drain, keep, isSeen: false });
    const counted = { ...countedOf(plan, ''), partial: true };
    const consumption = owed === 'hold' ? heldConsumption(plan) : counted;
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
async function firstPiece({ pieces }: TranscriptStream): Promise<TranscriptPiece> {
  const next = await pieces.next();
  if (next.done !== true) return next.value;
  throw new ProviderError({ kind: 'malformed', message: 'The provider sent no text.' });
}

async function pump(live: Live): Promise<void> {
  try {
    for await (const piece of live.source.pieces) await take(live, piece);
  } catch (error) {
    if (!(error instanceof ProviderError) && !(error instanceof MalformedReply)) throw error;
    live.failure =
      error instanceof ProviderError
        ? error.failure
        : { kind: 'malformed', message: 'The provider sent something unreadable.' };
    live.cause = error;
  }
}

async function take(live: Live, piece: TranscriptPiece): Promise<void> {
  if (piece.kind === 'done') {
    live.transcript = piece.transcript;
    return;
  }
  live.text += piece.text;
  await write(live, frameOf(piece.event));
}

async function write({ out, kept }: Live, frame: string): Promise<void> {
  kept?.add(Buffer.from(frame));
  await out.write(frame);
}

async function finish(deps: ServeDeps, live: Live): Promise<Served> {
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

function outcomeOf({ call, failure }: Live): Ending['outcome'] {
  if (call.gone.aborted) return 'client_gone';
  return failure === null ? 'served' : 'partial';
}

/** Charges what has come, and books what a provider may bill beyond it. */
async function settleRead(deps: ServeDeps, live: Live): Promise<Bill> {
  const { plan, call, drain, failure, transcript } = live;
  const isPartial = failure !== null;
  const hungUp = drain.hungUp();
  const text = transcript?.document.text ?? live.text;
  const used =
    isPartial && hungUp === 'no_slot'
      ? heldConsumption(plan)
      : consumptionOfTranscript(plan, transcript, { text, isPartial });
  const bill = await settle(deps, plan, used);
  if (isPartial) {
    const reason = hungUp === 'shutdown' ? 'shutdown' : call.gone.aborted ? 'left' : 'broke';
    deps.losses.book({ plan, reason, usage: null, charged: bill.charged });
  }
  return bill;
}

/** Ends the answer, whole or broken off; keeps it before under its key, if there is one. */
async function endAnswer(
  deps: ServeDeps,
  live: Live,
  { error, bill }: { error: GatewayError | null; bill: Bill },
): Promise<WholeAnswer> {
  const { call, out, plan, transcript, kept } = live;
  if (error !== null || transcript === null) {
    await deps.beforeSendingUnkept?.();
    if (error !== null) await out.write(CHAT_FRAMES.failure(error, call.requestId));
    out.end();
    return NOTHING_KEPT;
  }
  const { text, logprobs } = transcript.document;
  const usage = toTranscriptionUsage(plan, bill.usage, costMember(costOf(bill)));
  const more = logprobs === undefined ? {} : { logprobs };
  const tail = frameOf({ type: 'transcript.text.done', text, ...more, usage });
  kept?.add(Buffer.from(tail));
  const answer = await keepWhole(deps, live);
  await out.write(tail);
  out.end();
  return answer;
}

const NOTHING_KEPT: WholeAnswer = { status: 200, headers: {}, body: Buffer.alloc(0) };

async function keepWhole(deps: ServeDeps, { kept, headers }: Live): Promise<WholeAnswer> {
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

function frameOf(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
