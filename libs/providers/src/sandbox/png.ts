import { crc32, deflateSync } from 'node:zlib';

/** The first bytes of every PNG. */
const MARK = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const BITS_OF_SAMPLE = 8;
/** Red, green and blue for each pixel. */
const TRUECOLOUR = 2;

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
  header.set([BITS_OF_SAMPLE, TRUECOLOUR], 8);
  // Each line begins with its filter: none.
  const line = Buffer.concat([
    Buffer.of(0),
    Buffer.alloc(width * colour.length, Buffer.from(colour)),
  ]);
  const pixels = Buffer.alloc(line.length * height, line);
  return Buffer.concat([
    MARK,
    chunk('IHDR', header),
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
