import { GatewayError } from '@tollgate/contract/error-codes';
import type { RequestContract } from '@tollgate/contract/request-contract';
import type { ImageTerms, ImageTokens } from '@tollgate/providers/adapter/image-wire';
import { IMAGE_REPLY_BYTES_MAX } from '@tollgate/providers/engine/stream-bounds';
import type { Caller } from '../caller/caller.ts';
import type { Target } from '../catalogue/resolve.ts';
import { createWaitingRoom } from '@tollgate/providers/engine/waiting-room';
import type { Patience } from '@tollgate/providers/engine/waiting-room';

/** Replies up to so many bytes have room of their own, so that large ones do not keep them out. */
const SMALL_REPLY_BYTES = 16_777_216;
/**
 * Bytes of replies with images that this process waits for or holds, until their callers have read
 * them: of one owner, and of all. Owners have at most half of what the others leave, so that it
 * takes several to keep one out. While a reply is read it takes about four times its bytes.
 */
const HELD_BYTES = { owner: 67_108_864, all: 167_772_160 } as const;
/** Three bytes a pixel, four characters of base64 for three bytes: a file is seldom larger. */
const BYTES_OF_PIXEL = 4;
/** What surrounds an image in a reply, and the marks of its file. */
const BYTES_OF_FRAME = 65_536;
/** Pixels of an image whose size neither the request nor the contract says. */
const PIXELS_UNSAID = 4_194_304;
/** Pixels of the largest image, however few are asked for: 1536x12288 at Google. */
const PIXELS_MAX = 18_874_368;
/** The longest side in pixels of a class of sizes such as `2k`, for each thousand. */
const SIDE_OF_THOUSAND = 1_024;
/** How long a call waits, unsent, for others to end: about as long as a large image is made. */
const WAIT_MS_MAX = 30_000;
const RETRY_AFTER_SECONDS = 5;

const small = createWaitingRoom(HELD_BYTES);
const large = createWaitingRoom(HELD_BYTES);

/**
 * The bytes that a reply with such images may have.
 * @throws GatewayError `invalid_request` for more images of their size than one answer can hold
 */
export function replyBytes(contract: RequestContract, terms: ImageTerms): number {
  const each = imageBytes(contract, terms);
  const most = Math.floor(IMAGE_REPLY_BYTES_MAX / each);
  if (terms.n <= most || terms.n === 1) return Math.min(each * terms.n, IMAGE_REPLY_BYTES_MAX);
  throw new GatewayError(
    'invalid_request',
    `One answer holds ${Math.max(1, most)} images of this size at most. Ask for fewer, or name a smaller size.`,
    { param: 'n' },
  );
}

/**
 * The bytes of one image with what surrounds it in a reply.
 * @throws GatewayError `invalid_request` for an image that no answer can hold
 */
export function imageBytes(
  contract: Pick<RequestContract, 'parameters'>,
  terms: ImageTerms,
): number {
  const pixels = pixelsOf(contract, terms);
  if (pixels <= PIXELS_MAX) return pixels * BYTES_OF_PIXEL + BYTES_OF_FRAME;
  throw new GatewayError(
    'invalid_request',
    `An image has ${PIXELS_MAX} pixels at most, such as 4096x4096. Name a smaller size.`,
    { param: 'size' },
  );
}

/**
 * The bytes of an answer for which a model may make several images: half of what these could have,
 * since a drawn image seldom has two bytes a pixel.
 * @throws GatewayError `invalid_request` for images that no answer can hold
 */
export function answerBytes(
  contract: RequestContract,
  terms: ImageTerms,
  { image, answer }: ImageTokens,
): number {
  const images = answer === undefined ? 1 : answer.image / image;
  const bytes = Math.ceil(replyBytes(contract, terms) * Math.max(1, images / 2));
  return Math.min(bytes, IMAGE_REPLY_BYTES_MAX);
}

/**
 * Takes room for a reply, and waits for it where the owner or this process holds too many: one
 * image of the largest size fills the room of its owner.
 * @param patience absent: as long as calls may wait
 * @returns gives the room back
 * @throws GatewayError `overloaded` when there is none in time
 */
export async function takeImageRoom(
  ownerId: string,
  bytes: number,
  patience: Partial<Patience> = {},
): Promise<() => void> {
  const room = bytes > SMALL_REPLY_BYTES ? large : small;
  const giveBack = await room.take(ownerId, bytes, { ms: WAIT_MS_MAX, ...patience });
  if (giveBack !== null) return giveBack;
  throw new GatewayError('overloaded', 'Too many images are being made at once. Try again soon.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/**
 * Room for the reply, which is waited for. The sandbox draws with one colour, so that its files are
 * small: free calls take no room.
 * @returns gives the room back
 * @throws GatewayError `overloaded` where there is none in time
 */
export async function roomFor(
  { caller, target, replyBytes }: { caller: Caller; target: Target; replyBytes: number },
  { gone }: { gone: AbortSignal },
): Promise<() => void> {
  if (target.family.local?.images !== undefined) return () => undefined;
  return takeImageRoom(caller.key.ownerId, replyBytes, { gone });
}

function pixelsOf(
  { parameters }: Pick<RequestContract, 'parameters'>,
  { size, resolution }: ImageTerms,
): number {
  const named = areaOf(size) ?? areaOf(resolution);
  if (named !== null) return named;
  const listed = (parameters['size']?.values ?? []).flatMap((one) => areaOf(String(one)) ?? []);
  return listed.length === 0 ? PIXELS_UNSAID : Math.max(...listed);
}

function areaOf(size: string | undefined): number | null {
  const { width, height, thousands } =
    /^(?:(?<width>\d+)x(?<height>\d+)|(?<thousands>\d+)k)$/u.exec(size ?? '')?.groups ?? {};
  if (thousands !== undefined) return (Number(thousands) * SIDE_OF_THOUSAND) ** 2;
  return width === undefined ? null : Number(width) * Number(height);
}
