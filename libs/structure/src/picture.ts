/** The largest picture of a film, in bytes. */
const PICTURE_BYTES_MAX = 10_485_760;
const DATA_URL = /^data:(image\/(?:png|jpeg|webp));base64,/;
/** As many characters of base64 as the marks below need. */
const MARK_CHARACTERS = 24;

/** The first bytes of each kind of picture. */
const MARKS: Readonly<Record<string, (head: Buffer) => boolean>> = {
  'image/png': (head) => head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  'image/jpeg': (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/webp': (head) =>
    head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
};

/** What is wrong with a picture as a data URL, by its bytes and not by its name; null where nothing is. */
export function pictureFault(url: string): string | null {
  const [prefix = '', type = ''] = DATA_URL.exec(url) ?? [];
  const base64 = url.slice(prefix.length);
  if (prefix === '' || base64.length % 4 !== 0) return 'is no picture in base64';
  if ((base64.length / 4) * 3 > PICTURE_BYTES_MAX) return 'is larger than 10 MiB';
  const head = Buffer.from(base64.slice(0, MARK_CHARACTERS), 'base64');
  return MARKS[type]?.(head) === true ? null : `holds no ${type}`;
}
