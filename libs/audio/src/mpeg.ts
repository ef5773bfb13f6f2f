import type { Measuring } from './measuring.ts';
import { UnreadableAudio } from './unreadable.ts';

/** Bytes of the head of a frame. */
const HEAD_BYTES = 4;
const ID3_BYTES = 10;
const ID3_FOOTER = 0x10;
/** Sizes of ID3 have seven bits a byte. */
const ID3_SIZE_BITS = 7;
const SYNC = 0xff;

/** Kilobits a second by version, layer and index; none at both ends of each row. */
const RATES: Readonly<Record<'1' | '2', Readonly<Record<1 | 2 | 3, readonly number[]>>>> = {
  1: {
    1: [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    2: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  },
  2: {
    1: [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    3: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  },
};
/** Samples a second of MPEG 1 by index; MPEG 2 has half of each, 2.5 a quarter. */
const SAMPLES = [44_100, 48_000, 32_000];
const SHARES: Readonly<Record<number, number>> = { 0: 4, 2: 2, 3: 1 };
/** More frames than 25 MB of the shortest have. */
const STEPS_MAX = 1_200_000;
/** Looks at a possible frame, or for the next one, without a turn for others. */
const LOOKS_OF_STEP = 4_096;
const BITS = 1_000;
/** The eleven bits that begin a head. */
const SYNC_BITS = 0x7ff;
/** Version, layer and rate of a head. */
const KIND_BITS = 0x00_1e_0c_00;
/** Frames of layer 1 are made of slots. */
const SLOT_BYTES = 4;

interface Frame {
  bytes: number;
  seconds: number;
  /** What frames of one stream have in common. */
  kind: number;
}

/** Bytes of the tag before audio; 0 where there is none. */
export function id3Bytes(bytes: Buffer): number {
  if (bytes.length < ID3_BYTES || bytes.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = [6, 7, 8, 9].reduce(
    (sum, at) => (sum << ID3_SIZE_BITS) | ((bytes[at] ?? 0) & 0x7f),
    0,
  );
  const footer = ((bytes[5] ?? 0) & ID3_FOOTER) === 0 ? 0 : ID3_BYTES;
  return ID3_BYTES + size + footer;
}

/**
 * Seconds of MPEG audio (MP3 and its sisters): the sum of its frames, of streams one behind the
 * other too. A frame counts where another of its kind follows, or the file ends.
 * @throws UnreadableAudio where there is none
 */
export function* mpegSeconds(bytes: Buffer): Measuring {
  let [seconds, at] = [0, 0];
  let kind: number | null = null;
  for (let steps = 0; at >= 0 && at + HEAD_BYTES <= bytes.length; steps += 1) {
    if (steps === STEPS_MAX) throw new UnreadableAudio('is in too many pieces');
    if (steps % LOOKS_OF_STEP === 0) yield;
    const frame = frameAt(bytes, at);
    if (frame !== null && (frame.kind === kind || isFollowed(bytes, at, frame))) {
      kind = frame.kind;
      seconds += frame.seconds;
      at += frame.bytes;
    } else {
      kind = null;
      const from = at + 1;
      at = nextSync(bytes, from);
      // The looks of a search are not among the steps.
      if (at - from > LOOKS_OF_STEP / 2) yield;
    }
  }
  if (seconds === 0) throw new UnreadableAudio('is none of WAV, MP3, FLAC, Ogg, WebM or MP4');
  return seconds;
}

/**
 * Where a head can begin next, or where to look on after so many looks; -1 where none can begin.
 * Runs of marks alone are passed in one go.
 */
function nextSync(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(SYNC, from);
  for (let looks = 1; at >= 0 && !isSync(bytes, at) && looks < LOOKS_OF_STEP; looks += 1) {
    at = bytes[at + 1] === SYNC ? at + 1 : bytes.indexOf(SYNC, at + 2);
  }
  return at;
}

/** Whether the marks of a head begin at a byte, and no further mark behind them. */
function isSync(bytes: Buffer, at: number): boolean {
  const next = bytes[at + 1] ?? 0;
  return (next & 0xe0) === 0xe0 && !(next === SYNC && bytes[at + 2] === SYNC);
}

/** Whether two more frames of the kind follow, or the file ends before. */
function isFollowed(bytes: Buffer, at: number, { bytes: length, kind }: Frame): boolean {
  const next = frameAt(bytes, at + length);
  if (next?.kind !== kind) return false;
  const last = at + length + next.bytes;
  return last >= bytes.length || frameAt(bytes, last)?.kind === kind;
}

/** The frame that begins at a byte; null where none can. */
function frameAt(bytes: Buffer, at: number): Frame | null {
  if (at + HEAD_BYTES > bytes.length) return null;
  const head = bytes.readUInt32BE(at);
  if (head >>> 21 !== SYNC_BITS) return null;
  const version = (head >> 19) & 3;
  const layer = (4 - ((head >> 17) & 3)) as 1 | 2 | 3 | 4;
  if (version === 1 || layer === 4) return null;
  const rate = RATES[version === 3 ? '1' : '2'][layer][((head >> 12) & 15) - 1];
  const base = SAMPLES[(head >> 10) & 3];
  if (rate === undefined || base === undefined) return null;
  const perSecond = base / (SHARES[version] ?? 1);
  const samples = samplesOf(layer, version === 3);
  const slot = layer === 1 ? SLOT_BYTES : 1;
  const padding = (head >> 9) & 1;
  const length = (Math.floor((samples * rate * BITS) / 8 / slot / perSecond) + padding) * slot;
  return { bytes: length, seconds: samples / perSecond, kind: head & KIND_BITS };
}

function samplesOf(layer: 1 | 2 | 3, isFirst: boolean): number {
  if (layer === 1) return 384;
  return layer === 3 && !isFirst ? 576 : 1_152;
}
