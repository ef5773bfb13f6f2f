import { firstPicture, nextPicture, stillHeaders } from './still-picture.ts';
import type { Still, StillHeaders } from './still-picture.ts';

/** A silent video of one picture. */
export interface StillVideo extends Still {
  seconds: number;
}

const PICTURES_PER_SECOND = 24;
const LENGTH_BYTES = 4;
/** A factor of 1 in the two fixed-point forms of the format. */
const ONE = 0x10000;
const ONE_SHORT = 0x0100;
const FULL_COPY = [ONE, 0, 0, 0, ONE, 0, 0, 0, 0x40000000];
const TRACK_SHOWN = 3;
const UNDETERMINED_LANGUAGE = 0x55c4;
const RESOLUTION_72_DPI = 0x480000;
const COLOUR_DEPTH = 24;
const NO_PALETTE = 0xffff;

/**
 * A video as an MP4 file (ISO/IEC 14496-12 with H.264 pictures), the same bytes for the same video.
 * Its index comes before its pictures, so that a player may begin with the first bytes.
 */
export function videoFile(video: StillVideo): Buffer {
  const count = video.seconds * PICTURES_PER_SECOND;
  const pictures = Array.from({ length: count }, (_none, index) =>
    withLength(index === 0 ? firstPicture(video) : nextPicture(video, index)),
  );
  const type = box('ftyp', text('isom'), longs(0x200), text('isomiso2avc1mp41'));
  const indexAt = (offset: number): Buffer => indexOf(video, pictures, offset);
  const start = type.length + indexAt(0).length + 2 * LENGTH_BYTES;
  return Buffer.concat([type, indexAt(start), box('mdat', ...pictures)]);
}

function withLength(unit: Buffer): Buffer {
  return Buffer.concat([longs(unit.length), unit]);
}

function indexOf(video: StillVideo, pictures: readonly Buffer[], offset: number): Buffer {
  const { width, height } = video;
  const length = pictures.length;
  const movie = box(
    'mvhd',
    longs(0, 0, 0, PICTURES_PER_SECOND, length, ONE),
    shorts(ONE_SHORT, 0),
    longs(0, 0, ...FULL_COPY, 0, 0, 0, 0, 0, 0, 2),
  );
  const track = box(
    'tkhd',
    longs(TRACK_SHOWN, 0, 0, 1, 0, length, 0, 0),
    shorts(0, 0, 0, 0),
    longs(...FULL_COPY, width * ONE, height * ONE),
  );
  const media = box(
    'mdia',
    box('mdhd', longs(0, 0, 0, PICTURES_PER_SECOND, length), shorts(UNDETERMINED_LANGUAGE, 0)),
    box('hdlr', longs(0, 0), text('vide'), longs(0, 0, 0), text('film\0')),
    box(
      'minf',
      box('vmhd', longs(1), shorts(0, 0, 0, 0)),
      box('dinf', box('dref', longs(0, 1), box('url ', longs(1)))),
      samples(video, pictures, offset),
    ),
  );
  return box('moov', movie, box('trak', track, media));
}

function samples(video: StillVideo, pictures: readonly Buffer[], offset: number): Buffer {
  const sizes = pictures.map(({ length }) => length);
  return box(
    'stbl',
    box('stsd', longs(0, 1), box('avc1', ...entryOf(video, stillHeaders(video)))),
    box('stts', longs(0, 1, pictures.length, 1)),
    box('stss', longs(0, 1, 1)),
    box('stsc', longs(0, 1, 1, pictures.length, 1)),
    box('stsz', longs(0, 0, pictures.length, ...sizes)),
    box('stco', longs(0, 1, offset)),
  );
}

function entryOf({ width, height }: StillVideo, { sequence, picture }: StillHeaders): Buffer[] {
  return [
    shorts(0, 0, 0, 1),
    longs(0, 0, 0, 0),
    shorts(width, height),
    longs(RESOLUTION_72_DPI, RESOLUTION_72_DPI, 0),
    shorts(1),
    Buffer.alloc(32),
    shorts(COLOUR_DEPTH, NO_PALETTE),
    box(
      'avcC',
      Buffer.from([1, ...sequence.subarray(1, 4), 0xfc + LENGTH_BYTES - 1, 0xe1]),
      shorts(sequence.length),
      sequence,
      Buffer.from([1]),
      shorts(picture.length),
      picture,
    ),
  ];
}

function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([longs(body.length + 2 * LENGTH_BYTES), text(type), body]);
}

function longs(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
}

function shorts(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => bytes.writeUInt16BE(value, index * 2));
  return bytes;
}

function text(words: string): Buffer {
  return Buffer.from(words, 'latin1');
}
