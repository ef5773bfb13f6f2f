/** The largest picture of a video, in bytes. */
export const PICTURE_BYTES_MAX = 10_485_760;

/** The number of bytes that a text in base64 encodes. */
export function base64Bytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='));
  return Math.floor((base64.length * 3) / 4) - padding;
}

/** As many bytes as the marks below need. */
export const PICTURE_MARK_BYTES = 12;

/** The first bytes of each kind of picture. */
const MARKS: Readonly<Record<string, (head: Buffer) => boolean>> = {
  'image/png': (head) => head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  'image/jpeg': (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/webp': (head) =>
    head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
};

/** The kind of a picture by its first bytes; null for what is none that videos are made of. */
export function pictureTypeOf(head: Buffer): string | null {
  return Object.keys(MARKS).find((type) => MARKS[type]?.(head) === true) ?? null;
}
