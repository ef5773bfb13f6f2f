import type { ParameterRule, RequestContract } from '@tollgate/contract/request-contract';

/**
 * What decides about the price of a video, and its shape: everything that a request left out is
 * resolved by us and sent.
 */
export interface VideoTerms {
  seconds: number;
  resolution: string;
  /** Null for a model that does not let its callers choose. */
  aspectRatio: string | null;
  sound: boolean;
  input: 'text' | 'image';
}

/** What a request says about a video; absent parts are up to the contract. */
export interface VideoWishes {
  seconds?: number | undefined;
  resolution?: string | undefined;
  aspectRatio?: string | undefined;
  sound?: boolean | undefined;
  /** Pictures of any kind. */
  pictures: number;
}

/** The short side in pixels of resolutions that have a letter instead. */
const SHORT_SIDES: Readonly<Record<string, number>> = { '2k': 1_440, '4k': 2_160, '8k': 4_320 };

/** The terms of a video. Whether the contract allows them is another question. */
export function videoTerms({ parameters }: RequestContract, wishes: VideoWishes): VideoTerms {
  const said = <T>(name: string, value: T | undefined): T | undefined =>
    value ?? (parameters[name]?.default as T | undefined);
  return {
    seconds: said('seconds', wishes.seconds) ?? 0,
    resolution: said('resolution', wishes.resolution) ?? '',
    aspectRatio: said('aspect_ratio', wishes.aspectRatio) ?? null,
    sound: said('generate_audio', wishes.sound) ?? false,
    input: wishes.pictures > 0 ? 'image' : 'text',
  };
}

/**
 * The resolution and shape of a size such as `1280x720`; null for one that no resolution and shape
 * of the rules have.
 */
export function readSize(
  size: string,
  { resolution, aspect_ratio: shape }: RequestContract['parameters'],
): { resolution: string; aspectRatio: string } | null {
  for (const one of wordsOf(resolution)) {
    const aspectRatio = wordsOf(shape).find((ratio) => sizeOf(one, ratio) === size);
    if (aspectRatio !== undefined) return { resolution: one, aspectRatio };
  }
  return null;
}

/**
 * The size in pixels of a resolution in a shape, as `1280x720`; null where either is no such word.
 */
export function sizeOf(resolution: string, aspectRatio: string): string | null {
  const short = shortSideOf(resolution);
  const [wide = 0, high = 0] = aspectRatio.split(':').map(Number);
  if (!(short > 0 && wide > 0 && high > 0)) return null;
  // Codecs want even numbers.
  const long = 2 * Math.round((short * Math.max(wide, high)) / Math.min(wide, high) / 2);
  return wide >= high ? `${long}x${short}` : `${short}x${long}`;
}

/**
 * The short side in pixels of a resolution such as `720p` or `4k`; not a number for another word.
 */
export function shortSideOf(resolution: string): number {
  return SHORT_SIDES[resolution] ?? Number(/^(\d+)p$/u.exec(resolution)?.[1]);
}

/** The sizes of resolutions in shapes. */
export function sizesOf(resolutions: readonly string[], shapes: readonly string[]): string[] {
  return resolutions.flatMap((one) => shapes.flatMap((shape) => sizeOf(one, shape) ?? []));
}

function wordsOf(rule: ParameterRule | undefined): string[] {
  const values = rule?.supported === true ? (rule.values ?? []) : [];
  return values.filter((value) => typeof value === 'string');
}
