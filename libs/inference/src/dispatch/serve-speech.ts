import type { GatewayError } from '@tollgate/contract/error-codes';
import { MalformedReply, ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import type { Exchange, IncomingCall, WholeAnswer } from '../call.ts';
import type { Bill } from '../money/bill.ts';
import { settle } from '../money/settle.ts';
import type { Ending } from '../record/ending.ts';
import { toInterruption } from '../record/failures.ts';
import { elapsedMs } from '../record/record.ts';
import { isBilledByCharacters } from '../speech/estimate-speech.ts';
import { keepSpeech } from '../speech/kept-speech.ts';
import type { KeptSpeech } from '../speech/kept-speech.ts';
import type { SpeechPlan } from '../speech/plan-speech.ts';
import { openSpeechOut } from './speech-out.ts';
import type { SpeechOut } from './speech-out.ts';
import { consumptionOfSpeech, noteReport, textAlone } from './speech-usage.ts';
import type { SpeechProgress } from './speech-usage.ts';
import { answerHeaders, costOf } from './answer.ts';
import { heldConsumption, owedWithoutContent, settleLeft } from './consumption.ts';
import type { Drain } from './drain.ts';
import type { SpokenStream } from './providers.ts';
import type { ServeDeps, Served } from './served.ts';

/** Speech while it is sent. */
interface LiveSpeech {
  plan: SpeechPlan;
  call: IncomingCall;
  drain: Drain;
  source: SpokenStream;
  out: SpeechOut;
  kept: KeptSpeech | null;
  progress: SpeechProgress;
  failure: Failure | null;
  cause: unknown;
  firstAudioMs: number | null;
}

/**
 * Steps 8 and 9 for speech. Until the first audio a failure has its own status and costs nothing;
 * then every piece goes on as it comes, and nothing of it is kept, but under an idempotency key.
 * The charge is durable before the answer ends; a file that breaks off ends with its connection.
 * When a caller leaves, a provider that bills characters is stopped, because nothing of the charge
 * is open; one that bills tokens is read on to its counts.
 * @throws ProviderError when the provider failed before any audio was delivered
 */
export async function serveSpeech(
  deps: ServeDeps,
  plan: SpeechPlan,
  { call, sink, keep }: Exchange & { keep: boolean },
): Promise<Served> {
  const isCounted = isBilledByCharacters(plan.asked);
  const { ownerId } = plan.caller.key;
  const isStopped = (): boolean => !keep && isCounted;
  const drain = deps.drains.watch({ gone: call.gone, ownerId, isStopped });
  const headers = answerHeaders(plan, call.requestId);
  const kept = keep ? keepSpeech() : null;
  const progress = { delivered: 0, unheard: 0, usage: null, suspect: null, stalledMs: 0 };
  // A file has no words with which silence could be bridged.
  if (plan.isEvents) sink.expect(headers, 'stream');
  let live: LiveSpeech | null = null;
  try {
    const source = await deps.providers.speech(plan, drain.signal);
    const first = await firstAudio(source, progress);
    const firstAudioMs = performance.now();
    const out = openSpeechOut(plan, sink, { headers, mediaType: source.mediaType, kept });
    const parts = { plan, call, drain, source, out, kept, progress, firstAudioMs };
    live = { ...parts, failure: null, cause: undefined };
    await forward(live, first);
    await pump(live);
    return await finish(deps, live);
  } catch (error) {
    if (live !== null) throw error;
    const owed = owedWithoutContent(error, { drain, keep, isSeen: isCounted });
    const consumption = owed === 'hold' ? heldConsumption(plan) : textAlone(plan);
    const served = await settleLeft(deps, { plan, call, consumption });
    const charged = served.ending.bill?.charged ?? 0n;
    if (!isCounted) deps.losses.book({ plan, reason: 'left', usage: null, charged });
    return served;
  } finally {
    await live?.source.pieces.return();
    drain.done();
  }
}

/** The first bytes of audio. @throws ProviderError where a reply ends without any */
async function firstAudio(source: SpokenStream, progress: SpeechProgress): Promise<Uint8Array> {
  for (;;) {
    const next = await source.pieces.next();
    if (next.done === true) {
      throw new ProviderError({ kind: 'malformed', message: 'The provider sent no audio.' });
    }
    if (next.value.kind !== 'audio') noteReport(progress, next.value);
    else if (next.value.bytes.length > 0) return next.value.bytes;
  }
}

async function pump(live: LiveSpeech): Promise<void> {
  try {
    for (;;) {
      const next = await live.source.pieces.next();
      if (next.done === true) return;
      if (next.value.kind === 'audio') await forward(live, next.value.bytes);
      else noteReport(live.progress, next.value);
    }
  } catch (error) {
    if (!(error instanceof ProviderError) && !(error instanceof MalformedReply)) throw error;
    live.failure =
      error instanceof ProviderError
        ? error.failure
        : { kind: 'malformed', message: 'The provider sent something unreadable.' };
    live.cause = error;
  }
}

async function forward(
  { progress, out, kept, call }: LiveSpeech,
  bytes: Uint8Array,
): Promise<void> {
  // What comes after the caller has left counts as delivered only when the answer is kept.
  const isDelivered = kept !== null || !call.gone.aborted;
  progress[isDelivered ? 'delivered' : 'unheard'] += bytes.length;
  const sinceMs = performance.now();
  await out.write(bytes);
  progress.stalledMs += performance.now() - sinceMs;
}

async function finish(deps: ServeDeps, live: LiveSpeech): Promise<Served> {
  const { call, drain, failure } = live;
  call.hasAnswer();
  const outcome = outcomeOf(live);
  const bill = await settleHeard(deps, live);
  const shutdown = drain.shutdown();
  const error = failure === null ? null : (shutdown ?? toInterruption(failure, live.cause));
  const answer = await endAnswer(deps, live, { error, bill });
  const { timing } = live.source;
  return {
    failure: shutdown === null ? failure : null,
    answer,
    beganAfterMs: elapsedMs(timing.dispatchedMs, live.firstAudioMs),
    ending: {
      status: 200,
      outcome,
      error,
      bill,
      timing: { ...timing, firstTokenMs: live.firstAudioMs },
    },
  };
}

function outcomeOf({ call, failure }: LiveSpeech): Ending['outcome'] {
  if (call.gone.aborted) return 'client_gone';
  return failure === null ? 'served' : 'partial';
}

/** Charges what has come, and books what a provider may bill beyond it. */
async function settleHeard(deps: ServeDeps, live: LiveSpeech): Promise<Bill> {
  const { plan, call, drain, progress, failure } = live;
  const isGone = call.gone.aborted;
  const hungUp = drain.hungUp();
  const isPartial = failure !== null;
  const used = consumptionOfSpeech(plan, progress, { isPartial, isGone, hungUp });
  if (used.source === 'estimated') {
    const about = { op: plan.opId, model: plan.target.publicId };
    deps.logger.warn(about, 'the tokens of speech were estimated');
  }
  const bill = await settle(deps, plan, used);
  if (isPartial && !isBilledByCharacters(plan.asked)) {
    const reason = hungUp === 'shutdown' ? 'shutdown' : isGone ? 'left' : 'broke';
    deps.losses.book({ plan, reason, usage: null, charged: bill.charged });
  }
  return bill;
}

/** Ends the answer, whole or broken off; keeps it before under its key, if there is one. */
async function endAnswer(
  deps: ServeDeps,
  live: LiveSpeech,
  { error, bill }: { error: GatewayError | null; bill: Bill },
): Promise<WholeAnswer> {
  const { out, call } = live;
  if (error !== null) {
    await deps.beforeSendingUnkept?.();
    await out.breakOff(error, call.requestId);
    return NOTHING_KEPT;
  }
  const tail = out.tail(bill.usage, costOf(bill));
  const answer = await keepWhole(deps, live, tail);
  await out.end(tail);
  return answer;
}

const NOTHING_KEPT: WholeAnswer = { status: 200, headers: {}, body: Buffer.alloc(0) };

/** Keeps a whole answer under its key, or that there was one for which there is no room. */
async function keepWhole(
  deps: ServeDeps,
  { kept, out }: LiveSpeech,
  tail: Buffer,
): Promise<WholeAnswer> {
  if (kept === null) return NOTHING_KEPT;
  kept.add(tail);
  const body = kept.whole();
  if (body === null) {
    await deps.beforeSendingUnkept?.();
    return NOTHING_KEPT;
  }
  const answer = { status: 200, headers: out.headers, body };
  await deps.beforeSending?.(answer);
  return answer;
}
