import { PICTURE_MARK_BYTES, pictureTypeOf } from '@tollgate/contract/picture';
import { MalformedReply } from '../../adapter/adapter.ts';

/** As many characters of base64 as the first bytes of a picture need. */
const MARK_CHARACTERS = Math.ceil(PICTURE_MARK_BYTES / 3) * 4;
/** Looking at an image in steps keeps the stack of the expression small. */
const STEP_CHARACTERS = 65_536;
const INSIDE = /^[A-Za-z0-9+/]*$/u;
const END = /^[A-Za-z0-9+/]*={0,2}$/u;

/**
 * The base64 of one image of a reply. Charges are made of images, so that what is no image counts
 * as none.
 * @throws MalformedReply when the value is no PNG, JPEG or WebP in base64
 */
export function imageOf(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.length % 4 !== 0 || !isBase64(value)) {
    throw noImage();
  }
  const head = Buffer.from(value.slice(0, MARK_CHARACTERS), 'base64');
  if (pictureTypeOf(head) === null) throw noImage();
  return value;
}

function isBase64(text: string): boolean {
  for (let at = 0; at < text.length; at += STEP_CHARACTERS) {
    const step = text.slice(at, at + STEP_CHARACTERS);
    const isLast = at + STEP_CHARACTERS >= text.length;
    if (!(isLast ? END : INSIDE).test(step)) return false;
  }
  return true;
}

function noImage(): MalformedReply {
  return new MalformedReply('an image is no picture in base64');
}
