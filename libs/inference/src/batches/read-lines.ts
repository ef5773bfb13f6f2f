/** One line of a file, without its end. */
export interface FileLine {
  /** From 1 on. */
  line: number;
  /** Where it begins in the file, in bytes. */
  startsAt: number;
  bytes: Buffer;
}

/** A line that has more bytes than a line may have; nothing behind it is read. */
export class LineTooLong extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`line ${line} is too long`);
    this.name = 'LineTooLong';
    this.line = line;
  }
}

const NEWLINE = 0x0a;

/**
 * Cuts a file into its lines while it comes; no more than one line and one piece are in memory.
 * Blank lines are lines too; a file that ends with a newline has none behind it.
 * @throws LineTooLong
 */
export async function* linesOf(
  pieces: AsyncIterable<Uint8Array>,
  lineBytesMax: number,
): AsyncGenerator<FileLine> {
  let [line, startsAt, held] = [1, 0, [] as Buffer[]];
  let heldBytes = 0;
  const take = (last: Buffer): FileLine => {
    const bytes = held.length === 0 ? last : Buffer.concat([...held, last]);
    if (bytes.length > lineBytesMax) throw new LineTooLong(line);
    const found = { line, startsAt, bytes };
    line += 1;
    startsAt += bytes.length + 1;
    [held, heldBytes] = [[], 0];
    return found;
  };
  for await (const piece of pieces) {
    const buffer = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    let from = 0;
    for (let end = buffer.indexOf(NEWLINE); end >= 0; end = buffer.indexOf(NEWLINE, from)) {
      yield take(buffer.subarray(from, end));
      from = end + 1;
    }
    const rest = buffer.subarray(from);
    heldBytes += rest.length;
    if (heldBytes > lineBytesMax) throw new LineTooLong(line);
    if (rest.length > 0) held.push(rest);
  }
  if (heldBytes > 0) yield take(Buffer.alloc(0));
}
