import type { ImagesEvent } from '@tollgate/contract/images';
import type { ImagePiece, MadeImage, MappedImages } from '@tollgate/providers/adapter/image-wire';
import type { Exchange } from '../call.ts';
import { usageOfImages } from '../images/estimate-images.ts';
import { roomFor } from '../images/image-room.ts';
import type { ImagesPlan } from '../images/plan-images.ts';
import type { Consumption } from '../money/bill.ts';
import { costMember, costOf } from './answer.ts';
import { serveEvents } from './serve-events.ts';
import { imagesUsed, imagesUsage, leftOf, paidFor } from './image-usage.ts';
import type { ServeDeps, Served } from './served.ts';

/**
 * Steps 8 and 9 for an image that is sent with its previews, see {@link serveEvents}. A stream that
 * breaks off is charged by the prompt and the previews that came. Previews beyond those that were
 * asked for are neither handed on nor counted.
 * @throws ProviderError when the provider failed before anything came
 * @throws GatewayError `overloaded` when too many images are being made; nothing was sent then
 */
export async function serveImageStream(
  deps: ServeDeps,
  plan: ImagesPlan,
  exchange: Exchange & { keep: boolean },
): Promise<Served> {
  const { call } = exchange;
  const createdMs = call.at.getTime();
  const { partialImages: most = 0 } = plan.asked.terms;
  let previews = 0;
  let whole: MappedImages = { images: [], usage: null };
  let used: Consumption | null = null;
  const leave = await roomFor(plan, call);
  try {
    const served = await serveEvents<ImagePiece>(deps, plan, {
      ...exchange,
      open: (signal) => deps.providers.imageStream(plan, signal),
      take(piece) {
        if (piece.kind === 'done') {
          whole = paidFor(plan, piece.images);
          return null;
        }
        if (previews >= most) return '';
        previews += 1;
        const shown = pictured(plan, piece, createdMs);
        return frameOf(plan, 'partial_image', { partial_image_index: previews - 1, ...shown });
      },
      used(isPartial) {
        used = isPartial ? previewsUsed(plan, previews) : imagesUsed(plan, whole, previews);
        return used;
      },
      tail(bill) {
        const [image = { base64: '' }] = whole.images;
        const shown = pictured(plan, { image, made: whole.made ?? {} }, createdMs);
        const usage = { ...imagesUsage(used?.usage ?? {}), ...costMember(costOf(bill)) };
        return frameOf(plan, 'completed', { ...shown, usage });
      },
      left: leftOf(plan),
    });
    // The time of an image says nothing of how soon a model begins.
    return { ...served, beganAfterMs: null };
  } finally {
    leave();
  }
}

/** An image that never came costs its prompt, what was to be edited, and its previews. */
function previewsUsed({ asked, promptBound }: ImagesPlan, previews: number): Consumption {
  const usage = usageOfImages(asked, { count: 0, input: promptBound, previews });
  return { usage, source: 'estimated', partial: true };
}

/** An image in an event: in the provider's words, else in those of the request. */
function pictured(
  { asked: { terms } }: ImagesPlan,
  { image, made }: { image: MadeImage; made: NonNullable<MappedImages['made']> },
  createdMs: number,
): Omit<ImagesEvent, 'type' | 'usage' | 'partial_image_index'> {
  return {
    b64_json: image.base64,
    created_at: Math.floor(createdMs / 1_000),
    background: made.background ?? terms.background ?? 'auto',
    output_format: made.outputFormat ?? terms.outputFormat ?? 'png',
    quality: made.quality ?? terms.quality ?? 'auto',
    size: made.size ?? terms.size ?? 'auto',
  };
}

function frameOf({ call }: ImagesPlan, end: 'partial_image' | 'completed', event: object): string {
  const type = `${call.shown === undefined ? 'image_generation' : 'image_edit'}.${end}`;
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...event })}\n\n`;
}
