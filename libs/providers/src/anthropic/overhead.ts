import type { TokenOverhead } from '../adapter/adapter.ts';
import { JSON_TOOL } from '../wire/messages/json-answer.ts';

/**
 * Tokens of the instructions and the definition of the one tool that represents a JSON object, at
 * most.
 */
const JSON_TOOL_TOKENS = Math.ceil(JSON.stringify(JSON_TOOL).length / 2);

/**
 * Models of the tokenizer that came with Opus 4.7: the same text is more tokens, a large image too.
 */
const USUAL: TokenOverhead = {
  request: 24,
  message: 6,
  tools: 760,
  tool: 40,
  image: 4_800,
  formats: { json_object: 760 + JSON_TOOL_TOKENS, json_schema: 190 },
  digits: 1,
  scale: 1.3,
  prose: 1.4,
};
const EARLIER: TokenOverhead = {
  request: 24,
  message: 4,
  tools: 600,
  tool: 24,
  image: 1_600,
  formats: { json_object: 600 + JSON_TOOL_TOKENS, json_schema: 140 },
  digits: 1,
  scale: 1.05,
  prose: 1.05,
};
/** The first line that fits; all others count as usual. */
const LINES: readonly [RegExp, TokenOverhead][] = [
  [/^claude-sonnet-5(?!-\d\b)/u, { ...USUAL, tools: 420 }],
  [/^claude-(?:opus|sonnet|haiku)-4-[56]/u, EARLIER],
  [/^claude-(?:3|(?:opus|sonnet)-4)(?!-[78])/u, { ...EARLIER, tools: 350 }],
];

/** What one of the provider's models counts beside the text. */
export function anthropicOverhead(model: string): TokenOverhead {
  return LINES.find(([models]) => models.test(model))?.[1] ?? USUAL;
}
