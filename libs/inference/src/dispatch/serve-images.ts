import { errorDocument } from '@tollgate/contract/error-codes';
import type { ImagesAnswer } from '@tollgate/contract/images';
import type { UsageCounts } from '@tollgate/money/rating';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import type { ImageUsage, MappedImages } from '@tollgate/providers/adapter/image-wire';
import type { Exchange, IncomingCall } from '../call.ts';
import { heldConsumption, settleLeft, withDoubts } from './consumption.ts';
import { isPlausible } from '../bounds/output-policy.ts';
import { usageOfImages } from '../images/estimate-images.ts';
import { takeImageRoom } from '../images/image-room.ts';
import type { ImagesPlan } from '../images/plan-images.ts';
import type { Consumption } from '../money/bill.ts';
import { toGatewayError } from '../record/failures.ts';
import { serveDocument, writing } from './serve-document.ts';
import type { DocumentReply } from './serve-document.ts';
import type { ServeDeps, Served } from './served.ts';

/**
 * Steps 8 and 9 for images: dispatch, settle, answer. The images of the reply are charged, those
 * billed by the piece never beyond what was asked for, and the charge is durable before the first
 * byte leaves. A refusal is answered as one and costs what the provider counts.
 * @throws ProviderError when the provider failed, or refused and counts nothing; nothing was
 *   delivered then
 * @throws GatewayError `overloaded` when too many images are being made; nothing was sent then
 */
export async function serveImages(
  deps: ServeDeps,
  plan: ImagesPlan,
  exchange: Exchange & { keep: boolean },
): Promise<Served> {
  const { call } = exchange;
  const read = await roomFor(plan, call);
  const served = await serveDocument(deps, plan, {
    ...exchange,
    isSeen: false,
    left: leftOf(plan),
    read,
    async ask(signal) {
      const reply = await deps.providers.images(plan, signal);
      const images = paidFor(plan, reply.images);
      const used = imagesUsed(plan, images);
      const { refusal, model } = images;
      if (refusal !== undefined) {
        return { timing: reply.timing, used, model, ...refusedWith(refusal, call) };
      }
      const createdMs = call.at.getTime();
      const write = writing(toDocument(images, { usage: used.usage, createdMs }));
      return { timing: reply.timing, used, model, write };
    },
  });
  // The time of an image says nothing of how soon a model begins.
  return { ...served, beganAfterMs: null };
}

/**
 * What came and is charged. Where images are billed by the piece, what was made beyond the request
 * is the provider's gift; where tokens are billed, all that was counted is delivered.
 * @throws ProviderError for a refusal without a count that can be: nobody knows what it cost
 */
function paidFor(plan: ImagesPlan, reply: MappedImages): MappedImages {
  const { refusal, usage, images } = reply;
  if (refusal !== undefined && (usage === null || !isPossible(plan, usage, 0))) {
    throw new ProviderError(refusal);
  }
  const isByTokens = plan.asked.contract.dimensions.includes('image_output');
  return isByTokens ? reply : { ...reply, images: images.slice(0, plan.call.terms.n) };
}

/** The answer to a request that the provider has refused after it was at work. */
function refusedWith(
  failure: Failure,
  { requestId, route }: IncomingCall,
): Pick<DocumentReply, 'refused' | 'write'> {
  const error = toGatewayError(failure);
  const { status } = error;
  const body = Buffer.from(JSON.stringify(errorDocument(error, requestId, route)));
  return { refused: { failure, error }, write: ({ headers }) => ({ status, headers, body }) };
}

/**
 * Room for the reply, which is waited for. The sandbox draws with one colour, so that its files are
 * small: free calls take no room.
 * @returns gives the room back
 * @throws GatewayError `overloaded` where there is none in time
 */
export async function roomFor(
  { caller, target, replyBytes }: ImagesPlan,
  { gone }: Pick<IncomingCall, 'gone'>,
): Promise<() => void> {
  if (target.family.local?.images !== undefined) return () => undefined;
  return takeImageRoom(caller.key.ownerId, replyBytes, { gone });
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

/** The prompt and what was to be edited. */
function leftOf({ asked, promptBound }: ImagesPlan): Pick<Consumption, 'usage' | 'source'> {
  return { usage: usageOfImages(asked, { count: 0, input: promptBound }), source: 'estimated' };
}

/**
 * Images that are billed by the piece are counted by us. Of tokens the provider's counts are
 * charged, and where it has none that can be, the most that these images can have.
 */
export function imagesUsed(plan: ImagesPlan, reply: MappedImages): Consumption {
  const { images, usage, suspect } = reply;
  const { dimensions } = plan.asked.contract;
  const counted = usageOfImages(plan.asked, { count: images.length, input: plan.promptBound });
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

function toDocument(
  { images, made = {} }: MappedImages,
  { usage, createdMs }: { usage: UsageCounts; createdMs: number },
): ImagesAnswer {
  const { input: text = 0, image_input: shown = 0, output = 0, image_output: image = 0 } = usage;
  const input = text + shown;
  const { size, quality, background, outputFormat } = made;
  return {
    created: Math.floor(createdMs / 1_000),
    data: images.map(({ base64, revisedPrompt }) => ({
      b64_json: base64,
      ...(revisedPrompt === undefined ? {} : { revised_prompt: revisedPrompt }),
    })),
    ...(background === undefined ? {} : { background }),
    ...(outputFormat === undefined ? {} : { output_format: outputFormat }),
    ...(quality === undefined ? {} : { quality }),
    ...(size === undefined ? {} : { size }),
    usage: {
      input_tokens: input,
      output_tokens: output + image,
      total_tokens: input + output + image,
      input_tokens_details: { text_tokens: text, image_tokens: shown },
      output_tokens_details: { text_tokens: output, image_tokens: image },
    },
  };
}
