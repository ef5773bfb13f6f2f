import type { Measuring } from './measuring.ts';
import { UnreadableAudio } from './unreadable.ts';

const MARK_BYTES = 4;
const BLOCK_HEADER_BYTES = 4;
const STREAM_INFO_BYTES = 34;
/** What a frame begins with, of blocks that have one size, or several. */
const MARKS = [Buffer.from([0xff, 0xf8]), Buffer.from([0xff, 0xf9])];
/** More frames than twelve hours have. */
const MARKS_MAX = 500_000;
/** Bytes that are searched in one step. */
const STEP_BYTES = 65_536;
/** The longest head of a frame, in bytes. */
const HEAD_BYTES_MAX = 16;
const HEAD_BYTES_MIN = 6;
/** Samples a second by code; 0 is what the head of the file has, a frame names the others. */
const RATES = [0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
/** Bytes of the size of a block, and of a rate, that stand in the head, by their codes. */
const SIZE_BYTES: Readonly<Record<number, number>> = { 6: 1, 7: 2 };
const RATE_BYTES: Readonly<Record<number, number>> = { 12: 1, 13: 2, 14: 2 };
const RATE_96K = 96_000;
const CRC_POLYNOMIAL = 0x07;

const CRC = Uint8Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    crc = ((crc << 1) ^ ((crc & 0x80) === 0 ? 0 : CRC_POLYNOMIAL)) & 0xff;
  }
  return crc;
});

/**
 * Seconds of a FLAC file: the sum of the frames in it, each known by its mark and its checksum
 * (RFC 9639). The number of samples in its head is not believed.
 * @throws UnreadableAudio
 */
export function* flacSeconds(bytes: Buffer): Measuring {
  const { start, rate } = headOf(bytes);
  let [seconds, marks] = [0, 0];
  for (let from = start; from < bytes.length; from += STEP_BYTES) {
    // One byte more: a mark may begin with the last one.
    for (const at of marksIn(bytes.subarray(from, from + STEP_BYTES + 1))) {
      marks += 1;
      if (marks === MARKS_MAX) throw new UnreadableAudio('is in too many pieces');
      seconds += frameSeconds(bytes, from + at, rate);
    }
    yield;
  }
  return seconds;
}

/** Where marks begin. */
function marksIn(part: Buffer): number[] {
  const found: number[] = [];
  for (const mark of MARKS) {
    for (let at = part.indexOf(mark); at >= 0; at = part.indexOf(mark, at + 2)) found.push(at);
  }
  return found;
}

function headOf(bytes: Buffer): { start: number; rate: number } {
  let at = MARK_BYTES;
  let rate = 0;
  while (at + BLOCK_HEADER_BYTES <= bytes.length) {
    const kind = bytes.readUInt8(at);
    const size = bytes.readUIntBE(at + 1, 3);
    const start = at + BLOCK_HEADER_BYTES;
    if ((kind & 0x7f) === 0 && start + STREAM_INFO_BYTES <= bytes.length) {
      rate = bytes.readUIntBE(start + 10, 3) >> 4;
    }
    at = start + size;
    if (kind >= 0x80) return { start: at, rate };
  }
  throw new UnreadableAudio('is cut short');
}

/** Seconds of the frame whose mark is at a byte; 0 where the mark is none. */
function frameSeconds(bytes: Buffer, at: number, usual: number): number {
  const head = bytes.subarray(at, at + HEAD_BYTES_MAX);
  if (head.length < HEAD_BYTES_MIN || !isPossible(head)) return 0;
  const sizeCode = head.readUInt8(2) >> 4;
  const rateCode = head.readUInt8(2) & 0x0f;
  const sizeAt = 4 + numberBytes(head.readUInt8(4));
  const sizeBytes = SIZE_BYTES[sizeCode] ?? 0;
  const rateAt = sizeAt + sizeBytes;
  const rateBytes = RATE_BYTES[rateCode] ?? 0;
  const end = rateAt + rateBytes;
  if (head.length <= end || crcOf(head, end) !== head[end]) return 0;
  const samples = sizeBytes === 0 ? samplesOf(sizeCode) : head.readUIntBE(sizeAt, sizeBytes) + 1;
  const given = rateBytes === 0 ? 0 : head.readUIntBE(rateAt, rateBytes);
  const rate = rateOf(rateCode, given) || usual;
  return rate === 0 ? 0 : samples / rate;
}

/** Codes that no frame has, beside its checksum. */
function isPossible(head: Buffer): boolean {
  const codes = head.readUInt8(2);
  const channels = head.readUInt8(3);
  return codes >> 4 !== 0 && (codes & 0x0f) !== 15 && channels >> 4 <= 10 && (channels & 1) === 0;
}

/** Bytes of the number of a frame, which is written as UTF-8 writes characters. */
function numberBytes(first: number): number {
  return first < 0x80 ? 1 : Math.max(1, Math.clz32(~(first << 24)));
}

function samplesOf(code: number): number {
  if (code === 1) return 192;
  return code <= 5 ? 576 * 2 ** (code - 2) : 256 * 2 ** (code - 8);
}

function rateOf(code: number, given: number): number {
  if (code === 11) return RATE_96K;
  if (code === 12) return given * 1_000;
  if (code === 13) return given;
  return code === 14 ? given * 10 : (RATES[code] ?? 0);
}

function crcOf(head: Buffer, end: number): number {
  let crc = 0;
  for (let at = 0; at < end; at += 1) crc = CRC[crc ^ (head[at] ?? 0)] ?? 0;
  return crc;
}
