import { PICTURE_MARK_BYTES, pictureTypeOf } from '@tollgate/contract/picture';
import type { InputItem, ReadItem, ResponsesRequest } from '@tollgate/contract/responses';
import { assertPicture } from './shown-images.ts';

/** As many characters of base64 as the first bytes of a picture need. */
const MARK_CHARACTERS = Math.ceil(PICTURE_MARK_BYTES / 3) * 4;

type ToolsOf = Pick<ResponsesRequest, 'tools'>;

/**
 * Whether images of earlier answers are shown to the model again: it can have them edited. Other
 * models get the answers alone.
 */
export function showsImages({ tools }: ToolsOf): boolean {
  return (tools ?? []).some(({ type }) => type === 'image_generation');
}

/** The image of an item of an earlier answer, in base64; null for an item without one. */
export function imageMade(item: InputItem): string | null {
  if (item.type !== 'image_generation_call') return null;
  const { result } = item as { result?: unknown };
  return typeof result === 'string' && result !== '' ? result : null;
}

/** The message of a user that shows such an image: providers keep no items that could be named. */
export function shownAgain(base64: string): ReadItem {
  const type = typeOf(base64);
  return {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_image', image_url: `data:${type};base64,${base64}` }],
  };
}

/**
 * Checks the images of earlier answers that are shown again.
 * @throws GatewayError `invalid_request`, which names the field
 */
export function assertMadeImages(request: ToolsOf & Pick<ResponsesRequest, 'input'>): void {
  if (!showsImages(request) || typeof request.input === 'string') return;
  for (const [at, item] of request.input.entries()) {
    const base64 = imageMade(item);
    if (base64 === null) continue;
    assertPicture(`input[${at}].result`, `data:${typeOf(base64)};base64,${base64}`);
  }
}

function typeOf(base64: string): string {
  return pictureTypeOf(Buffer.from(base64.slice(0, MARK_CHARACTERS), 'base64')) ?? 'image/png';
}
