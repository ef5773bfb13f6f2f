import { GatewayError } from './error-codes.ts';
import type { FormPart, FormRules } from './form.ts';
import { PICTURE_BYTES_MAX, PICTURE_MARK_BYTES, pictureTypeOf } from './picture.ts';

/** More parts than a video has fields. */
const PARTS_MAX = 32;
/** Further pictures go as data URLs. */
const FILES_MAX = 1;
/** A text of as many characters as a prompt may have, each of four bytes, fits. */
const TEXT_BYTES_MAX = 131_072;
/** A picture as a data URL, with the text before its base64. */
const DATA_URL_BYTES_MAX = 4 * Math.ceil(PICTURE_BYTES_MAX / 3) + 64;
/** The longest name of a field that is repeated to a caller, in characters. */
const NAME_CHARACTERS_MAX = 100;

const PICTURES: readonly string[] = ['input_reference', 'first_frame', 'last_frame'];

/** How clients of OpenAI write a field that is an object with a data URL. */
const REFERENCE_URL = 'input_reference[image_url]';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A video as a form: every field of the JSON body is a part of the same name, and one picture may
 * be a file.
 */
export const videoForm: FormRules = {
  partsMax: PARTS_MAX,
  filesMax: FILES_MAX,
  files: PICTURES,
  instead: (name) => ` Send ${name} as a data URL.`,
  bytesMax({ name, isFile }) {
    if (isFile) return PICTURE_BYTES_MAX;
    return PICTURES.includes(fieldOf(name)) ? DATA_URL_BYTES_MAX : TEXT_BYTES_MAX;
  },
  toBody(parts) {
    const body = new Map<string, unknown>();
    for (const part of parts) {
      const field = fieldOf(part.name);
      if (body.has(field)) throw fault(field, 'may stand once in a form');
      body.set(field, part.isFile ? dataUrlOf(part) : valueOf(part));
    }
    return Object.fromEntries(body);
  },
};

function fieldOf(name: string): string {
  return name === REFERENCE_URL ? 'input_reference' : name;
}

/** The kind of a picture is read from its bytes; what its sender calls it decides nothing. */
function dataUrlOf({ name, bytes }: FormPart): string {
  if (!PICTURES.includes(name)) throw fault(name, 'takes no file');
  const type = pictureTypeOf(bytes.subarray(0, PICTURE_MARK_BYTES));
  if (type === null) throw fault(name, 'holds no PNG, JPEG or WebP picture');
  return `data:${type};base64,${bytes.toString('base64')}`;
}

/**
 * A text that is no number or no truth value stays a text, so that the error says what the field
 * may hold.
 */
function valueOf({ name, bytes }: FormPart): unknown {
  const text = textOf(name, bytes);
  if (name === 'seed' && /^\d{1,15}$/.test(text)) return Number(text);
  if (name === 'generate_audio' && /^(?:true|false)$/.test(text)) return text === 'true';
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
