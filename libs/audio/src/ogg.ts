import type { Measuring } from './measuring.ts';
import { opusSeconds, vorbisSeconds } from './packets.ts';
import type { PacketSeconds } from './packets.ts';
import { UnreadableAudio } from './unreadable.ts';

const MARK = 'OggS';
const HEAD_BYTES = 27;
const SERIAL_AT = 14;
const SEGMENTS_AT = 26;
const SEGMENT_BYTES_MAX = 255;
/** The begin of a packet that is kept, in bytes: as much as the head of a stream has. */
const KEPT_BYTES = 64;
/** More streams than audio has: a file of very many would take memory. */
const STREAMS_MAX = 8;
/** More packets of a stream than five hours have. */
const PACKETS_MAX = 1_000_000;
/** Pages that are read in one step; one has 255 packets at most. */
const PAGES_OF_STEP = 128;
const HEADS_OF_OPUS = ['OpusHead', 'OpusTags'];

interface Stream {
  /** Null before the first packet, which says what the others are. */
  measure: PacketSeconds | null;
  /** The begin of a packet that goes on in the next page; null where none does. */
  begun: Buffer | null;
  seconds: number;
  packets: number;
}

/**
 * Seconds of an Ogg file with Opus or Vorbis: the sum of its packets (RFC 3533). The positions that
 * its pages name are not believed. Streams one behind the other add up.
 * @throws UnreadableAudio
 */
export function* oggSeconds(bytes: Buffer): Measuring {
  const streams = new Map<number, Stream>();
  let at = 0;
  for (let pages = 1; at >= 0 && at + HEAD_BYTES <= bytes.length; pages += 1) {
    if (pages % PAGES_OF_STEP === 0) yield;
    if (bytes.toString('latin1', at, at + MARK.length) === MARK) {
      const stream = streamOf(streams, bytes.readUInt32LE(at + SERIAL_AT));
      at = readPage(bytes, at, stream);
    } else at = bytes.indexOf(MARK, at + 1, 'latin1');
  }
  return [...streams.values()].reduce((sum, { seconds }) => sum + seconds, 0);
}

function streamOf(streams: Map<number, Stream>, serial: number): Stream {
  const known = streams.get(serial);
  if (known !== undefined) return known;
  if (streams.size === STREAMS_MAX) throw new UnreadableAudio('holds too many streams');
  const fresh = { measure: null, begun: null, seconds: 0, packets: 0 };
  streams.set(serial, fresh);
  return fresh;
}

/** @returns where the next page begins */
function readPage(bytes: Buffer, at: number, stream: Stream): number {
  const segments = bytes.readUInt8(at + SEGMENTS_AT);
  const sizes = bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + segments);
  let from = at + HEAD_BYTES + segments;
  let length = 0;
  for (const size of sizes) {
    length += size;
    if (size === SEGMENT_BYTES_MAX) continue;
    take(stream, bytes.subarray(from, from + length));
    from += length;
    length = 0;
  }
  if (length > 0) {
    const more = bytes.subarray(from, from + Math.min(length, KEPT_BYTES));
    stream.begun = stream.begun === null ? more : joined(stream.begun, more);
  }
  return from + length;
}

function take(stream: Stream, end: Buffer): void {
  const packet = stream.begun === null ? end : joined(stream.begun, end);
  stream.begun = null;
  stream.packets += 1;
  if (stream.packets === PACKETS_MAX) throw new UnreadableAudio('is in too many pieces');
  stream.measure ??= measureOf(packet);
  stream.seconds += stream.measure(packet);
}

function joined(begin: Buffer, more: Buffer): Buffer {
  return Buffer.concat([begin, more.subarray(0, KEPT_BYTES)]).subarray(0, KEPT_BYTES);
}

function measureOf(head: Buffer): PacketSeconds {
  const vorbis = vorbisSeconds(head.subarray(0, KEPT_BYTES));
  if (vorbis !== null) return vorbis;
  if (head.toString('latin1', 0, 8) !== HEADS_OF_OPUS[0]) {
    throw new UnreadableAudio('is Ogg with a codec that is not read here: send Opus or Vorbis');
  }
  return (packet) =>
    HEADS_OF_OPUS.includes(packet.toString('latin1', 0, 8)) ? 0 : opusSeconds(packet);
}
