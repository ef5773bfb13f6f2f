import { createHash } from 'node:crypto';
import { ProviderError } from '../adapter/adapter.ts';
import type { LocalImages } from '../adapter/adapter.ts';
import { failureOf, readDirectives } from './directives.ts';
import { pngOf } from './png.ts';

/** What `auto` comes to, as it does for most prompts at OpenAI. */
const AUTO_SIZE = '1024x1024';

/**
 * Images of one colour that depend on nothing but the prompt, the number of the image, and the
 * images that are edited.
 */
export const sandboxImages: LocalImages = {
  async make({ prompt, terms, shown }, _endpoint, context) {
    const wishes = readDirectives(prompt);
    if (wishes.delayMs > 0) await context.sleep(wishes.delayMs);
    const failure = failureOf(wishes);
    if (failure !== null) throw new ProviderError(failure);
    const size = terms.size === undefined || terms.size === 'auto' ? AUTO_SIZE : terms.size;
    const [width = 0, height = 0] = size.split('x').map(Number);
    const images = Array.from({ length: terms.n }, (_, index) => {
      const hash = createHash('sha256').update(`${index}:${prompt}`);
      for (const { base64 } of [...(shown?.images ?? []), ...[shown?.mask ?? []].flat()]) {
        hash.update(base64);
      }
      const [red = 0, green = 0, blue = 0] = hash.digest();
      return { base64: pngOf({ width, height, colour: [red, green, blue] }).toString('base64') };
    });
    return { images, usage: null, made: { size, quality: 'standard', outputFormat: 'png' } };
  },
};
