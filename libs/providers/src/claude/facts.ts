import { readAt } from '../adapter/facts.ts';
import type { Fact, WireFacts } from '../adapter/facts.ts';

const READ = '2026-11-26';
const VISION = readAt('https://platform.claude.com/docs/en/build-with-claude/vision', READ);
const BETAS = readAt('https://platform.claude.com/docs/en/build-with-claude/context-windows', READ);

/** The context that models have without a feature in trial, in tokens. */
export const USUAL_CONTEXT: Fact<number> = BETAS(200_000);

/**
 * The feature in trial that opens a context of a million tokens, which has prices of its own above
 * the usual context.
 */
export const LONG_CONTEXT_BETA: Fact<RegExp> = BETAS(/^context-1m-/u);

/**
 * "100 per request on the API, for models with a 200k-token context window", "600 per request on
 * the API, for all other models".
 */
const IMAGES = { usual: VISION(100), long: VISION(600) };

/**
 * The largest image. The provider measures it in base64: "image exceeds 5 MB maximum: 5649924 bytes
 * > 5242880 bytes", which are these bytes of the image itself, as lobehub/lobehub#14711 found out
 * (May 2026).
 */
const IMAGE_BYTES = readAt('https://github.com/lobehub/lobehub/pull/14711', READ)(3_932_160);

/**
 * The error of a longer name, which has the pattern: "tools.0.custom.name: String should match
 * pattern".
 */
const TOOL_NAME = readAt(
  'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use',
  READ,
)(/^[a-zA-Z0-9_-]{1,128}$/u);

/**
 * What Claude takes, wherever it is hosted.
 * @param context of the line, in tokens; unknown lines are taken for those of the usual context
 */
export function claudeFacts(context: number = USUAL_CONTEXT.value): WireFacts {
  const images = context > USUAL_CONTEXT.value ? IMAGES.long : IMAGES.usual;
  return { images, imageBytes: IMAGE_BYTES, toolName: TOOL_NAME };
}
