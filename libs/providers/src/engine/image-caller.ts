import type { Credential } from '../adapter/endpoint.ts';
import type { ImageCall, ImageMapper, MappedImages } from '../adapter/image-wire.ts';
import type { CallTiming } from './call-timing.ts';
import { wireBody } from './wire-body.ts';
import { fetchJson, mapped, newTiming, withScopedIdentifiers } from './one-off-request.ts';
import type { Io, ProviderCall } from './one-off-request.ts';

/** The most decoded bytes of one reply with images. */
export const IMAGE_REPLY_BYTES_MAX = 67_108_864;

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
