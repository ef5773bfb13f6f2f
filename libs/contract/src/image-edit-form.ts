import { GatewayError } from './error-codes.ts';
import type { FormPart, FormRules } from './form.ts';
import { IMAGES_SHOWN_MAX } from './images.ts';
import { PICTURE_BYTES_MAX, PICTURE_MARK_BYTES, pictureTypeOf } from './picture.ts';

/** More parts than an edit has fields and images. */
const PARTS_MAX = 40;
/** All images and the mask. */
const FILES_MAX = IMAGES_SHOWN_MAX + 1;
/** A text of as many characters as a prompt may have, each of four bytes, fits. */
const TEXT_BYTES_MAX = 131_072;
/** The longest name of a field that is repeated to a caller, in characters. */
const NAME_CHARACTERS_MAX = 100;

/** How clients name the parts of one image, and of several. */
const IMAGES: readonly string[] = ['image', 'image[]'];
const FILES: readonly string[] = [...IMAGES, 'mask'];
const NUMBERS: ReadonlySet<string> = new Set(['n', 'output_compression', 'partial_images']);
const NUMBER = /^\d{1,9}$/u;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * An edit as a form, as clients of OpenAI send one: files are `image` or `image[]` and `mask`,
 * every other part is the field of its name. Names and types that files come with decide nothing.
 */
export const imageEditForm: FormRules = {
  partsMax: PARTS_MAX,
  filesMax: FILES_MAX,
  files: FILES,
  bytesMax: ({ isFile }) => (isFile ? PICTURE_BYTES_MAX : TEXT_BYTES_MAX),
  toBody(parts) {
    const images: unknown[] = [];
    const body = new Map<string, unknown>();
    for (const part of parts) {
      if (IMAGES.includes(part.name)) {
        images.push(imageOf(part));
        continue;
      }
      if (body.has(part.name)) throw fault(part.name, 'may stand once in a form');
      body.set(part.name, part.name === 'mask' ? imageOf(part) : valueOf(part));
    }
    if (images.length === 0) throw fault('image', 'is missing: send at least one file');
    return { ...Object.fromEntries(body), images };
  },
};

/** The kind of an image is read from its bytes. */
function imageOf({ name, isFile, bytes }: FormPart): { image_url: string } {
  if (!isFile) throw fault(name, 'must be a file');
  const type = pictureTypeOf(bytes.subarray(0, PICTURE_MARK_BYTES));
  if (type === null) throw fault(name, 'holds no PNG, JPEG or WebP image');
  return { image_url: `data:${type};base64,${bytes.toString('base64')}` };
}

/**
 * A text that is no number or no truth value stays a text, so that the error says what the field
 * may hold.
 */
function valueOf({ name, isFile, bytes }: FormPart): unknown {
  if (isFile) throw fault(name, 'takes no file');
  if (name === 'images') throw fault(name, 'is called image or image[] in a form');
  const text = textOf(name, bytes);
  if (NUMBERS.has(name) && NUMBER.test(text)) return Number(text);
  if (name === 'stream' && /^(?:true|false)$/u.test(text)) return text === 'true';
  return text;
}

function textOf(name: string, bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw fault(name, 'is not UTF-8', error);
  }
}

function fault(name: string, words: string, cause?: unknown): GatewayError {
  const param = name.slice(0, NAME_CHARACTERS_MAX);
  return new GatewayError('invalid_request', `${param} ${words}.`, { param, cause });
}
