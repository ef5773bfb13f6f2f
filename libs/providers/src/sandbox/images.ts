import { createHash } from 'node:crypto';
import { ProviderError } from '../adapter/adapter.ts';
import type { LocalImages } from '../adapter/adapter.ts';
import { failureOf, readDirectives } from './directives.ts';
import { pngOf } from './png.ts';

/** What `auto` comes to, as it does for most prompts at OpenAI. */
const AUTO_SIZE = '1024x1024';

/** Images of one colour that depend on nothing but the prompt and the number of the image. */
export const sandboxImages: LocalImages = {
  async make({ prompt, terms }, _endpoint, context) {
    const wishes = readDirectives(prompt);
    if (wishes.delayMs > 0) await context.sleep(wishes.delayMs);
    const failure = failureOf(wishes);
    if (failure !== null) throw new ProviderError(failure);
    const size = terms.size === undefined || terms.size === 'auto' ? AUTO_SIZE : terms.size;
    const [width = 0, height = 0] = size.split('x').map(Number);
    const images = Array.from({ length: terms.n }, (_, index) => {
      const [red = 0, green = 0, blue = 0] = createHash('sha256')
        .update(`${index}:${prompt}`)
        .digest();
      return { base64: pngOf({ width, height, colour: [red, green, blue] }).toString('base64') };
    });
    return { images, usage: null, made: { size, quality: 'standard', outputFormat: 'png' } };
  },
};
