/** Bytes of a file, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The one range that a header asks for. Several ranges, other units and what is no range mean the
 * whole file, as RFC 9110 allows; `beyond` is a range that lies behind the end.
 */
export function rangeIn(header: string | undefined, bytes: number): ByteRange | 'beyond' | null {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') return lastBytes(Number(to), bytes);
  const start = Number(from);
  if (to !== '' && Number(to) < start) return null;
  if (start >= bytes) return 'beyond';
  return { start, end: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) };
}

function lastBytes(count: number, bytes: number): ByteRange | 'beyond' {
  if (count === 0) return 'beyond';
  return { start: Math.max(0, bytes - count), end: bytes - 1 };
}
