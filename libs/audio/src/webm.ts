import type { Measuring } from './measuring.ts';
import { opusSeconds, vorbisSeconds } from './packets.ts';
import type { PacketSeconds } from './packets.ts';
import { UnreadableAudio } from './unreadable.ts';

/** Elements (RFC 9559) whose content is looked into. */
const HOLDERS: ReadonlySet<number> = new Set([
  0x18_53_80_67, 0x16_54_ae_6b, 0xae, 0x1f_43_b6_75, 0xa0,
]);
const CLUSTER = Buffer.from('1f43b675', 'hex');
const TRACK = 0xae;
const TRACK_NUMBER = 0xd7;
const CODEC = 0x86;
const CODEC_PRIVATE = 0x63_a2;
const SIMPLE_BLOCK = 0xa3;
const BLOCK = 0xa1;
/** More tracks than audio has. */
const TRACKS_MAX = 64;
/** More elements than five hours of blocks of 20 ms have. */
const ELEMENTS_MAX = 1_000_000;
/** Elements that are read in one step. */
const ELEMENTS_OF_STEP = 2_048;
/** The head of a codec is not longer. */
const PRIVATE_BYTES_MAX = 65_536;
const ID_BYTES_MAX = 4;
const SIZE_BYTES_MAX = 8;
/** Time and marks behind the number of a track. */
const BLOCK_HEAD_BYTES = 3;
const LACING = 0x06;
/** No frame of a block with several is longer: 120 ms. */
const LACED_SECONDS_MAX = 0.12;

interface Track {
  number: number;
  codec: string;
  head: Buffer;
  measure: PacketSeconds | null;
  seconds: number;
}

/**
 * Seconds of the audio in a WebM or Matroska file with Opus or Vorbis: the longest track, each the
 * sum of its frames. The times in the file are not believed.
 * @throws UnreadableAudio
 */
export function* webmSeconds(bytes: Buffer): Measuring {
  const tracks: Track[] = [];
  let at = 0;
  for (let elements = 0; at < bytes.length; elements += 1) {
    if (elements === ELEMENTS_MAX) throw new UnreadableAudio('is in too many pieces');
    if (elements % ELEMENTS_OF_STEP === 0) yield;
    const element = elementAt(bytes, at);
    if (element === null) {
      // A decoder goes on with the next cluster, too.
      at = bytes.indexOf(CLUSTER, at + 1);
      if (at < 0) break;
      continue;
    }
    const { id, start, end } = element;
    if (id === TRACK) tracks.push(newTrack(tracks));
    note(tracks.at(-1), id, bytes.subarray(start, end));
    if (id === SIMPLE_BLOCK || id === BLOCK) takeBlock(tracks, bytes.subarray(start, end));
    at = HOLDERS.has(id) ? start : end;
  }
  return Math.max(0, ...tracks.map(({ seconds }) => seconds));
}

function newTrack(tracks: readonly Track[]): Track {
  if (tracks.length === TRACKS_MAX) throw new UnreadableAudio('holds too many tracks');
  return { number: -1, codec: '', head: Buffer.alloc(0), measure: null, seconds: 0 };
}

function note(track: Track | undefined, id: number, content: Buffer): void {
  if (track === undefined) return;
  if (id === TRACK_NUMBER && content.length > 0 && content.length <= 4) {
    track.number = content.readUIntBE(0, content.length);
  } else if (id === CODEC) track.codec = content.toString('latin1', 0, 32);
  else if (id === CODEC_PRIVATE) track.head = content.subarray(0, PRIVATE_BYTES_MAX);
}

function takeBlock(tracks: readonly Track[], block: Buffer): void {
  const number = vintAt(block, 0, SIZE_BYTES_MAX);
  const track = tracks.find((one) => one.number === number?.value);
  if (number === null || track?.codec.startsWith('A_') !== true) return;
  track.measure ??= measureOf(track);
  const marks = block[number.bytes + BLOCK_HEAD_BYTES - 1] ?? 0;
  const frames = block.subarray(number.bytes + BLOCK_HEAD_BYTES);
  const more = (marks & LACING) === 0 ? 0 : (frames[0] ?? 0);
  track.seconds += more === 0 ? track.measure(frames) : (more + 1) * LACED_SECONDS_MAX;
}

function measureOf({ codec, head }: Track): PacketSeconds {
  const measure = codec.startsWith('A_OPUS')
    ? opusSeconds
    : codec.startsWith('A_VORBIS')
      ? vorbisSeconds(head)
      : null;
  if (measure !== null) return measure;
  throw new UnreadableAudio('is WebM with a codec that is not read here: send Opus or Vorbis');
}

/** The element at a byte; null where there is none. */
function elementAt(bytes: Buffer, at: number): { id: number; start: number; end: number } | null {
  const id = vintAt(bytes, at, ID_BYTES_MAX);
  if (id === null) return null;
  const size = vintAt(bytes, at + id.bytes, SIZE_BYTES_MAX);
  if (size === null) return null;
  const start = at + id.bytes + size.bytes;
  return { id: id.whole, start, end: Math.min(bytes.length, start + size.value) };
}

/** A number whose first bits say how many bytes it has. */
function vintAt(
  bytes: Buffer,
  at: number,
  most: number,
): { bytes: number; value: number; whole: number } | null {
  const first = bytes[at];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  if (length > most || at + length > bytes.length) return null;
  let value = first & (0xff >> length);
  let whole = first;
  for (let next = at + 1; next < at + length; next += 1) {
    value = value * 256 + (bytes[next] ?? 0);
    whole = whole * 256 + (bytes[next] ?? 0);
  }
  return { bytes: length, value, whole };
}
