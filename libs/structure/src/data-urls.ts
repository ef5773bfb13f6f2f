/** Other spellings of the types of pictures, in lower case. */
const IMAGE_TYPES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
};
/** The beginning of a data URL, with its type and parameters. */
export const DATA_URL = /^data:([^,]*),/iu;
const BLANKS = ['\n', '\r', ' ', '\t'];

/**
 * A data URL with its type in lower case, without parameters and without blanks; anything else as
 * it is.
 */
export function dataUrl(url: unknown): unknown {
  if (typeof url !== 'string') return url;
  const [prefix = '', described = ''] = DATA_URL.exec(url) ?? [];
  const [type, ...parameters] = described.split(';').map((word) => word.trim().toLowerCase());
  if (prefix === '' || !parameters.includes('base64')) return url;
  const wanted = `data:${String(mediaType(type))};base64,`;
  const data = url.slice(prefix.length);
  const packed = withoutBlanks(data);
  return wanted === prefix && packed === data ? url : wanted + String(packed);
}

/** A media type in lower case, without parameters; anything that is no text as it is. */
export function mediaType(type: unknown): unknown {
  if (typeof type !== 'string') return type;
  const [bare = ''] = type.split(';');
  const lower = bare.trim().toLowerCase();
  return IMAGE_TYPES[lower] ?? lower;
}

/** Base64 that was broken into lines, in one piece. */
export function withoutBlanks(data: unknown): unknown {
  if (typeof data !== 'string' || !BLANKS.some((blank) => data.includes(blank))) return data;
  return data.replaceAll(/\s+/gu, '');
}
