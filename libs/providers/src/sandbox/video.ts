import { createHash } from 'node:crypto';
import type { VideoCall, LocalVideos } from '../adapter/video-wire.ts';
import { sizeOf } from '../adapter/video-terms.ts';
import { videoFile } from './video-file.ts';

/** Values of a colour, so that none of them is an end of the scale. */
const DARKEST = 32;
const SHADES = 192;

/** A silent video in one colour, which follows from its prompt and its seed. */
export const sandboxVideo: LocalVideos = {
  make(call) {
    const { seconds, resolution, aspectRatio } = call.terms;
    const size = sizeOf(resolution, aspectRatio ?? '16:9') ?? '640x360';
    const [width = 0, height = 0] = size.split('x').map(Number);
    return videoFile({ width, height, seconds, colour: colourOf(call) });
  },
};

function colourOf({ prompt, negativePrompt = '', seed = 0 }: VideoCall): [number, number, number] {
  const words = JSON.stringify([prompt, negativePrompt, seed]);
  const [first = 0, second = 0, third = 0] = createHash('sha256').update(words).digest();
  const shade = (byte: number): number => DARKEST + (byte % SHADES);
  return [shade(first), shade(second), shade(third)];
}
