import type { RequestContract } from '@tollgate/contract/request-contract';
import type { SpeechFormat } from '@tollgate/contract/speech';
import { pricesUpTo, worthOf } from '@tollgate/money/rating';
import type { Prices, UsageCounts, UsageDimension } from '@tollgate/money/rating';
import { fixedUsage } from '../bounds/estimate.ts';
import type { Estimate } from '../bounds/estimate.ts';

/** A text that a target is to read aloud. */
export interface AskedSpeech {
  /** The target's own contract. */
  contract: Pick<RequestContract, 'dimensions' | 'limits'>;
  /** Code points of the text: what a character is here, and what providers count. */
  characters: number;
  /** Absent: the provider decides. */
  format: SpeechFormat | undefined;
}

/** Whether the text is billed, and not the audio: then the charge is known before the call. */
export function isBilledByCharacters({ contract }: Pick<AskedSpeech, 'contract'>): boolean {
  return contract.dimensions.includes('character');
}

/** The code points of a text. */
export function charactersOf(text: string): number {
  let count = 0;
  for (const _point of text) count += 1;
  return count;
}

/** Usage of a call as far as the contract of its target has dimensions for it, without zeros. */
export function usageOfSpeech(
  { contract: { dimensions }, characters }: AskedSpeech,
  tokens: { input: number; output: number },
): UsageCounts {
  const counts = Object.entries({ ...tokens, character: characters });
  return Object.fromEntries(
    counts.filter(([name, count]) => count > 0 && dimensions.includes(name)),
  );
}

/**
 * The most that a call can use and cost: its characters, which are known, or the bound of the text
 * and the most tokens of audio that the contract allows, under the dearest table that the text can
 * fall into. Null where the price version has no price for what would be used: speech is never
 * free by accident.
 */
export function estimateSpeech(
  asked: AskedSpeech,
  inputBound: number,
  { prices, upliftBp }: { prices: Prices; upliftBp: number },
): Estimate | null {
  const output = asked.contract.limits.output_tokens ?? 0;
  const usage = {
    ...usageOfSpeech(asked, { input: inputBound, output }),
    ...fixedUsage(prices, 0),
  };
  const names = Object.keys(usage) as UsageDimension[];
  const isPaid = names.some((name) => name !== 'input');
  const tables = pricesUpTo(prices, inputBound);
  if (!isPaid || tables.some((table) => names.some((name) => table[name] === undefined))) {
    return null;
  }
  const amounts = tables.map((table) => worthOf(usage, table, upliftBp));
  return { usage, amount: amounts.reduce((dearest, one) => (one > dearest ? one : dearest)) };
}

/**
 * Bytes of a second of speech by format: those of `wav` and `pcm` follow from 24,000 samples of 16
 * bits, the others are usual bit rates of speech. Files that are packed more tightly are longer
 * than they seem.
 */
const BYTES_PER_SECOND: Readonly<Record<SpeechFormat, number>> = {
  pcm: 48_000,
  wav: 48_000,
  flac: 24_000,
  mp3: 16_000,
  aac: 8_000,
  opus: 4_000,
};
/** "$0.015 / minute" at $12 for a million tokens, of the prices of gpt-4o-mini-tts. */
const TOKENS_PER_MINUTE = 1_250;
const SECONDS_PER_MINUTE = 60;

/**
 * About how many tokens so many bytes of audio have, where a provider does not say.
 * @param tokensPerMinute as the provider counts, where it says so
 */
export function audioTokensIn(
  bytes: number,
  format: SpeechFormat = 'mp3',
  tokensPerMinute: number = TOKENS_PER_MINUTE,
): number {
  const seconds = bytes / BYTES_PER_SECOND[format];
  return Math.ceil((seconds * tokensPerMinute) / SECONDS_PER_MINUTE);
}
