import { setImmediate as turn } from 'node:timers/promises';
import { flacSeconds } from './flac.ts';
import type { Measuring } from './measuring.ts';
import { id3Bytes, mpegSeconds } from './mpeg.ts';
import { mp4Seconds } from './mp4.ts';
import { oggSeconds } from './ogg.ts';
import { UnreadableAudio } from './unreadable.ts';
import { wavSeconds } from './wav.ts';
import { webmSeconds } from './webm.ts';

export { UnreadableAudio } from './unreadable.ts';

/** Containers that are measured. */
export type AudioFormat = 'wav' | 'mp3' | 'flac' | 'ogg' | 'webm' | 'mp4';

/** How long others wait at most for a turn, about, in milliseconds. */
const SLICE_MS = 5;

/** Audio as it was found. */
export interface MeasuredAudio {
  /** What the bytes are, whatever their name says. */
  format: AudioFormat;
  /** How long a decoder plays it at most. */
  seconds: number;
}

const FORMATS: readonly {
  format: AudioFormat;
  /** Where the mark lies behind tags, in bytes. */
  at: number;
  marks: readonly string[];
  seconds: (bytes: Buffer) => Measuring | number;
}[] = [
  { format: 'wav', at: 8, marks: ['WAVE'], seconds: wavSeconds },
  { format: 'flac', at: 0, marks: ['fLaC'], seconds: flacSeconds },
  { format: 'ogg', at: 0, marks: ['OggS'], seconds: oggSeconds },
  { format: 'webm', at: 0, marks: ['\x1a\x45\xdf\xa3'], seconds: webmSeconds },
  { format: 'mp4', at: 4, marks: ['ftyp'], seconds: mp4Seconds },
];

/**
 * Measures audio by its frames, in one pass over its bytes and without any memory that grows with
 * them. No header is believed that says how long the audio is: a decoder does not believe it
 * either. A file that takes long gives others their turn.
 * @throws UnreadableAudio for anything else
 */
export async function measureAudio(bytes: Buffer): Promise<MeasuredAudio> {
  const audio = bytes.subarray(id3Bytes(bytes));
  const found = FORMATS.find(({ at, marks }) =>
    marks.includes(audio.toString('latin1', at, at + 4)),
  );
  const format = found?.format ?? 'mp3';
  const measuring = (found?.seconds ?? mpegSeconds)(audio);
  const seconds = typeof measuring === 'number' ? measuring : await inTurns(measuring);
  if (Number.isFinite(seconds) && seconds > 0) return { format, seconds };
  throw new UnreadableAudio('holds no audio');
}

async function inTurns(measuring: Measuring): Promise<number> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const step = measuring.next();
      if (step.done === true) return step.value;
    } while (performance.now() < until);
    await turn();
  }
}
