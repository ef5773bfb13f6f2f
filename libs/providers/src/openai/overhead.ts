import type { TokenOverhead } from '../adapter/adapter.ts';

const USUAL: TokenOverhead = {
  request: 4,
  message: 5,
  tools: 14,
  tool: 8,
  image: 1_450,
  digits: 3,
  scale: 1,
};
/** Lines with instructions of the provider's own around tools, or with other prices of an image. */
const LINES: readonly [RegExp, Partial<TokenOverhead>][] = [
  [/^gpt-4o-mini/u, { image: 48_200 }],
  [/^gpt-4\.1-(?:mini|nano)|^o4-mini/u, { image: 3_800 }],
  [/^gpt-[5-9]|^o\d/u, { tools: 100, tool: 12, image: 1_600 }],
];

/** What one of OpenAI's models counts beside the text. */
export function openaiOverhead(model: string): TokenOverhead {
  const line = LINES.find(([models]) => models.test(model));
  return line === undefined ? USUAL : { ...USUAL, ...line[1] };
}
