import { createHash } from 'node:crypto';
import { ProviderError } from '../adapter/adapter.ts';
import type { LocalContext, LocalImages } from '../adapter/adapter.ts';
import type { ImageCall, ImagePiece, MappedImages } from '../adapter/image-wire.ts';
import { toFailure } from '../wire/failures.ts';
import { failureOf, readDirectives } from './directives.ts';
import type { Directives } from './directives.ts';
import { pngOf } from './png.ts';

/** What `auto` comes to, as it does for most prompts at OpenAI. */
const AUTO_SIZE = '1024x1024';

/**
 * Images of one colour that depend on nothing but the prompt, the number of the image, and the
 * images that are edited. Previews of a stream are as large and darker, the first of them most.
 */
export const sandboxImages: LocalImages = {
  async make(call, _endpoint, context) {
    await begin(readDirectives(call.prompt), context);
    return imagesOf(call);
  },
  async *makeStream(call, _endpoint, context) {
    const wishes = readDirectives(call.prompt);
    await begin(wishes, context);
    const previews = call.terms.partialImages ?? 0;
    for (let index = 0; index <= previews; index += 1) {
      if (wishes.breakAfter !== null && index >= wishes.breakAfter) {
        const text = 'The sandbox was asked to break off.';
        throw new ProviderError(toFailure('unavailable', { status: 200, text }));
      }
      if (index > 0 && wishes.paceMs > 0) await context.sleep(wishes.paceMs);
      if (context.signal.aborted) {
        throw new ProviderError(toFailure('indeterminate', { status: 200 }));
      }
      yield pieceOf(call, (index + 1) / (previews + 1));
    }
  },
};

async function begin(wishes: Directives, context: LocalContext): Promise<void> {
  if (wishes.delayMs > 0) await context.sleep(wishes.delayMs);
  const failure = failureOf(wishes);
  if (failure !== null) throw new ProviderError(failure);
}

function pieceOf(call: ImageCall, share: number): ImagePiece {
  const images = imagesOf(call, share);
  const { images: made, made: as = {} } = images;
  const [image] = made;
  return share === 1 || image === undefined
    ? { kind: 'done', images }
    : { kind: 'partial', image, made: as };
}

/** @param share how bright the colours are, of 1 */
function imagesOf({ prompt, terms, shown }: ImageCall, share = 1): MappedImages {
  const size = terms.size === undefined || terms.size === 'auto' ? AUTO_SIZE : terms.size;
  const [width = 0, height = 0] = size.split('x').map(Number);
  const images = Array.from({ length: terms.n }, (_, index) => {
    const hash = createHash('sha256').update(`${index}:${prompt}`);
    for (const { base64 } of [...(shown?.images ?? []), ...[shown?.mask ?? []].flat()]) {
      hash.update(base64);
    }
    const [red = 0, green = 0, blue = 0] = hash.digest().map((part) => part * share);
    return { base64: pngOf({ width, height, colour: [red, green, blue] }).toString('base64') };
  });
  return { images, usage: null, made: { size, quality: 'standard', outputFormat: 'png' } };
}
