import { GatewayError } from './error-codes.ts';
import type { FormPart, FormRules } from './form.ts';
import { AUDIO_FILE_BYTES_MAX, REFERENCE_CHARACTERS_MAX } from './transcription.ts';
import { UploadedFile } from './uploaded-file.ts';

/** More parts than a request has fields and items. */
const PARTS_MAX = 32;
/** A prompt of as many characters as it may have, each of four bytes, fits. */
const TEXT_BYTES_MAX = 65_536;
/** The longest name of a field that is repeated to a caller, in characters. */
const NAME_CHARACTERS_MAX = 100;

const LISTS: readonly string[] = [
  'timestamp_granularities',
  'include',
  'known_speaker_names',
  'known_speaker_references',
];
const CHUNKING = 'chunking_strategy';
const MEMBER = /^chunking_strategy\[(\w{1,40})\]$/u;
const NUMBERS: readonly string[] = [
  'temperature',
  'prefix_padding_ms',
  'silence_duration_ms',
  'threshold',
];
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/u;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A request with audio as a form, as clients of OpenAI write it: the file is a part, lists have
 * `[]` behind their names, and members of an object their names in brackets.
 */
export const transcriptionForm: FormRules = {
  partsMax: PARTS_MAX,
  filesMax: 1,
  files: ['file'],
  bytesMax({ name, isFile }) {
    if (isFile) return AUDIO_FILE_BYTES_MAX;
    return fieldOf(name) === 'known_speaker_references' ? REFERENCE_CHARACTERS_MAX : TEXT_BYTES_MAX;
  },
  toBody(parts) {
    const body = new Map<string, unknown>();
    for (const part of parts) take(body, part);
    return Object.fromEntries(body);
  },
};

function take(body: Map<string, unknown>, part: FormPart): void {
  const field = fieldOf(part.name);
  if (field === 'file') return setOnce(body, field, fileIn(part));
  if (part.isFile) throw fault(part.name, 'takes no file');
  const text = textOf(part);
  const [, member] = MEMBER.exec(part.name) ?? [];
  if (member !== undefined) return setMember(body, member, text);
  if (!LISTS.includes(field)) return setOnce(body, field, valueOf(field, text));
  const items = (body.get(field) ?? []) as unknown[];
  body.set(field, [...items, text]);
}

function setOnce(body: Map<string, unknown>, field: string, value: unknown): void {
  if (body.has(field)) throw fault(field, 'may stand once in a form');
  body.set(field, value);
}

function setMember(body: Map<string, unknown>, member: string, text: string): void {
  const known = body.get(CHUNKING) ?? {};
  if (typeof known !== 'object' || known === null || Object.hasOwn(known, member)) {
    throw fault(CHUNKING, 'may stand once in a form');
  }
  const more = new Map<string, unknown>([
    ...Object.entries(known),
    [member, valueOf(member, text)],
  ]);
  body.set(CHUNKING, Object.fromEntries(more));
}

function fileIn({ isFile, bytes }: FormPart): UploadedFile {
  if (!isFile) throw fault('file', 'must be sent as a file, with a name of its own');
  if (bytes.length === 0) throw fault('file', 'is empty');
  return new UploadedFile(bytes);
}

/** The field that a part belongs to: a list has its brackets, and may lack them. */
function fieldOf(name: string): string {
  const bare = name.endsWith('[]') ? name.slice(0, -2) : name;
  return LISTS.includes(bare) ? bare : name;
}

/**
 * A text that is no number or no truth value stays a text, so that the error says what the field
 * may hold.
 */
function valueOf(field: string, text: string): unknown {
  if (NUMBERS.includes(field) && NUMBER.test(text)) return Number(text);
  if (field === 'stream' && /^(?:true|false)$/u.test(text)) return text === 'true';
  return field === CHUNKING && text.startsWith('{') ? objectIn(text) : text;
}

/** Some clients write an object as JSON. */
function objectIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw fault(CHUNKING, 'is no JSON', error);
  }
}

function textOf({ name, bytes }: FormPart): string {
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
