import type { TranscriptionUsage } from '@tollgate/contract/transcription';
import type { MappedTranscript } from '@tollgate/providers/adapter/transcription-wire';
import type { UsageCounts } from '@tollgate/money/rating';
import type { Consumption } from '../money/bill.ts';
import {
  billedSeconds,
  isBilledBySecond,
  mostTokens,
  withoutZeros,
} from '../transcription/estimate-transcription.ts';
import type { TranscriptionPlan } from '../transcription/plan-transcription.ts';

/** Our count may be so much shorter than what a decoder makes of the audio, in seconds. */
const SECONDS_SLACK = 1;
/** Tokens of a second of audio, as OpenAI counts. */
const AUDIO_TOKENS_PER_SECOND = 10;
/** Bytes of text for a token: fewer than any prose has, so that the count errs upwards. */
const BYTES_PER_TOKEN = 3;

/** What a transcript is charged by. @param text as far as it was delivered */
export function consumptionOfTranscript(
  plan: TranscriptionPlan,
  transcript: MappedTranscript | null,
  { text, isPartial }: { text: string; isPartial: boolean },
): Consumption {
  const reported = transcript === null ? null : reportedUsage(plan, transcript);
  const isPossible = reported !== null && isPlausible(plan, reported);
  const consumption: Consumption = isPossible
    ? { usage: withoutZeros(reported), source: 'provider', partial: isPartial }
    : { ...countedOf(plan, text), partial: isPartial };
  if (reported !== null && !isPossible) {
    return { ...consumption, reported: withoutZeros(reported), suspect: 'implausible' };
  }
  const suspect = transcript?.suspect;
  return suspect === undefined ? consumption : { ...consumption, suspect };
}

/**
 * What we count ourselves: the seconds of the audio, which are certain, or the tokens of the audio
 * and of the text, by their usual rates.
 */
export function countedOf(
  plan: TranscriptionPlan,
  text: string,
): Pick<Consumption, 'usage' | 'source'> {
  const { asked, promptBound } = plan;
  if (isBilledBySecond(asked)) {
    return { usage: { second: billedSeconds(asked, asked.seconds) }, source: 'counted' };
  }
  const most = mostTokens(asked);
  const usage = withoutZeros({
    input: asked.hasText ? promptBound : 0,
    audio_input: Math.ceil(
      asked.seconds * (asked.rates?.audioPerSecond ?? AUDIO_TOKENS_PER_SECOND),
    ),
    output: Math.min(most.output, Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)),
  });
  return { usage, source: 'estimated' };
}

/** The provider's report in the dimensions of the model; null where it says nothing of them. */
function reportedUsage(
  { asked }: TranscriptionPlan,
  { usage: { seconds, tokens } }: MappedTranscript,
): UsageCounts | null {
  if (isBilledBySecond(asked)) {
    return seconds === undefined ? null : { second: billedSeconds(asked, seconds) };
  }
  if (tokens === undefined) return null;
  return { input: tokens.text, audio_input: tokens.audio, output: tokens.output };
}

/**
 * Whether a provider can have used what it reports. Audio cannot be longer than all of its frames;
 * nothing at all is no count of audio.
 */
function isPlausible({ asked, promptBound }: TranscriptionPlan, usage: UsageCounts): boolean {
  const { second, input = 0, audio_input: audio = 0, output = 0 } = usage;
  if (second !== undefined) {
    return second <= billedSeconds(asked, asked.seconds + SECONDS_SLACK);
  }
  const most = mostTokens(asked);
  const prompt = asked.hasText ? promptBound : PROMPT_SLACK_TOKENS;
  const isCounted = audio + input > 0;
  return (
    isCounted && input + audio <= prompt + PROMPT_SLACK_TOKENS + most.audio && output <= most.output
  );
}

/** Tokens of the provider's own words around a prompt. */
const PROMPT_SLACK_TOKENS = 64;

/** The usage of an answer, as callers see it. */
export function toTranscriptionUsage(
  { asked }: TranscriptionPlan,
  { second = 0, input = 0, audio_input: audio = 0, output = 0 }: UsageCounts,
  cost: { cost?: number },
): TranscriptionUsage {
  if (isBilledBySecond(asked)) return { type: 'duration', seconds: second, ...cost };
  return {
    type: 'tokens',
    input_tokens: input + audio,
    input_token_details: { text_tokens: input, audio_tokens: audio },
    output_tokens: output,
    total_tokens: input + audio + output,
    ...cost,
  };
}
