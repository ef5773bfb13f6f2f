import type { Credential } from '../adapter/endpoint.ts';
import type { MappedModeration, ModerationCall } from '../adapter/moderation-wire.ts';
import type { CallTiming } from './call-timing.ts';
import { fetchJson, mapped, newTiming } from './one-off-request.ts';
import type { Io, ProviderCall } from './one-off-request.ts';

/** The judgements of a request, and when they came. */
export interface ModerationReply {
  moderation: MappedModeration;
  timing: CallTiming;
}

/**
 * Has inputs judged.
 * @param given.nameIn the usable name of a model in what a reply says it is
 * @throws ProviderError
 */
export async function judge(
  io: Io,
  call: ProviderCall,
  given: {
    request: ModerationCall;
    nameIn: (reported: unknown, credential: Credential) => string | undefined;
  },
): Promise<ModerationReply> {
  const mapper = call.family.moderation;
  if (mapper === undefined) throw new TypeError('the family does not have what is called');
  const timing = newTiming();
  const body = JSON.stringify(mapper.toWire(given.request, call.endpoint));
  const reply = await fetchJson(io, call, { path: mapper.path(call.endpoint), body, timing });
  const moderation = mapped(call, () => mapper.fromWire(reply.body, given.request));
  const model = given.nameIn(mapper.modelIn(reply.body), call.credential);
  return { moderation: { ...moderation, ...(model === undefined ? {} : { model }) }, timing };
}
