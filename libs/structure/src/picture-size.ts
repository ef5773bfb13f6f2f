/** Width and height in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Bytes before the size in the head of a PNG: its mark, and length and name of the first chunk. */
const PNG_SIZE_AT = 16;
const PNG_HEAD = 'IHDR';
/** Where the first chunk of a WebP has its name, and its contents. */
const WEBP_NAME_AT = 12;
const WEBP_CHUNK_AT = 20;
/** The most segments of a JPEG before its frame. */
const JPEG_SEGMENTS_MAX = 512;
const JPEG_MARK = 0xff;
/** Frames of JPEG are C0 to CF, but for tables of codes, of arithmetic coding, and an extension. */
const JPEG_FRAMES = { from: 0xc0, to: 0xcf, others: new Set([0xc4, 0xc8, 0xcc]) } as const;

/**
 * The size that the head of a PNG (ISO/IEC 15948), JPEG (ITU T.81) or WebP (RFC 9649) says; null
 * where it says none. Nothing is unpacked.
 */
export function pictureSize(bytes: Buffer): PictureSize | null {
  const found = sizeIn(bytes);
  return found === null || found.width < 1 || found.height < 1 ? null : found;
}

function sizeIn(bytes: Buffer): PictureSize | null {
  if (bytes[0] === JPEG_MARK) return jpegSize(bytes);
  if (bytes.toString('latin1', 0, 4) === 'RIFF') return webpSize(bytes);
  return pngSize(bytes);
}

function pngSize(bytes: Buffer): PictureSize | null {
  if (bytes.length < PNG_SIZE_AT + 8) return null;
  if (bytes.toString('latin1', PNG_SIZE_AT - 4, PNG_SIZE_AT) !== PNG_HEAD) return null;
  return { width: bytes.readUInt32BE(PNG_SIZE_AT), height: bytes.readUInt32BE(PNG_SIZE_AT + 4) };
}

/** Walks from segment to segment up to the frame. */
function jpegSize(bytes: Buffer): PictureSize | null {
  let at = 2;
  for (let segments = 0; segments < JPEG_SEGMENTS_MAX && at + 9 <= bytes.length; segments += 1) {
    if (bytes[at] !== JPEG_MARK) return null;
    const kind = bytes[at + 1] ?? 0;
    if (kind === JPEG_MARK) {
      // Marks may be filled up.
      at += 1;
      continue;
    }
    if (isFrame(kind)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function isFrame(kind: number): boolean {
  const { from, to, others } = JPEG_FRAMES;
  return kind >= from && kind <= to && !others.has(kind as 0xc4);
}

/** The three kinds of a WebP: lossy, lossless, and one with a canvas of its own. */
function webpSize(bytes: Buffer): PictureSize | null {
  if (bytes.length < WEBP_CHUNK_AT + 10) return null;
  const chunk = bytes.subarray(WEBP_CHUNK_AT);
  switch (bytes.toString('latin1', WEBP_NAME_AT, WEBP_NAME_AT + 4)) {
    case 'VP8 ':
      return { width: chunk.readUInt16LE(6) & 0x3fff, height: chunk.readUInt16LE(8) & 0x3fff };
    case 'VP8L': {
      const packed = chunk.readUInt32LE(1);
      return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
    }
    case 'VP8X':
      return { width: 1 + chunk.readUIntLE(4, 3), height: 1 + chunk.readUIntLE(7, 3) };
    default:
      return null;
  }
}
