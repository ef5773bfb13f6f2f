import { isKindDimension } from '@tollgate/money/rating';
import type { DimensionPrices } from '@tollgate/money/rating';
import type { CatalogAlias } from './snapshot.ts';

/** How many input tokens a usual call has for each output token. */
const INPUT_SHARE = 3n;
/** Tokens of a second of audio, as OpenAI counts. */
const AUDIO_TOKENS_PER_SECOND = 10n;
/** A factor of 1 in basis points. */
const WHOLE_BP = 10_000n;
/** Pico-credits of one token that are a credit for a million tokens. */
const PICO_OF_CREDIT_A_MILLION = 1_000_000;

/** What the strategies of an alias look at. */
export interface Candidate {
  weight: number;
  /** The price of audio is that of a further route where the model is for chat. */
  model: { prices: DimensionPrices; contextTokens: number; isChat?: boolean };
  /** The caller's uplift on the prices of the model, in basis points. */
  upliftBp: number;
  /** How soon it began to answer lately, in milliseconds; null where nobody knows. */
  speedMs: number | null;
}

/**
 * The targets of an alias in the order in which one call tries them: as they are listed, drawn one
 * after the other, each with its share of the weight that is left, or by what is lowest or longest;
 * equal ones as they are listed. A target of unknown speed comes first, so that it becomes known.
 * @param random gives numbers from 0 to below 1
 */
export function inOrder<Target>(
  strategy: CatalogAlias['strategy'],
  targets: readonly Target[],
  { of, random }: { of: (target: Target) => Candidate; random: () => number },
): readonly Target[] {
  switch (strategy) {
    case 'ordered':
      return targets;
    case 'weighted':
      return drawn(targets, (target) => of(target).weight, random);
    case 'lowest_price':
      return ranked(targets, (target) => usualPrice(of(target)));
    case 'lowest_latency':
      return ranked(targets, (target) => of(target).speedMs ?? 0);
    case 'longest_context':
      return ranked(targets, (target) => -of(target).model.contextTokens);
  }
}

/**
 * What a strategy compares of a target: its weight; the credits of a million tokens of a usual
 * call; milliseconds; tokens. Null where nothing is compared or known.
 */
export function comparedOf(
  strategy: CatalogAlias['strategy'],
  candidate: Candidate,
): number | null {
  switch (strategy) {
    case 'ordered':
      return null;
    case 'weighted':
      return candidate.weight;
    case 'lowest_price':
      return (
        Number(usualPrice(candidate)) /
        (Number((INPUT_SHARE + 1n) * WHOLE_BP) * PICO_OF_CREDIT_A_MILLION)
      );
    case 'lowest_latency':
      return candidate.speedMs;
    case 'longest_context':
      return candidate.model.contextTokens;
  }
}

function drawn<Target>(
  targets: readonly Target[],
  weightOf: (target: Target) => number,
  random: () => number,
): Target[] {
  const left = [...targets];
  const all: Target[] = [];
  while (left.length > 0) {
    let point = random() * left.reduce((sum, target) => sum + weightOf(target), 0);
    const index = left.findIndex((target) => (point -= weightOf(target)) < 0);
    all.push(...left.splice(Math.max(0, index), 1));
  }
  return all;
}

function ranked<Target>(
  targets: readonly Target[],
  rankOf: (target: Target) => bigint | number,
): Target[] {
  return targets
    .map((target) => ({ target, rank: rankOf(target) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : Number(one.rank > other.rank)))
    .map(({ target }) => target);
}

/**
 * What a usual call costs the caller, comparable among models of one capability: three input
 * tokens for an output token, a character, a second of audio, and the dearest second of a video,
 * image that is made or search unit.
 */
function usualPrice({ model: { prices, isChat }, upliftBp }: Candidate): bigint {
  const seconds = Object.entries(prices).flatMap(([name, price]) =>
    (name === 'second' || name === 'search_unit' || isKindDimension(name)) && price !== undefined
      ? [price]
      : [],
  );
  const second = seconds.reduce((most, price) => (price > most ? price : most), 0n);
  // A usual call of a model that answers with text has no image made.
  const made = prices.image_generation === undefined ? (prices.image_output ?? 0n) : 0n;
  const tokens = INPUT_SHARE * (prices.input ?? 0n) + (prices.output ?? 0n) + made;
  const heard = isChat === true ? 0n : (prices.audio_input ?? 0n);
  const audio = AUDIO_TOKENS_PER_SECOND * heard;
  const text = prices.character ?? 0n;
  return (tokens + audio + text + second + (prices.request ?? 0n)) * (WHOLE_BP + BigInt(upliftBp));
}
