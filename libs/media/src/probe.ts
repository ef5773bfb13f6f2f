import { createFile, Log, MP4BoxBuffer } from 'mp4box';
import type { ISOFile } from 'mp4box';
import type { MediaName, MediaStore } from './media-store.ts';

/**
 * What a video is, as its file says: the length in seconds, the sides of its pictures in pixels.
 */
export interface VideoFacts {
  seconds: number;
  width: number;
  height: number;
}

// The library writes to the console what it finds wrong with a file, words of the file included.
Object.assign(Log, { error: () => undefined, warn: () => undefined });

/** What a file is whose index says that nothing plays: no length at all, or nothing to see. */
const EMPTY = 'empty';

/** One look into a file. */
const PIECE_BYTES = 262_144;
/** The most bytes that are read to find the index of a file; that of an hour of video has fewer. */
const READ_BYTES_MAX = 33_554_432;

/**
 * Reads from the index of an MP4 file (ISO/IEC 14496-12) what the video is, wherever in the file
 * the index is. The pictures are not read.
 * @param file.bytes its length
 * @returns null for a file that has no such index, `empty` for one whose index says that nothing
 *   plays
 * @throws what the store throws
 */
export async function probeVideo(
  store: Pick<MediaStore, 'read'>,
  { name, bytes }: { name: MediaName; bytes: number },
): Promise<VideoFacts | typeof EMPTY | null> {
  const file = createFile(false);
  const found: { facts?: ReturnType<typeof factsOf> } = {};
  file.onReady = (movie) => {
    found.facts = factsOf(movie);
  };
  file.onError = () => {
    found.facts = null;
  };
  let at = 0;
  for (let read = 0; at < bytes && read < READ_BYTES_MAX; read += PIECE_BYTES) {
    const end = Math.min(bytes, at + PIECE_BYTES) - 1;
    const piece = await readAll(store, name, { start: at, end });
    const next = piece === null ? null : parse(file, piece, at);
    if (found.facts !== undefined || next === null) break;
    at = next > at ? next : end + 1;
  }
  return found.facts ?? null;
}

type Movie = Parameters<NonNullable<ISOFile['onReady']>>[0];

function factsOf({
  duration,
  timescale,
  tracks,
  isFragmented,
}: Movie): VideoFacts | typeof EMPTY | null {
  // The index of a file in fragments has no length; the fragments do.
  const nothing = isFragmented ? null : EMPTY;
  const pictures = tracks.find(({ video }) => video !== undefined);
  if (pictures?.video === undefined) return nothing;
  const seconds = duration > 0 ? duration / timescale : pictures.duration / pictures.timescale;
  const { width, height } = pictures.video;
  const isVideo = Number.isFinite(seconds) && seconds > 0 && width > 0 && height > 0;
  return isVideo ? { seconds, width, height } : nothing;
}

/** @returns the byte to go on with; null where the parser gives the file up */
function parse(file: ISOFile, piece: Uint8Array, at: number): number | null {
  const copy = new Uint8Array(piece).buffer;
  try {
    return file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(copy, at)) ?? null;
  } catch {
    return null;
  }
}

async function readAll(
  store: Pick<MediaStore, 'read'>,
  name: MediaName,
  range: { start: number; end: number },
): Promise<Uint8Array | null> {
  const reader = await store.read(name, range);
  if (reader === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of reader) pieces.push(piece);
  return Buffer.concat(pieces);
}
