import {
  PICTURE_BYTES_MAX,
  PICTURE_MARK_BYTES,
  base64Bytes,
  pictureTypeOf,
} from '@tollgate/contract/picture';

const DATA_URL = /^data:(image\/(?:png|jpeg|webp));base64,/;
/** As many characters of base64 as the first bytes of a picture need. */
const MARK_CHARACTERS = (PICTURE_MARK_BYTES / 3) * 4;

/**
 * The fault of a picture as a data URL, by its bytes and not by its name; null where there is none.
 */
export function pictureFault(url: string): string | null {
  const [prefix = '', type = ''] = DATA_URL.exec(url) ?? [];
  const base64 = url.slice(prefix.length);
  if (prefix === '' || base64.length % 4 !== 0) return 'is no picture in base64';
  if (base64Bytes(base64) > PICTURE_BYTES_MAX) return 'is larger than 10 MiB';
  const head = Buffer.from(base64.slice(0, MARK_CHARACTERS), 'base64');
  return pictureTypeOf(head) === type ? null : `holds no ${type}`;
}
