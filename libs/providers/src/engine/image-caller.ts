import type { Credential } from '../adapter/endpoint.ts';
import type { ImageCall, ImageMapper, ImagePiece, MappedImages } from '../adapter/image-wire.ts';
import type { CallTiming } from './call-timing.ts';
import { readEvents } from './event-pieces.ts';
import { IMAGE_REPLY_BYTES_MAX, IMAGE_STREAM_BOUNDS } from './stream-bounds.ts';
import { wireBody } from './wire-body.ts';
import {
  fetchJson,
  mapped,
  newTiming,
  open,
  wholeJson,
  withScopedIdentifiers,
} from './one-off-request.ts';
import type { Io, ProviderCall } from './one-off-request.ts';

const EVENTS = /^text\/event-stream\b/iu;

/** The images of a reply, and when they came. */
export interface ImageReply {
  images: MappedImages;
  timing: CallTiming;
}

/**
 * Has images made.
 * @param given.nameIn the usable name of a model in what a reply says it is
 * @throws ProviderError
 */
export async function makeImages(
  io: Io,
  call: ProviderCall,
  given: {
    request: ImageCall;
    nameIn: (reported: unknown, credential: Credential) => string | undefined;
  },
): Promise<ImageReply> {
  const mapper = call.family.images;
  if (mapper === undefined) throw new TypeError('the family does not have what is called');
  const timing = newTiming();
  const { path, wire } = requestOf(mapper, given.request, call);
  const reply = await fetchJson(io, call, {
    path,
    ...(await wireBody(withScopedIdentifiers(wire, call.scope))),
    timing,
    bytesMax: IMAGE_REPLY_BYTES_MAX,
  });
  const { fromWire } = given.request.chat === undefined ? mapper : chatOf(mapper);
  const images = mapped(call, () => fromWire(reply.body, call.endpoint));
  const model = given.nameIn(mapper.modelIn?.(reply.body), call.credential);
  return { images: { ...images, ...(model === undefined ? {} : { model }) }, timing };
}

/** An image while it comes. */
export interface ImageStream {
  /** Throws ProviderError when the connection breaks, or the provider reports a failure. */
  pieces: AsyncGenerator<ImagePiece, void, void>;
  timing: CallTiming;
}

/**
 * Has an image made while its previews are sent. Resolves when the provider has answered 200. A
 * provider that answers with a document all the same gives it in one piece. Between two events a
 * model draws, so that silence has the time of the whole call.
 * @throws ProviderError
 */
export async function openImage(
  io: Io,
  given: ProviderCall,
  request: ImageCall,
): Promise<ImageStream> {
  const { images: mapper } = given.family;
  if (mapper?.events === undefined) throw new TypeError('the family streams no images');
  const call = { ...given, limits: { ...given.limits, idleMs: given.limits.totalMs } };
  const timing = newTiming();
  const { path, wire } = requestOf(mapper, request, call);
  const body = await wireBody(withScopedIdentifiers(wire, call.scope));
  const incoming = await open(io, call, { path, ...body, timing, stream: true });
  if (EVENTS.test(incoming.headers['content-type'] ?? '')) {
    const events = mapper.events();
    return {
      pieces: readEvents(incoming, { call, timing, events, bounds: IMAGE_STREAM_BOUNDS }),
      timing,
    };
  }
  const reply = await wholeJson(incoming, call, { timing, bytesMax: IMAGE_REPLY_BYTES_MAX });
  const images = mapped(call, () => mapper.fromWire(reply.body, call.endpoint));
  return { pieces: inOnePiece(images), timing };
}

async function* inOnePiece(images: MappedImages): AsyncGenerator<ImagePiece, void, void> {
  yield { kind: 'done', images };
}

function chatOf({ chat }: ImageMapper): NonNullable<ImageMapper['chat']> {
  if (chat === undefined) throw new TypeError('no model of the family converses in images');
  return chat;
}

function requestOf(
  mapper: ImageMapper,
  { shown, ...request }: ImageCall,
  { endpoint }: ProviderCall,
): { path: string; wire: unknown } {
  if (request.chat !== undefined) {
    const chat = chatOf(mapper);
    return { path: chat.path(endpoint), wire: chat.toWire(request, endpoint) };
  }
  if (shown === undefined) {
    return { path: mapper.path(endpoint), wire: mapper.toWire(request, endpoint) };
  }
  if (mapper.edits === undefined) throw new TypeError('the family edits no images');
  const wire = mapper.edits.toWire({ ...request, shown }, endpoint);
  return { path: mapper.edits.path(endpoint), wire };
}
