import type { ContractDraft } from '@tollgate/contract/request-contract';
import { between, oneOf } from '../contract/contract.ts';
import { NO_IMAGE_RULES, pieceDraft } from '../contract/image-rules.ts';

/**
 * Imagen over the Gemini API: "numberOfImages … from 1 to 4 (inclusive)", five aspect ratios, and
 * `imageSize` 1K or 2K for the standard and the ultra models; prompts of 480 tokens. By
 * https://ai.google.dev/gemini-api/docs/imagen, as @genkit-ai/googleai 1.27 and the typings of
 * @google/genai have it, read on 2026-11-28.
 */
const IMAGEN = /^imagen-(?<version>[34])\.0-(?:(?<kind>fast|ultra)-)?generate-(?:preview-)?\d/u;
const PROMPT_TOKENS = 480;
const IMAGES_MAX = 4;
const SHAPES = ['1:1', '3:4', '4:3', '9:16', '16:9'] as const;

/** What one of Google's models that make nothing but images accepts; null for other names. */
export function imagenContract(model: string): ContractDraft | null {
  const { version, kind } = IMAGEN.exec(model)?.groups ?? {};
  if (version === undefined) return null;
  const hasSizes = version === '4' && kind !== 'fast';
  return pieceDraft(
    'published',
    {
      ...NO_IMAGE_RULES,
      n: between(1, IMAGES_MAX),
      ...(hasSizes ? { resolution: { ...oneOf('1k', '2k'), default: '1k' } } : {}),
      aspect_ratio: { ...oneOf(...SHAPES), default: '1:1' },
      output_format: oneOf('png', 'jpeg'),
      output_compression: between(0, 100),
    },
    { context_tokens: PROMPT_TOKENS },
  );
}
