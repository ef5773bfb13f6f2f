import type { TranscriptionFormat } from '@tollgate/contract/transcription';
import type { MappedTranscript } from '@tollgate/providers/adapter/transcription-wire';
import { answerHeaders, chargedHeader, costMember, costOf } from './answer.ts';
import type { Exchange, WholeAnswer } from '../call.ts';
import { heldConsumption, owedWithoutContent, settleLeft } from './consumption.ts';
import type { Bill } from '../money/bill.ts';
import { settle } from '../money/settle.ts';
import { elapsedMs } from '../record/record.ts';
import type { TranscriptionPlan } from '../transcription/plan-transcription.ts';
import { isPlain, PLAIN_TYPES, plainOf } from '../transcription/subtitles.ts';
import type { Stretch } from '../transcription/subtitles.ts';
import { readOn } from './serve-whole.ts';
import { serveTranscriptStream } from './serve-transcript-stream.ts';
import type { ServeDeps, Served } from './served.ts';
import { consumptionOfTranscript, countedOf, toTranscriptionUsage } from './transcription-usage.ts';

/**
 * Steps 8 and 9 for transcriptions: dispatch, settle, answer. The charge is durable before the
 * first byte of a whole answer leaves. A caller who leaves pays what was used: the answer is read
 * on.
 * @throws ProviderError when the provider failed; nothing was delivered then
 */
export async function serveTranscription(
  deps: ServeDeps,
  plan: TranscriptionPlan,
  given: Exchange & { keep: boolean },
): Promise<Served> {
  if (plan.call.isStream) return serveTranscriptStream(deps, plan, given);
  const { call, sink, keep } = given;
  const headers = answerHeaders(plan, call.requestId);
  // Blanks before a plain text would be a part of it.
  if (!isPlain(plan.format)) sink.expect(headers, 'document');
  const drain = deps.drains.watch(readOn(plan, call));
  try {
    const { transcript, timing } = await deps.providers.transcribe(plan, drain.signal);
    call.hasAnswer();
    const { text } = transcript.document;
    const used = consumptionOfTranscript(plan, transcript, { text, isPartial: false });
    const bill = await settle(deps, plan, used);
    const whole = answerOf(plan, transcript, { headers, bill });
    await deps.beforeSending?.(whole);
    sink.send(whole);
    return {
      failure: null,
      beganAfterMs: elapsedMs(timing.dispatchedMs, timing.firstByteMs),
      answer: whole,
      ending: {
        status: 200,
        outcome: call.gone.aborted ? 'client_gone' : 'served',
        error: null,
        bill,
        timing: { ...timing, firstTokenMs: null },
        answeredBy: transcript.model,
      },
    };
  } catch (error) {
    const owed = owedWithoutContent(error, { drain, keep, isSeen: false });
    const counted = { ...countedOf(plan, ''), partial: true };
    const consumption = owed === 'hold' ? heldConsumption(plan) : counted;
    return await settleLeft(deps, { plan, call, consumption });
  } finally {
    drain.done();
  }
}

function answerOf(
  plan: TranscriptionPlan,
  { document }: MappedTranscript,
  { headers, bill }: { headers: Record<string, string>; bill: Bill },
): WholeAnswer {
  const all = { ...headers, ...chargedHeader(bill) };
  const { format } = plan;
  if (isPlain(format)) {
    const stretches = (document['segments'] ?? []) as Stretch[];
    const body = Buffer.from(plainOf(format, document.text, stretches));
    return { status: 200, headers: { ...all, 'content-type': PLAIN_TYPES[format] }, body };
  }
  const usage = toTranscriptionUsage(plan, bill.usage, costMember(costOf(bill)));
  const members = new Set(MEMBERS[format]);
  const shown = Object.entries(document).filter(([name]) => members.has(name));
  const body = { ...Object.fromEntries(shown), usage };
  return { status: 200, headers: all, body: Buffer.from(JSON.stringify(body)) };
}

/** Members of a document beside its usage, by what was asked for. */
const MEMBERS: Readonly<
  Record<Exclude<TranscriptionFormat, 'text' | 'srt' | 'vtt'>, readonly string[]>
> = {
  json: ['text', 'logprobs'],
  verbose_json: ['task', 'language', 'duration', 'text', 'segments', 'words'],
  diarized_json: ['task', 'duration', 'text', 'segments'],
};
