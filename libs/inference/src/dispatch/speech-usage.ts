import type { SuspectReason } from '@tollgate/contract/suspect-usage';
import type { SpeechPiece, SpeechUsage } from '@tollgate/providers/adapter/speech-wire';
import { isPlausible } from '../bounds/output-policy.ts';
import { heldConsumption, withDoubts } from './consumption.ts';
import type { HangUp } from './drain.ts';
import { STALLED_MS_MAX } from './stream-usage.ts';
import type { Consumption } from '../money/bill.ts';
import { audioTokensIn, isBilledByCharacters, usageOfSpeech } from '../speech/estimate-speech.ts';
import type { SpeechPlan } from '../speech/plan-speech.ts';

/** What has come of a text that is read aloud. */
export interface SpeechProgress {
  /** Bytes of audio that came while the caller was there, or that are kept for the caller. */
  delivered: number;
  /** Bytes of audio that came after the caller had left, for nobody. */
  unheard: number;
  usage: SpeechUsage | null;
  suspect: SuspectReason | null;
  /** How long the provider was not read because the caller did not read, in milliseconds. */
  stalledMs: number;
}

/** Takes in a report of the provider. */
export function noteReport(
  progress: SpeechProgress,
  piece: Exclude<SpeechPiece, { kind: 'audio' }>,
): void {
  if (piece.kind === 'usage') progress.usage = piece.usage;
  else progress.suspect = piece.reason;
}

/** How an answer ended. */
export interface SpeechEnd {
  isPartial: boolean;
  isGone: boolean;
  hungUp: HangUp | null;
}

/**
 * What speech is charged by, once audio has come. Characters are those of the text: the provider
 * bills all of them, however much of the audio was heard. Tokens are the provider's; where it
 * reports none, those of the text and of the audio that was delivered, by our estimate. Where a
 * caller lets an answer break off whose rest nobody has seen, it is the hold.
 */
export function consumptionOfSpeech(
  plan: SpeechPlan,
  progress: SpeechProgress,
  end: SpeechEnd,
): Consumption {
  const partial = end.isPartial;
  if (isBilledByCharacters(plan.asked)) {
    const usage = usageOfSpeech(plan.asked, { input: 0, output: 0 });
    return { usage, source: 'counted', partial };
  }
  const { usage: reported, suspect } = progress;
  if (reported !== null && isPossible(plan, reported)) {
    const usage = usageOfSpeech(plan.asked, reported);
    return withDoubts({ usage, source: 'provider', partial }, { implausible: null, suspect });
  }
  const consumption = isHeld(progress, end)
    ? heldConsumption(plan)
    : { usage: deliveredUsage(plan, progress, end), source: 'estimated' as const, partial };
  const implausible = reported === null ? null : { ...NOTHING_ELSE, ...reported };
  return withDoubts(consumption, { implausible, suspect });
}

/** What a text costs of which nothing has been heard: its characters, or the tokens of it. */
export function textAlone(plan: SpeechPlan): Consumption {
  const usage = usageOfSpeech(plan.asked, { input: plan.promptBound, output: 0 });
  const source = isBilledByCharacters(plan.asked) ? 'counted' : 'estimated';
  return { usage, source, partial: true };
}

const NOTHING_ELSE = { cache_read: 0, cache_write: 0, reasoning: 0 };

/** Audio without a token of its own is as impossible as too much of it. */
function isPossible(plan: SpeechPlan, { input, output }: SpeechUsage): boolean {
  return output > 0 && isPlausible(plan, { ...NOTHING_ELSE, input, output });
}

/** A caller who leaves, or lets the provider wait, must not pay less than a caller who reads. */
function isHeld({ stalledMs }: SpeechProgress, { isPartial, isGone, hungUp }: SpeechEnd): boolean {
  if (!isPartial || hungUp === 'shutdown') return false;
  return hungUp === 'no_slot' || (!isGone && stalledMs > STALLED_MS_MAX);
}

function deliveredUsage(
  plan: SpeechPlan,
  { delivered, unheard }: SpeechProgress,
  { isGone, hungUp }: SpeechEnd,
): Consumption['usage'] {
  // What came after our own stop of the reading was asked for by nobody.
  const bytes = isGone && hungUp !== 'shutdown' ? delivered + unheard : delivered;
  const most = plan.estimate?.usage.output ?? plan.asked.contract.limits.output_tokens ?? Infinity;
  const { tokensPerMinute } = plan.target.family.speech ?? {};
  const output = Math.min(most, audioTokensIn(bytes, plan.asked.format, tokensPerMinute));
  return usageOfSpeech(plan.asked, { input: plan.promptBound, output });
}
