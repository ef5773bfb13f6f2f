import { UnreadableAudio } from './unreadable.ts';

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** More chunks than a file has before its samples. */
const CHUNKS_MAX = 10_000;
const FORMAT_BYTES = 16;
/** Where the format of an extensible chunk is. */
const SUBFORMAT_AT = 24;
const EXTENSIBLE = 0xfffe;
/** PCM, floats, A-law and mu-law: each sample has its bits, and nothing is packed. */
const PLAIN: ReadonlySet<number> = new Set([1, 3, 6, 7]);
const BITS_PER_BYTE = 8;

/**
 * Seconds of a WAV file: all bytes behind the head of its samples, whatever length this head names,
 * because decoders read on where it is too small.
 * @throws UnreadableAudio
 */
export function wavSeconds(bytes: Buffer): number {
  let bytesPerSecond: number | null = null;
  let at = HEADER_BYTES;
  for (let chunks = 0; at + CHUNK_HEADER_BYTES <= bytes.length; chunks += 1) {
    if (chunks === CHUNKS_MAX) throw new UnreadableAudio('is in too many pieces');
    const id = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const start = at + CHUNK_HEADER_BYTES;
    if (id === 'data') {
      if (bytesPerSecond === null) throw new UnreadableAudio('names no format of its samples');
      return (bytes.length - start) / bytesPerSecond;
    }
    if (id === 'fmt ') {
      if (bytesPerSecond !== null) throw new UnreadableAudio('names two formats');
      bytesPerSecond = rateOf(bytes.subarray(start, start + size));
    }
    at = start + size + (size % 2);
  }
  throw new UnreadableAudio('holds no samples');
}

function rateOf(format: Buffer): number {
  if (format.length < FORMAT_BYTES) throw new UnreadableAudio('is cut short');
  const tag = format.readUInt16LE(0);
  const isExtensible = tag === EXTENSIBLE && format.length >= SUBFORMAT_AT + 2;
  if (!PLAIN.has(isExtensible ? format.readUInt16LE(SUBFORMAT_AT) : tag)) {
    throw new UnreadableAudio('is packed in a way that is not read here: send PCM, or MP3');
  }
  const channels = format.readUInt16LE(2);
  const samples = format.readUInt32LE(4);
  const bits = format.readUInt16LE(14);
  return channels * samples * Math.ceil(bits / BITS_PER_BYTE);
}
