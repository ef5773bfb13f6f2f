/** How tall the pictures of a video are, as providers name it: `720p`, `1080p`, `4k`. */
export type Resolution = `${number}p` | `${number}k`;

/** What a video is made of beside its text. */
export const VIDEO_INPUTS = ['text', 'image', 'video'] as const;
/** One of {@link VIDEO_INPUTS}. */
export type VideoInput = (typeof VIDEO_INPUTS)[number];

/**
 * A second of video of one kind: how tall, with or without sound, made of what. A price version has a price for each, so that
 * the prices of videos are a matrix, and a receipt tells which of its cells was charged.
 */
export type VideoDimension = `second_${Resolution}_${'sound' | 'silent'}_${VideoInput}`;

/** What decides about the price of a second. */
export interface VideoKind {
  resolution: Resolution;
  sound: boolean;
  input: VideoInput;
}

const VIDEO = /^second_(?:[1-9]\d{2,3}p|[1-9]\d?k)_(?:sound|silent)_(?:text|image|video)$/;
const RESOLUTION = /^(?:[1-9]\d{2,3}p|[1-9]\d?k)$/;

/** Whether a word names a resolution. */
export function isResolution(word: unknown): word is Resolution {
  return typeof word === 'string' && RESOLUTION.test(word);
}

/** Whether a dimension counts seconds of one kind of video. */
export function isVideoDimension(name: string): name is VideoDimension {
  return name.startsWith('second_') && VIDEO.test(name);
}

/** The dimension that seconds of such a video are counted in. */
export function videoDimension({ resolution, sound, input }: VideoKind): VideoDimension {
  return `second_${resolution}_${sound ? 'sound' : 'silent'}_${input}`;
}
