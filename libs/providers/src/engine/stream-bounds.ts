import type { ChatRequest } from '@tollgate/contract/chat';
import { PARTIAL_IMAGES_MAX } from '@tollgate/contract/images';
import { EVENT_CHARACTERS_MAX } from '../framing/framing.ts';
import type { CallLimits } from './call.ts';

/** The most bytes of one stream of text. */
export const STREAM_BYTES_MAX = 134_217_728;
/** The most bytes of a stream without an event: four for each character of the longest event. */
export const BYTES_WITHOUT_EVENT_MAX = 4 * EVENT_CHARACTERS_MAX;

/** The most of a stream. */
export interface StreamBounds {
  /** Characters of one event. */
  eventCharacters: number;
  /** Bytes without an event. */
  silentBytes: number;
  /** Bytes of all of it. */
  bytes: number;
}

/** A stream of text. */
export const TEXT_STREAM_BOUNDS: StreamBounds = {
  eventCharacters: EVENT_CHARACTERS_MAX,
  silentBytes: BYTES_WITHOUT_EVENT_MAX,
  bytes: STREAM_BYTES_MAX,
};

/** The most decoded bytes of one reply with images. */
export const IMAGE_REPLY_BYTES_MAX = 67_108_864;
/** What surrounds an image in an event, in characters. */
const EVENT_FRAME_CHARACTERS = 65_536;

/** An event of a stream may hold as much as a whole reply. */
const OF_ONE_EVENT = {
  eventCharacters: IMAGE_REPLY_BYTES_MAX,
  silentBytes: IMAGE_REPLY_BYTES_MAX + EVENT_FRAME_CHARACTERS,
} as const;

/** A stream of one image: previews are beside it. */
export const IMAGE_STREAM_BOUNDS: StreamBounds = {
  ...OF_ONE_EVENT,
  bytes: IMAGE_REPLY_BYTES_MAX * (PARTIAL_IMAGES_MAX + 1),
};

/** An answer with images: each has its previews, and comes as an item and in the last event. */
const DRAWN_STREAM_BOUNDS: StreamBounds = {
  ...OF_ONE_EVENT,
  bytes: IMAGE_REPLY_BYTES_MAX * (PARTIAL_IMAGES_MAX + 2),
};

/** The most of one answer. */
export interface AnswerBounds {
  /** Bytes of a whole answer; absent: those of any. */
  bytesMax?: number;
  ofStream: StreamBounds;
  /** How long is waited for it. */
  limitsOf: (limits: CallLimits) => CallLimits;
}

/** An answer of text. */
export const OF_TEXT: AnswerBounds = {
  ofStream: TEXT_STREAM_BOUNDS,
  limitsOf: (limits) => limits,
};
const OF_IMAGES: AnswerBounds = {
  bytesMax: IMAGE_REPLY_BYTES_MAX,
  ofStream: DRAWN_STREAM_BOUNDS,
  // Between two events a model draws, so that silence has the time of the whole call.
  limitsOf: (limits) => ({ ...limits, idleMs: limits.totalMs }),
};

/** The bounds of an answer with tools, which is far larger than text where it may hold images. */
export function answerBounds({ tools }: NonNullable<ChatRequest['hosted']>): AnswerBounds {
  const isDrawn = tools.some(({ type }) => type === 'image_generation');
  return isDrawn ? OF_IMAGES : OF_TEXT;
}
