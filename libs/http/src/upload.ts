import type { IncomingMessage } from 'node:http';
import { Busboy } from '@fastify/busboy';
import type { BusboyFileStream } from '@fastify/busboy';
import { GatewayError } from '@tollgate/contract/error-codes';
import { isForm } from './form.ts';

/** The most header lines of one part, and their bytes. */
const HEADER_LINES_MAX = 8;
const HEADER_BYTES_MAX = 2_048;
/** The longest value of a field beside the file, in bytes. */
const FIELD_BYTES_MAX = 1_024;
/** The longest name of a field that is repeated to a caller, in characters. */
const NAME_CHARACTERS_MAX = 100;
/** Codings that leave the bytes of a part as they are. */
const PLAIN_CODINGS: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary']);

/** What a form that uploads a file may hold. */
export interface UploadRules {
  /** The field of the file. */
  file: string;
  /** The most bytes of the file. */
  fileBytesMax: number;
  /** The other fields, each of which may stand once. */
  fields: readonly string[];
}

/** Where the bytes of a file go while they come. */
export interface UploadTarget {
  /** Resolves when the next piece can be taken. */
  write(piece: Uint8Array): Promise<void>;
}

/** The texts of a form by the names of their fields. */
export type UploadFields = ReadonlyMap<string, string>;

/**
 * Reads a form with one file, of which no more than one piece is in memory: the sender waits until
 * the target has taken it.
 * @param open called with the name that the sender gave the file, before its first byte
 * @returns the other fields; the file was written whole
 * @throws GatewayError 400, 413 or 415, or what the target throws
 */
export async function readUpload(
  request: IncomingMessage,
  rules: UploadRules,
  open: (fileName: string) => Promise<UploadTarget>,
): Promise<UploadFields> {
  assertForm(request, rules);
  const parser = makeParser(request, rules);
  try {
    return await reading(request, parser, { rules, open });
  } catch (error) {
    request.unpipe(parser);
    // The edge bounds how much of a refused upload is still read.
    request.resume();
    throw error instanceof GatewayError || isOfTarget.has(error as object)
      ? error
      : refused('The form is damaged, or ends too early.', undefined, error);
  }
}

/** Errors that come from where the bytes go, and not from the form. */
const isOfTarget = new WeakSet<object>();

function assertForm({ headers }: IncomingMessage, { fileBytesMax }: UploadRules): void {
  if (!isForm(headers['content-type'] ?? '')) {
    throw new GatewayError('unsupported_media_type', 'Content-Type must be multipart/form-data.');
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new GatewayError('unsupported_media_type', 'The form must not be compressed.');
  }
  if (Number(headers['content-length'] ?? 0) > fileBytesMax + FORM_BYTES_MAX) {
    throw tooLarge(fileBytesMax);
  }
}

/** What a form has at most beside the bytes of its file. */
const FORM_BYTES_MAX = 65_536;

type Parser = InstanceType<typeof Busboy>;

function makeParser({ headers }: IncomingMessage, { fields }: UploadRules): Parser {
  try {
    return new Busboy({
      headers: { 'content-type': headers['content-type'] ?? '' },
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
      limits: {
        fieldSize: FIELD_BYTES_MAX,
        fields: fields.length + 1,
        files: 2,
        headerPairs: HEADER_LINES_MAX,
        headerSize: HEADER_BYTES_MAX,
      },
    });
  } catch (error) {
    throw refused('Content-Type must name the boundary of the form.', undefined, error);
  }
}

/** An event of the parser for one file; the parser's own types are wider than its documentation. */
type FileEvent = [
  name: string | undefined,
  stream: BusboyFileStream,
  fileName: string | undefined,
  coding: string,
];
/** An event of the parser for one field. */
type FieldEvent = [name: string | undefined, value: string, nameCut: boolean, valueCut: boolean];

function reading(
  request: IncomingMessage,
  parser: Parser,
  given: { rules: UploadRules; open: (fileName: string) => Promise<UploadTarget> },
): Promise<UploadFields> {
  const { rules } = given;
  const fields = new Map<string, string>();
  let writing: Promise<void> | null = null;
  return new Promise((resolve, reject) => {
    parser.on('file', (...[name = '', stream, fileName, coding]: FileEvent) => {
      // A file that is thrown away may break off as well.
      stream.on('error', reject);
      const fault = faultOfFile({ name, coding, isSecond: writing !== null }, rules);
      if (fault !== null) {
        stream.resume();
        reject(fault);
        return;
      }
      writing = given
        .open(fileName ?? '')
        .then((target) => writeAll(stream, target, rules.fileBytesMax));
      writing.catch((error: unknown) => {
        stream.destroy();
        reject(error);
      });
    });
    parser.on('field', (...[name = '', value, nameCut, valueCut]: FieldEvent) => {
      const fault = faultOfField({ name, isCut: nameCut || valueCut }, rules, fields);
      if (fault === null) fields.set(name, value);
      else reject(fault);
    });
    parser.on('fieldsLimit', () => reject(refused('The form has too many fields.')));
    parser.on('error', reject);
    parser.on('finish', () => {
      if (writing === null) reject(refused(`${rules.file} is missing.`, rules.file));
      else writing.then(() => resolve(fields), reject);
    });
    request.once('error', reject);
    request.once('close', () => {
      if (!request.complete) reject(new Error('the sender has left'));
    });
    request.pipe(parser);
  });
}

async function writeAll(
  stream: BusboyFileStream,
  target: UploadTarget,
  bytesMax: number,
): Promise<void> {
  let bytes = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > bytesMax) throw tooLarge(bytesMax);
    await target.write(piece).catch((error: unknown) => {
      if (typeof error === 'object' && error !== null) isOfTarget.add(error);
      throw error;
    });
  }
}

function faultOfFile(
  { name, coding, isSecond }: { name: string; coding: string; isSecond: boolean },
  { file }: UploadRules,
): GatewayError | null {
  if (isSecond) return refused(`A form may have one file, as ${file}.`, file);
  if (name !== file) return refused(`The file must be the field ${file}.`, file);
  return PLAIN_CODINGS.has(coding) ? null : refused(`${file} must not be encoded.`, file);
}

function faultOfField(
  { name, isCut }: { name: string; isCut: boolean },
  { file, fields: known }: UploadRules,
  seen: UploadFields,
): GatewayError | null {
  const param = name.slice(0, NAME_CHARACTERS_MAX);
  if (name === file) return refused(`${file} must be a file, with a name.`, file);
  if (!known.includes(name)) return refused(`${param} is no field of this form.`, param);
  if (seen.has(name)) return refused(`${param} may stand once in a form.`, param);
  return isCut ? refused(`${param} is too long.`, param) : null;
}

function tooLarge(bytesMax: number): GatewayError {
  return new GatewayError('payload_too_large', `A file may have ${bytesMax} bytes at most.`, {
    param: 'file',
  });
}

function refused(message: string, param?: string, cause?: unknown): GatewayError {
  return new GatewayError('invalid_request', message, { param, cause });
}
