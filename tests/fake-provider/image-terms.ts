import { pngOf } from '@tollgate/providers/sandbox/png';
import { withoutDirectives } from './directive.ts';

/** What a prompt asks for between `[image:` and `]`: a course of things. */
export type Course = 'fewer' | 'more' | 'none' | 'junk' | 'url' | 'silent';

/** Whether a prompt asks for such a course. */
export const asksFor = (prompt: string, course: Course | 'filtered'): boolean =>
  prompt.includes(`[image: ${course}]`);

/** How many images are made: as many as are asked for, unless the prompt says otherwise. */
export function countOf(prompt: string, asked: number): number {
  if (asksFor(prompt, 'none')) return 0;
  if (asksFor(prompt, 'fewer')) return asked - 1;
  return asksFor(prompt, 'more') ? asked + 1 : asked;
}

const JUNK = Buffer.from('this is no image at all').toString('base64');

/** One image in base64 that depends on the prompt and its number; no image where that is asked. */
export function imageIn(prompt: string, size: string, index: number): string {
  if (asksFor(prompt, 'junk')) return JUNK;
  const [width = 64, height = 64] = size.split('x').map(Number);
  const shade = (withoutDirectives(prompt).length * 7 + index * 31) % 256;
  return pngOf({ width, height, colour: [shade, 255 - shade, index] }).toString('base64');
}
