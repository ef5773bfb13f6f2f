import type { TokenOverhead } from '../adapter/adapter.ts';

/**
 * The provider counts each digit, and counts tools without the punctuation of their JSON, so that
 * the text of the tools alone is a sufficient bound. An image of the older lines is cut into tiles.
 */
const USUAL: TokenOverhead = {
  request: 2,
  message: 1,
  tools: 0,
  tool: 2,
  image: 1_806,
  page: 258,
  inlines: true,
  digits: 1,
  scale: 1,
};
const LINES: readonly [RegExp, Partial<TokenOverhead>][] = [
  [/^gemini-(?:3|flash|pro)/u, { image: 1_120, page: 1_120 }],
];

/** What one of Google's models counts beside the text. */
export function googleOverhead(model: string): TokenOverhead {
  const line = LINES.find(([models]) => models.test(model));
  return line === undefined ? USUAL : { ...USUAL, ...line[1] };
}
