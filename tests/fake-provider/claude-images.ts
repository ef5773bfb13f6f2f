import { claudeFacts } from '@tollgate/providers/claude/facts';
import { lineOf } from '@tollgate/providers/claude/lines';

/** What the host puts around the name that the model's own provider uses. */
const HOST = /^(?:[a-z]+\.)*anthropic\.|-v\d+(?::\d+)?$/gu;
/** The provider measures an image as it comes, in base64. */
const BASE64_BYTES_MAX = 5_242_880;

/**
 * Why the provider of Claude refuses the images of a request, by the same table as the product;
 * null when it does not.
 * @param base64 the images; empty texts for those that stand elsewhere
 */
export function claudeImagesFault(model: string, base64: readonly string[]): string | null {
  const { images } = claudeFacts(lineOf(model.replaceAll(HOST, ''))?.context);
  if (images !== undefined && base64.length > images.value) {
    return `too many images and documents: ${base64.length} + 0 > ${images.value}`;
  }
  const large = base64.find(({ length }) => length > BASE64_BYTES_MAX);
  if (large === undefined) return null;
  return `image.source.base64: image exceeds 5 MB maximum: ${large.length} bytes > ${BASE64_BYTES_MAX} bytes`;
}
