import { crc32, deflateSync } from 'node:zlib';

/** The first bytes of every PNG. */
const MARK = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** A pixel is the number of a colour in a list of one: large images cost next to nothing. */
const BITS_OF_PIXEL = 1;
const INDEXED = 3;
const BITS_OF_BYTE = 8;

/** An image of one colour, each part from 0 to 255. */
export interface PlainImage {
  width: number;
  height: number;
  colour: readonly [red: number, green: number, blue: number];
}

/** A PNG (ISO/IEC 15948) of one colour. */
export function pngOf({ width, height, colour }: PlainImage): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BITS_OF_PIXEL, INDEXED], 8);
  // Each line begins with its filter: none, and every pixel has the first colour.
  const bytesOfLine = 1 + Math.ceil((width * BITS_OF_PIXEL) / BITS_OF_BYTE);
  const pixels = Buffer.alloc(bytesOfLine * height);
  return Buffer.concat([
    MARK,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colour)),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
