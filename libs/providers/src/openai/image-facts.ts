/** What OpenAI's models that make images take and count. */
export const OPENAI_IMAGE_FACTS = {
  /**
   * "The maximum length is 32000 characters" (`ImageGenerateParams` of the npm package openai 7.55,
   * read on 2026-11-28). A text has no more tokens than characters, but for few scripts.
   */
  promptTokens: 32_000,
  /**
   * Tokens of an image by quality and size, of gpt-image-1-mini and gpt-image-1.5:
   * https://community.openai.com/t/1371851, which repeats the table of the guide of image
   * generation, read on 2026-11-28.
   */
  standardTokens: {
    low: { '1024x1024': 272, '1024x1536': 408, '1536x1024': 400 },
    medium: { '1024x1024': 1_056, '1024x1536': 1_584, '1536x1024': 1_568 },
    high: { '1024x1024': 4_160, '1024x1536': 6_240, '1536x1024': 6_208 },
  },
  standardTokensMax: 6_240,
  /**
   * No table is published of gpt-image-2; the formula is measured, and gives the numbers of the
   * provider's own calculator, such as 7,024 for 1024x1024 in high quality:
   * https://community.openai.com/t/1382699, read on 2026-11-28.
   */
  measured: {
    axes: { low: 16, medium: 48, high: 96 },
    offset: 2_000_000,
    scale: 4_000_000,
    pixelsMax: 8_294_400,
  },
  /** The formula for the largest square, 2880x2880 in high quality, which is the dearest shape. */
  measuredTokensMax: 23_719,
  /**
   * Tokens of an image that is edited, of gpt-image-1, whose rules are the only ones that are
   * published: "the base cost is 65 image tokens, and each tile costs 129", with tiles of 512
   * pixels and the shortest side at 512, within 2048: four at most. "When using high input
   * fidelity … we add 4160 … closer to portrait or landscape, we add 6240":
   * https://developers.openai.com/api/docs/guides/images-vision, read on 2026-11-28.
   */
  shownTokens: { low: 65 + 4 * 129, high: 65 + 4 * 129 + 6_240 },
  /**
   * Tokens of an image that is edited, of later lines. No page names them: this is ours, for the
   * hold and for what is believed.
   */
  shownTokensMax: 16_384,
  /** "You can provide up to 16 images" (`ImageEditParams` of the npm package openai 7.55). */
  shownMax: 16,
  /**
   * Text that a model writes on its way to an image, in tokens. No page names a ceiling: this is
   * ours, for the hold and for what is believed.
   */
  textTokens: 2_048,
} as const;
