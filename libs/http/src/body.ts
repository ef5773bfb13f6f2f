import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Transform } from 'node:stream';
import { parse as parseTolerantly } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { GatewayError } from '@tollgate/contract/errors';
import { parseExactJson, withPlainNumbers } from '@tollgate/contract/exact-json';
import type { FormRules } from '@tollgate/contract/form';
import { isForm, parseForm } from './form.ts';
import { assertJsonIsSane } from './json-scan.ts';
import { ValidationError } from './validate.ts';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** A whole body in the pieces in which it came. */
export type BodyPieces = readonly Buffer[];

/**
 * Reads a whole request body once and inflates a compressed one; the limit is on the inflated bytes.
 * @throws GatewayError `payload_too_large`, `unsupported_media_type` or `invalid_request`
 */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<BodyPieces> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > bytesMax) throw tooLarge(bytesMax);
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return collect(request, bytesMax);
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (decoder === undefined) {
    throw new GatewayError(
      'unsupported_media_type',
      'Content-Encoding must be gzip, deflate or br.',
    );
  }
  const inflated = request.pipe(decoder());
  try {
    return await collect(inflated, bytesMax);
  } catch (error) {
    request.unpipe(inflated);
    inflated.destroy();
    if (error instanceof GatewayError) throw error;
    throw new GatewayError('invalid_request', 'The compressed body is damaged.', { cause: error });
  }
}

async function collect(stream: AsyncIterable<unknown>, bytesMax: number): Promise<BodyPieces> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const buffer = chunk as Buffer;
    bytes += buffer.length;
    if (bytes > bytesMax) throw tooLarge(bytesMax);
    pieces.push(buffer);
  }
  return pieces;
}

/** Bodies up to this many bytes are joined in memory that stays: new memory for each would keep the collector of garbage busy. */
const KEPT_BYTES = 1_048_576;
const kept = Buffer.alloc(KEPT_BYTES);

/** The pieces as one; to be read in the same turn, since the next body takes its place. */
function joined(pieces: BodyPieces): Buffer {
  if (pieces.length === 1) return pieces[0] as Buffer;
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  if (bytes > KEPT_BYTES) return Buffer.concat(pieces, bytes);
  let end = 0;
  for (const piece of pieces) end += piece.copy(kept, end);
  return kept.subarray(0, end);
}

function tooLarge(bytesMax: number): GatewayError {
  return new GatewayError('payload_too_large', `The body may have ${bytesMax} bytes at most.`);
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** JSON is UTF-8 (RFC 8259). A body with another charset is refused, because its bytes would be read wrongly. */
function assertUtf8(contentType: string): void {
  const charset = CHARSET.exec(contentType)?.[1]?.toLowerCase();
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8') return;
  throw new GatewayError('unsupported_media_type', 'The body must be UTF-8.');
}

/**
 * The JSON document of a body. Whole numbers below its own members keep every digit.
 * @throws GatewayError `invalid_json`, `json_too_deep` or `unsupported_media_type`
 */
export function parseJsonBody(pieces: BodyPieces, contentType: string | undefined): unknown {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json' && !(type?.endsWith('+json') ?? false)) {
    throw new GatewayError('unsupported_media_type', 'Content-Type must be application/json.');
  }
  assertUtf8(contentType ?? '');
  const bytes = joined(pieces);
  assertJsonIsSane(bytes);
  const text = bytes.toString('utf8');
  try {
    return withPlainNumbers(parseExactJson(text));
  } catch (error) {
    throw new GatewayError('invalid_json', `The body is not valid JSON${whereBroken(text)}.`, {
      cause: error,
    });
  }
}

/** Bodies up to this many characters are read once more to find where they break: the parser itself tells it of some faults only. */
const LOCATED_CHARACTERS_MAX = 262_144;

/** Where a text stops being JSON, as words behind a sentence; empty where that is not looked for. */
function whereBroken(text: string): string {
  if (text.length > LOCATED_CHARACTERS_MAX) return '';
  const errors: ParseError[] = [];
  parseTolerantly(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors.toSorted((one, other) => one.offset - other.offset);
  if (first === undefined) return '';
  if (text.slice(first.offset).trim() === '') return ': it ends too early';
  const before = text.slice(0, first.offset).split('\n');
  return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/**
 * Reads the whole body of a control-plane request. A compressed body that is damaged is reported like any other fault of a body.
 * @throws ValidationError, or GatewayError `payload_too_large` or `unsupported_media_type`
 */
export async function readControlBody(
  request: IncomingMessage,
  bytesMax: number,
): Promise<BodyPieces> {
  try {
    return await readBody(request, bytesMax);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'invalid_request') throw error;
    throw new ValidationError([{ loc: ['body'], msg: error.message, type: 'value_error' }]);
  }
}

/** The codes of bodies that cannot be read, which control planes report like any other fault of a body. */
const UNREADABLE: ReadonlySet<string> = new Set(['invalid_json', 'json_too_deep']);

/**
 * The JSON document of a control-plane body. A body that is no JSON, or nests too deep, is reported like any other fault of a body.
 * @throws ValidationError, or GatewayError `unsupported_media_type`
 */
export function parseControlBody(pieces: BodyPieces, contentType: string | undefined): unknown {
  try {
    return parseJsonBody(pieces, contentType);
  } catch (error) {
    if (!(error instanceof GatewayError) || !UNREADABLE.has(error.code)) throw error;
    const msg =
      error.code === 'invalid_json'
        ? `${error.message} Send one JSON document in UTF-8.`
        : error.message;
    throw new ValidationError([{ loc: ['body'], msg, type: 'json_invalid' }]);
  }
}

/**
 * The body of a route: that which a form stands for, where the route takes forms and one was sent, else JSON.
 * @throws GatewayError, or what the parser of JSON throws
 */
export async function parseFormOr(
  parseJson: (pieces: BodyPieces, contentType: string | undefined) => unknown,
  pieces: BodyPieces,
  given: { contentType: string | undefined; form: FormRules | undefined },
): Promise<unknown> {
  const { contentType = '', form } = given;
  return form !== undefined && isForm(contentType)
    ? parseForm(Buffer.concat(pieces), contentType, form)
    : parseJson(pieces, given.contentType);
}
