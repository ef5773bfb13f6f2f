import type { RequestContract } from '@tollgate/contract/request-contract';
import { pricesUpTo, worthOf } from '@tollgate/money/rating';
import type { TranscriptRates } from '@tollgate/providers/adapter/transcription-wire';
import type { Prices, UsageCounts, UsageDimension } from '@tollgate/money/rating';
import { fixedUsage } from '../bounds/estimate.ts';
import type { Estimate } from '../bounds/estimate.ts';

/**
 * Tokens of a second of audio at most. OpenAI counts ten: 16,000 tokens of context for 1,500
 * seconds, and "$0.006 / minute" at $6 for a million tokens of audio with those of the text.
 */
const AUDIO_TOKENS_PER_SECOND_MAX = 12;
/** Tokens of text of a second of speech at most: people speak about four. */
const TEXT_TOKENS_PER_SECOND_MAX = 12;

/** Audio that a target is to write down. */
export interface AskedTranscription {
  /** The target's own contract. */
  contract: Pick<RequestContract, 'dimensions' | 'limits'>;
  /** How long the audio is by our own count, with references of speakers. */
  seconds: number;
  /** The shortest time that the provider bills, in seconds. */
  leastSeconds: number;
  /** How the provider counts tokens; absent: as OpenAI counts them. */
  rates?: TranscriptRates;
  /** Whether the request has text beside the audio. */
  hasText: boolean;
}

/** Whether the audio is billed by the second. */
export function isBilledBySecond({ contract }: Pick<AskedTranscription, 'contract'>): boolean {
  return contract.dimensions.includes('second');
}

/** Whole seconds that are billed: a begun one counts, and the provider's shortest time. */
export function billedSeconds(
  { leastSeconds }: Pick<AskedTranscription, 'leastSeconds'>,
  seconds: number,
): number {
  // Sums of frames are a little off the whole second that they make.
  return Math.max(leastSeconds, Math.ceil(Number(seconds.toFixed(3))), 1);
}

/** The most tokens of audio and of text that a provider can count. */
export function mostTokens({ contract, seconds, rates }: AskedTranscription): {
  audio: number;
  output: number;
} {
  const { audioPerSecond = AUDIO_TOKENS_PER_SECOND_MAX, spare = 0 } = rates ?? {};
  const spoken = Math.ceil(seconds * TEXT_TOKENS_PER_SECOND_MAX) + spare;
  const { output_tokens: most } = contract.limits;
  return {
    audio: Math.ceil((seconds + 1) * audioPerSecond),
    output:
      rates?.isBounded === true
        ? Math.min(most ?? spoken, spoken)
        : // Audio that is cut into chunks has an answer for each.
          Math.max(most ?? 0, spoken),
  };
}

/**
 * The most that a call can use and cost: its seconds, which are known, or the bounds of its tokens,
 * under the dearest table that they can fall into. Null where the price version has no price for
 * what would be used: transcriptions are never free by accident.
 */
export function estimateTranscription(
  asked: AskedTranscription,
  promptBound: number,
  { prices, upliftBp }: { prices: Prices; upliftBp: number },
): Estimate | null {
  const { audio, output } = mostTokens(asked);
  const counts: UsageCounts = isBilledBySecond(asked)
    ? { second: billedSeconds(asked, asked.seconds) }
    : { input: promptBound, audio_input: audio, output };
  const usage = { ...withoutZeros(counts), ...fixedUsage(prices, 0) };
  const names = Object.keys(usage) as UsageDimension[];
  const tables = pricesUpTo(prices, promptBound + audio);
  if (tables.some((table) => names.some((name) => table[name] === undefined))) return null;
  const amounts = tables.map((table) => worthOf(usage, table, upliftBp));
  return { usage, amount: amounts.reduce((dearest, one) => (one > dearest ? one : dearest)) };
}

/** The counts that are not zero. */
export function withoutZeros(counts: UsageCounts): UsageCounts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}
