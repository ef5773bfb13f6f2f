import { UnreadableAudio } from './unreadable.ts';

const BOX_HEAD_BYTES = 8;
const LARGE_HEAD_BYTES = 16;
/** Boxes that hold boxes, on the way to the samples. */
const HOLDERS: ReadonlySet<string> = new Set([
  'moov',
  'trak',
  'mdia',
  'minf',
  'stbl',
  'moof',
  'traf',
]);
/** Samples a second by the index of MPEG-4 (ISO 14496-3). */
const RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];
const AAC_SAMPLES = 1_024;
/** MP3 inside of MP4 has the longer frames. */
const MP3_SAMPLES = 1_152;
const MP3_OBJECTS: ReadonlySet<number> = new Set([0x69, 0x6b]);
/** More tracks than a recording has. */
const TRACKS_MAX = 64;
/** More boxes than the fragments of a file of 25 MB have. */
const BOXES_MAX = 100_000;
const DECODER = 4;
const DECODER_BYTES = 13;
const SPECIFIC = 5;

interface Track {
  id: number;
  isAudio: boolean;
  secondsPerSample: number | null;
  samples: number;
}

interface Found {
  tracks: Track[];
  /** The track whose fragment is being read. */
  fragment: number;
}

/**
 * Seconds of the audio in an MP4 or M4A file with AAC: the longest track, each the number of its
 * frames, also of fragments. The durations in the file are not believed.
 * @throws UnreadableAudio
 */
export function mp4Seconds(bytes: Buffer): number {
  const found: Found = { tracks: [], fragment: -1 };
  let at = 0;
  for (let boxes = 0; at + BOX_HEAD_BYTES <= bytes.length; boxes += 1) {
    if (boxes === BOXES_MAX) throw new UnreadableAudio('is in too many pieces');
    const kind = bytes.toString('latin1', at + 4, at + 8);
    const { start, end } = boundsOf(bytes, at);
    readBox(found, kind, bytes.subarray(start, end));
    at = HOLDERS.has(kind) ? start : Math.max(end, start);
  }
  const audio = found.tracks.filter(({ isAudio }) => isAudio);
  return audio.reduce((most, track) => Math.max(most, secondsOf(track)), 0);
}

function secondsOf({ secondsPerSample, samples }: Track): number {
  if (secondsPerSample === null) {
    throw new UnreadableAudio('is MP4 with a codec that is not read here: send AAC');
  }
  return samples * secondsPerSample;
}

function boundsOf(bytes: Buffer, at: number): { start: number; end: number } {
  const size = bytes.readUInt32BE(at);
  if (size === 0) return { start: at + BOX_HEAD_BYTES, end: bytes.length };
  if (size !== 1) return { start: at + BOX_HEAD_BYTES, end: at + size };
  const isWhole = at + LARGE_HEAD_BYTES <= bytes.length;
  const large = isWhole ? Number(bytes.readBigUInt64BE(at + BOX_HEAD_BYTES)) : bytes.length;
  return { start: at + LARGE_HEAD_BYTES, end: at + large };
}

function readBox(found: Found, kind: string, content: Buffer): void {
  if (kind === 'trak') {
    if (found.tracks.length === TRACKS_MAX) throw new UnreadableAudio('holds too many tracks');
    found.tracks.push({ id: -1, isAudio: false, secondsPerSample: null, samples: 0 });
  }
  const read = READERS[kind];
  if (read === undefined) return;
  if (content.length < read.bytes) throw new UnreadableAudio('is cut short');
  read.take(found, content);
}

const READERS: Readonly<
  Record<string, { bytes: number; take: (found: Found, content: Buffer) => void }>
> = {
  tkhd: {
    bytes: 24,
    take: (found, content) =>
      change(found, { id: content.readUInt32BE(content[0] === 1 ? 20 : 12) }),
  },
  hdlr: {
    bytes: 12,
    take: (found, content) => {
      if (content.toString('latin1', 8, 12) === 'soun') change(found, { isAudio: true });
    },
  },
  stsd: {
    bytes: 16,
    take: (found, content) => change(found, { secondsPerSample: frameOf(content) }),
  },
  stsz: { bytes: 12, take: (found, content) => add(found.tracks.at(-1), content.readUInt32BE(8)) },
  stz2: { bytes: 12, take: (found, content) => add(found.tracks.at(-1), content.readUInt32BE(8)) },
  tfhd: { bytes: 8, take: (found, content) => void (found.fragment = content.readUInt32BE(4)) },
  trun: {
    bytes: 8,
    take: ({ tracks, fragment }, content) =>
      add(
        tracks.find(({ id }) => id === fragment),
        content.readUInt32BE(4),
      ),
  },
};

function change({ tracks }: Found, facts: Partial<Track>): void {
  const track = tracks.at(-1);
  if (track !== undefined) Object.assign(track, facts);
}

function add(track: Track | undefined, samples: number): void {
  if (track !== undefined) track.samples += samples;
}

/** Seconds of a sample by the first entry of a description; null for a codec that is not read. */
function frameOf(content: Buffer): number | null {
  if (content.toString('latin1', 12, 16) !== 'mp4a') return null;
  const descriptor = content.indexOf('esds', 16, 'latin1');
  if (descriptor < 0) return null;
  const decoder = findDescriptor(content, descriptor + 8, DECODER);
  if (decoder === null) return null;
  const isMp3 = MP3_OBJECTS.has(content[decoder] ?? 0);
  const rate = content.length >= 42 ? content.readUInt16BE(40) : 0;
  if (isMp3) return rate === 0 ? null : MP3_SAMPLES / rate;
  const specific = findDescriptor(content, decoder + DECODER_BYTES, SPECIFIC);
  const own = specific === null ? null : rateIn(content.subarray(specific));
  return own === null ? null : AAC_SAMPLES / own;
}

/** Where the content of a descriptor begins, at or behind a byte; null where there is none. */
function findDescriptor(content: Buffer, from: number, tag: number): number | null {
  let at = from;
  // The descriptor of the stream stands around that of its decoder.
  if (content[at] === 3) at = contentAt(content, at) + 3;
  if (content[at] !== tag) return null;
  return contentAt(content, at);
}

/** A length of up to four bytes, of which the last has no mark, stands before the content. */
function contentAt(content: Buffer, at: number): number {
  let next = at + 1;
  while (next < at + 4 && ((content[next] ?? 0) & 0x80) !== 0) next += 1;
  return next + 1;
}

/** The rate of the core decoder in the configuration of AAC; null where it cannot be read. */
function rateIn(config: Buffer): number | null {
  if (config.length < 5) return null;
  const isEscaped = config.readUInt8(0) >> 3 === 31;
  const bits = (config.readUInt32BE(0) * 256 + (config[4] ?? 0)).toString(2).padStart(40, '0');
  const at = isEscaped ? 11 : 5;
  const index = Number.parseInt(bits.slice(at, at + 4), 2);
  if (index === 15) return Number.parseInt(bits.slice(at + 4, at + 28), 2) || null;
  return RATES[index] ?? null;
}
