import { TAG_CHARACTERS_MAX, TAG_PATTERN } from '@tollgate/contract/headers';
import { GatewayError } from '@tollgate/contract/error-codes';

const TAG = new RegExp(TAG_PATTERN);

/**
 * The tag of a call, by our own header or by `metadata.tag` of its body; null without any. A value
 * of `metadata` is the caller's own bookkeeping: one that cannot be a tag is passed over.
 * @param own the value of our header
 * @param request the parsed body
 * @throws GatewayError `invalid_header` for a value of our own header that cannot be used
 */
export function readTag(own: string | undefined, request: object): string | null {
  if (own === undefined) return tagIn('metadata' in request ? request.metadata : null);
  if (TAG.test(own)) return own;
  throw new GatewayError(
    'invalid_header',
    `X-Svc-Tag may have 1 to ${TAG_CHARACTERS_MAX} letters, digits and signs of ._~:@/+=- only.`,
    { param: 'X-Svc-Tag' },
  );
}

function tagIn(metadata: unknown): string | null {
  if (typeof metadata !== 'object' || metadata === null || !('tag' in metadata)) return null;
  const { tag } = metadata;
  return typeof tag === 'string' && TAG.test(tag) ? tag : null;
}
