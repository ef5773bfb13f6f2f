import { Busboy } from '@fastify/busboy';
import type { BusboyFileStream } from '@fastify/busboy';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { FormPart, FormRules } from '@tollgate/contract/form';

/** The most header lines of one part, and their bytes. */
const HEADER_LINES_MAX = 8;
const HEADER_BYTES_MAX = 2_048;
/** Codings that leave the bytes of a part as they are. */
const PLAIN_CODINGS: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary']);
const TYPE = /^multipart\/form-data\s*(?:;|$)/i;
/** The delimiter between two parts, as RFC 2046 has it. */
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+./:=?-]{1,70}))\s*(?:;|$)/i;

/** Whether a body says that it is a form. */
export function isForm(contentType: string): boolean {
  return TYPE.test(contentType);
}

/**
 * The body that a form represents. The parser takes one piece after the other, so that a file is in
 * memory twice at most: as it came, and as a part. A form with a part that cannot be read is
 * refused whole.
 * @param pieces of the body, in their order
 * @param contentType a form's
 * @throws GatewayError `invalid_request`, which names the field where one is to blame
 */
export async function parseForm(
  pieces: readonly Buffer[],
  contentType: string,
  rules: FormRules,
): Promise<unknown> {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw refused('Content-Type must name the boundary of the form.');
  const expected = countParts(pieces, `--${boundary}`, rules.partsMax);
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  const parts = await readParts(pieces, headers, rules);
  if (parts.length !== expected) throw refused('A part of the form has no name that can be read.');
  return rules.toBody(parts);
}

/**
 * How many parts the lines between them make. The parser leaves out parts that it cannot read, and
 * says nothing.
 */
function countParts(pieces: readonly Buffer[], line: string, partsMax: number): number {
  const delimiter = Buffer.from(`\r\n${line}`, 'latin1');
  const keep = delimiter.length - 1;
  let lines = 0;
  const count = (bytes: Buffer): void => {
    let at = bytes.indexOf(delimiter);
    while (at >= 0) {
      lines += 1;
      // One line ends the form.
      if (lines > partsMax + 1) throw refused(`A form may have ${partsMax} parts at most.`);
      at = bytes.indexOf(delimiter, at + delimiter.length);
    }
  };
  // The first line may begin the body, without a line break before it.
  let before: Buffer = Buffer.from('\r\n', 'latin1');
  for (const piece of pieces) {
    const seam = Buffer.concat([before, piece.subarray(0, keep)]);
    count(seam);
    count(piece);
    before = piece.length < keep ? seam.subarray(-keep) : piece.subarray(-keep);
  }
  return lines - 1;
}

function readParts(
  pieces: readonly Buffer[],
  headers: { 'content-type': string },
  rules: FormRules,
): Promise<FormPart[]> {
  return new Promise((resolve, reject) => {
    const parts: FormPart[] = [];
    const fail = (cause: unknown): void => {
      reject(
        cause instanceof GatewayError
          ? cause
          : new GatewayError('invalid_request', 'The form is damaged, or ends too early.', {
              cause,
            }),
      );
    };
    const parser = new Busboy({
      headers,
      // Every part is read as bytes, so that a text that is no UTF-8 is seen.
      isPartAFile: () => true,
      limits: { headerPairs: HEADER_LINES_MAX, headerSize: HEADER_BYTES_MAX },
    });
    parser.on('file', (...[name, stream, fileName, coding]: FileEvent) => {
      const part: FormPart = { name: name ?? '', isFile: fileName !== undefined, bytes: NOTHING };
      parts.push(part);
      stream.on('error', fail);
      try {
        assertReadable(part, parts, { coding, rules });
        collect(stream, part, { most: rules.bytesMax(part), fail });
      } catch (error) {
        fail(error);
        stream.resume();
      }
    });
    parser.on('error', fail);
    parser.on('finish', () => resolve(parts));
    for (const piece of pieces) parser.write(piece);
    parser.end();
  });
}

/** An event of the parser for one part; the parser's own types are wider than its documentation. */
type FileEvent = [
  name: string | undefined,
  stream: BusboyFileStream,
  fileName: string | undefined,
  coding: string,
];

const NOTHING = Buffer.alloc(0);

function assertReadable(
  { name, isFile }: FormPart,
  parts: readonly FormPart[],
  { coding, rules }: { coding: string; rules: FormRules },
): void {
  if (name === '') throw refused('A part of the form has no name.');
  if (!PLAIN_CODINGS.has(coding)) throw refused(`${name} must not be encoded.`, name);
  if (isFile && parts.filter((one) => one.isFile).length > rules.filesMax) {
    const hint = rules.instead?.(name) ?? '';
    const files = rules.filesMax === 1 ? '1 file' : `${rules.filesMax} files`;
    throw refused(`A form may have ${files} at most.${hint}`, name);
  }
}

function collect(
  stream: BusboyFileStream,
  part: FormPart,
  { most, fail }: { most: number; fail: (error: unknown) => void },
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > most) fail(refused(`${part.name} has more than ${most} bytes.`, part.name));
    else chunks.push(chunk);
  });
  stream.on('end', () => {
    part.bytes = Buffer.concat(chunks);
  });
}

function refused(message: string, param?: string): GatewayError {
  return new GatewayError('invalid_request', message, { param });
}
