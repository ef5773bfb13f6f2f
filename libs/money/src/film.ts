/** How tall the pictures of a film are, as providers name it: `720p`, `1080p`, `4k`. */
export type Resolution = `${number}p` | `${number}k`;

/** What a film is made of beside its text. */
export const FILM_INPUTS = ['text', 'image', 'video'] as const;
/** One of {@link FILM_INPUTS}. */
export type FilmInput = (typeof FILM_INPUTS)[number];

/**
 * A second of film of one kind: how tall, with or without sound, made of what. A price version has a price for each, so that
 * the prices of films are a matrix, and a receipt tells which of its cells was charged.
 */
export type FilmDimension = `second_${Resolution}_${'sound' | 'silent'}_${FilmInput}`;

/** What decides about the price of a second. */
export interface FilmKind {
  resolution: Resolution;
  sound: boolean;
  input: FilmInput;
}

const FILM = /^second_(?:[1-9]\d{2,3}p|[1-9]\d?k)_(?:sound|silent)_(?:text|image|video)$/;
const RESOLUTION = /^(?:[1-9]\d{2,3}p|[1-9]\d?k)$/;

/** Whether a word names a resolution. */
export function isResolution(word: unknown): word is Resolution {
  return typeof word === 'string' && RESOLUTION.test(word);
}

/** Whether a dimension counts seconds of one kind of film. */
export function isFilmDimension(name: string): name is FilmDimension {
  return name.startsWith('second_') && FILM.test(name);
}

/** The dimension that seconds of such a film are counted in. */
export function filmDimension({ resolution, sound, input }: FilmKind): FilmDimension {
  return `second_${resolution}_${sound ? 'sound' : 'silent'}_${input}`;
}
