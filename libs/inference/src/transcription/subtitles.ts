import type { TranscriptionFormat } from '@tollgate/contract/transcription';

/** A stretch of audio with its text; times in seconds. */
export interface Stretch {
  start: number;
  end: number;
  text: string;
}

/** Formats that are no JSON. */
export type PlainFormat = Extract<TranscriptionFormat, 'text' | 'srt' | 'vtt'>;

/** Their media types, as they are registered or used. */
export const PLAIN_TYPES: Readonly<Record<PlainFormat, string>> = {
  text: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
};

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** Whether a format is a text by itself. */
export function isPlain(format: TranscriptionFormat): format is PlainFormat {
  return Object.hasOwn(PLAIN_TYPES, format);
}

/** A transcript as text, SubRip or WebVTT, as Whisper writes them. */
export function plainOf(format: PlainFormat, text: string, stretches: readonly Stretch[]): string {
  if (format === 'text') return `${text}\n`;
  const cues = stretches.map(({ start, end, text: words }, index) => {
    const line = words.trim().replaceAll('-->', '->');
    return format === 'srt'
      ? `${index + 1}\n${timeOf(start, ',')} --> ${timeOf(end, ',')}\n${line}\n\n`
      : `${timeOf(start, '.')} --> ${timeOf(end, '.')}\n${line}\n\n`;
  });
  return format === 'srt' ? cues.join('') : `WEBVTT\n\n${cues.join('')}`;
}

function timeOf(seconds: number, mark: string): string {
  const ms = Math.round(seconds * SECOND_MS);
  const part = (value: number, digits = 2): string => String(value).padStart(digits, '0');
  const hours = part(Math.floor(ms / HOUR_MS));
  const minutes = part(Math.floor((ms % HOUR_MS) / MINUTE_MS));
  const rest = part(Math.floor((ms % MINUTE_MS) / SECOND_MS));
  return `${hours}:${minutes}:${rest}${mark}${part(ms % SECOND_MS, 3)}`;
}
