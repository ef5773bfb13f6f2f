import type { RequestContract } from '@tollgate/contract/request-contract';
import { pricesUpTo, worthOf } from '@tollgate/money/rating';
import type { Prices, UsageCounts, UsageDimension } from '@tollgate/money/rating';
import { PARTIAL_IMAGE_TOKENS } from '@tollgate/providers/adapter/image-wire';
import type { ImageTerms, ImageTokens } from '@tollgate/providers/adapter/image-wire';
import { imageDimension } from '@tollgate/providers/contract/image-contract';
import { fixedUsage } from '../bounds/estimate.ts';
import type { Estimate } from '../bounds/estimate.ts';
import type { Target } from '../catalogue/resolve.ts';

/** Images that a target is asked for. */
export interface AskedImages {
  /** The target's own contract. */
  contract: RequestContract;
  terms: ImageTerms;
  /** The most tokens of each image, where tokens are billed. */
  tokens: ImageTokens;
  /** Images that are to be edited. */
  images: number;
  /** These, and the mask. */
  shown: number;
}

/**
 * The most tokens of an image that is edited, of models of which nobody has written that down: for
 * the hold, and for what is believed.
 */
const SHOWN_TOKENS_UNSAID = 16_384;

/**
 * The most tokens of one image at a target: what is written down of its model, else the limit of
 * its contract.
 */
export function tokensOfImage(
  { family, endpoint }: Pick<Target, 'family' | 'endpoint'>,
  contract: RequestContract,
  terms: ImageTerms,
): ImageTokens {
  const most = contract.limits.output_tokens ?? 0;
  const known = family.imageTokens?.(endpoint.upstreamModel, terms) ?? null;
  if (known !== null) return known;
  const text = contract.dimensions.includes('output') ? most : 0;
  return { image: most, text, shown: SHOWN_TOKENS_UNSAID };
}

/**
 * The usage of so many images: each in the dimension of its kind, or its tokens, and those of the
 * prompt and of what is edited, as far as the contract of the target has dimensions for them.
 * @param used.previews of a stream; absent: none
 */
export function usageOfImages(
  { contract: { dimensions }, terms, tokens, shown }: AskedImages,
  { count, input, previews = 0 }: { count: number; input: number; previews?: number },
): UsageCounts {
  const kind = imageDimension(dimensions, terms);
  const ofShown = dimensions.includes('image_output') ? shown * tokens.shown : 0;
  // Images that are edited count as text for models that have no price for them.
  const isText = !dimensions.includes('image_input');
  const counts: [string, number][] = [
    ['input', input + (isText ? ofShown : 0)],
    ['image_input', ofShown],
    ['output', count * tokens.text],
    ['image_output', count * tokens.image + previews * PARTIAL_IMAGE_TOKENS],
  ];
  const counted = counts.filter(([name, most]) => most > 0 && dimensions.includes(name));
  return Object.fromEntries(kind === null ? counted : [...counted, [kind, count]]);
}

/**
 * The most that images can use and cost: every image at the price of its kind, or at the most
 * tokens that it can have, under the dearest table that a prompt up to the bound can fall into.
 * Null where the price version has no price for what the images would use: they are never free.
 */
export function estimateImages(
  asked: AskedImages,
  inputBound: number,
  { prices, upliftBp }: { prices: Prices; upliftBp: number },
): Estimate | null {
  const most = mostUsed(asked, inputBound);
  const usage = { ...most, ...fixedUsage(prices, asked.images) };
  const names = Object.keys(usage) as UsageDimension[];
  const isPaid = names.some((name) => isPriceOfImages(name));
  const tables = pricesUpTo(prices, inputBound);
  if (!isPaid || tables.some((table) => names.some((name) => table[name] === undefined))) {
    return null;
  }
  const amounts = tables.map((table) => worthOf(usage, table, upliftBp));
  return { usage, amount: amounts.reduce((dearest, one) => (one > dearest ? one : dearest)) };
}

/** As many images as were asked for, or as the ceiling of the answer lets a model make. */
function mostUsed(asked: AskedImages, input: number): UsageCounts {
  const { answer } = asked.tokens;
  const { n: count, partialImages: previews = 0 } = asked.terms;
  const most = usageOfImages(asked, { count, input, previews });
  return answer === undefined ? most : { ...most, image_output: answer.image, output: answer.text };
}

/** Images are never free because what is shown for them is paid. */
function isPriceOfImages(name: UsageDimension): boolean {
  return name === 'request' || (name.startsWith('image_') && name !== 'image_input');
}
