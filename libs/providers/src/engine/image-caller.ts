import type { Credential } from '../adapter/endpoint.ts';
import type { ImageCall, MappedImages } from '../adapter/image-wire.ts';
import type { CallTiming } from './call-timing.ts';
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
  const wire = withScopedIdentifiers(mapper.toWire(given.request, call.endpoint), call.scope);
  const reply = await fetchJson(io, call, {
    path: mapper.path(call.endpoint),
    body: JSON.stringify(wire),
    timing,
    bytesMax: IMAGE_REPLY_BYTES_MAX,
  });
  const images = mapped(call, () => mapper.fromWire(reply.body, call.endpoint));
  const model = given.nameIn(mapper.modelIn?.(reply.body), call.credential);
  return { images: { ...images, ...(model === undefined ? {} : { model }) }, timing };
}
