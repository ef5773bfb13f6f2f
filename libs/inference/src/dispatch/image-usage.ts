import type { ImagesAnswer } from '@tollgate/contract/images';
import type { UsageCounts } from '@tollgate/money/rating';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { ImageUsage, MappedImages } from '@tollgate/providers/adapter/image-wire';
import { isPlausible } from '../bounds/output-policy.ts';
import type { Exchange } from '../call.ts';
import { usageOfImages } from '../images/estimate-images.ts';
import type { ImagesPlan } from '../images/plan-images.ts';
import type { Consumption } from '../money/bill.ts';
import { heldConsumption, settleLeft, withDoubts } from './consumption.ts';
import type { ServeDeps, Served } from './served.ts';

/**
 * What came and is charged. Where images are billed by the piece, what was made beyond the request
 * is the provider's gift; where tokens are billed, all that was counted is delivered.
 * @throws ProviderError for a refusal without a count that can be: nobody knows what it cost
 */
export function paidFor(plan: ImagesPlan, reply: MappedImages): MappedImages {
  const { refusal, usage, images } = reply;
  if (refusal !== undefined && (usage === null || !isPossible(plan, usage, 0))) {
    throw new ProviderError(refusal);
  }
  const isByTokens = plan.asked.contract.dimensions.includes('image_output');
  return isByTokens ? reply : { ...reply, images: images.slice(0, plan.call.terms.n) };
}

/** The prompt and what was to be edited. */
export function leftOf({ asked, promptBound }: ImagesPlan): Pick<Consumption, 'usage' | 'source'> {
  return { usage: usageOfImages(asked, { count: 0, input: promptBound }), source: 'estimated' };
}

/**
 * Images that are billed by the piece are counted by us. Of tokens the provider's counts are
 * charged, and where it has none that can be, the most that these images can have.
 */
export function imagesUsed(plan: ImagesPlan, reply: MappedImages, previews = 0): Consumption {
  const { images, usage, suspect } = reply;
  const { dimensions } = plan.asked.contract;
  const own = { count: images.length, input: plan.promptBound, previews };
  const counted = usageOfImages(plan.asked, own);
  if (!dimensions.includes('image_output')) {
    return { usage: counted, source: 'counted', partial: false };
  }
  const least = images.length > 0 ? 1 : 0;
  const isBelieved = usage !== null && isPossible(plan, usage, least);
  const counts: Pick<Consumption, 'usage' | 'source'> = isBelieved
    ? { usage: countsOf(usage, dimensions), source: 'provider' }
    : { usage: counted, source: 'estimated' };
  const implausible =
    usage === null || isBelieved
      ? null
      : { ...NO_CACHE, input: inputOf(usage), output: usage.output + usage.image_output };
  return withDoubts({ ...counts, partial: false }, { implausible, suspect: suspect ?? null });
}

const NO_CACHE = { cache_read: 0, cache_write: 0, reasoning: 0 };

const inputOf = (usage: ImageUsage): number => usage.input + usage.image_input;

/** Images without a token of theirs are as impossible as too many. */
function isPossible(plan: ImagesPlan, usage: ImageUsage, least: 0 | 1): boolean {
  const { output, image_output: image } = usage;
  return (
    image >= least &&
    isPlausible(plan, { ...NO_CACHE, input: inputOf(usage), output: output + image })
  );
}

/**
 * Counts without zeros; text of a model that has no price for it counts as image, and images that
 * were shown count as text where they have no price.
 */
function countsOf(usage: ImageUsage, dimensions: readonly string[]): UsageCounts {
  const isText = dimensions.includes('output');
  const image = usage.image_output + (isText ? 0 : usage.output);
  const shown = dimensions.includes('image_input') ? usage.image_input : 0;
  const input = inputOf(usage) - shown;
  return {
    ...(input === 0 ? {} : { input }),
    ...(shown === 0 ? {} : { image_input: shown }),
    ...(isText && usage.output > 0 ? { output: usage.output } : {}),
    ...(image === 0 ? {} : { image_output: image }),
  };
}

/**
 * Charges a call whose caller left before its images came, so that nobody has seen how many were
 * made.
 */
export async function settleUnseen(
  deps: ServeDeps,
  plan: ImagesPlan,
  { call, owed }: Pick<Exchange, 'call'> & { owed: 'prompt' | 'hold' },
): Promise<Served> {
  const consumption = owed === 'hold' ? heldConsumption(plan) : { ...leftOf(plan), partial: true };
  return settleLeft(deps, { plan, call, consumption });
}

/** The usage of an answer, as callers see it. */
export function imagesUsage({
  input: text = 0,
  image_input: shown = 0,
  output = 0,
  image_output: image = 0,
}: UsageCounts): ImagesAnswer['usage'] {
  const input = text + shown;
  return {
    input_tokens: input,
    output_tokens: output + image,
    total_tokens: input + output + image,
    input_tokens_details: { text_tokens: text, image_tokens: shown },
    output_tokens_details: { text_tokens: output, image_tokens: image },
  };
}
