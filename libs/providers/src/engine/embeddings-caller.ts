import type { Credential, EmbeddingsCall, MappedEmbeddings } from '../adapter/adapter.ts';
import { assertVectors } from '../wire/embeddings/vectors.ts';
import type { CallTiming } from './call-timing.ts';
import { fetchJson, mapped, newTiming, withScopedIdentifiers } from './one-off-request.ts';
import type { Io, JsonReply, ProviderCall } from './one-off-request.ts';

/** Embedding calls of one request that run at once, for providers that take one input a call. */
const PARALLEL_CALLS_MAX = 8;

/** The vectors of a request, and when they came. */
export interface EmbeddingsReply {
  embeddings: MappedEmbeddings;
  timing: CallTiming;
}

/**
 * Has inputs embedded.
 * @param given.nameIn the usable name of a model in what a reply says it is
 * @throws ProviderError
 */
export async function embed(
  io: Io,
  call: ProviderCall,
  given: {
    request: EmbeddingsCall;
    nameIn: (reported: unknown, credential: Credential) => string | undefined;
  },
): Promise<EmbeddingsReply> {
  const { request } = given;
  const mapper = call.family.embeddings;
  if (mapper === undefined) throw new TypeError('the family does not have what is called');
  const bodies = mapper.toWire(request, call.endpoint);
  const path = mapper.path(call.endpoint);
  const timings = bodies.map(newTiming);
  const replies: JsonReply[] = [];
  for (let start = 0; start < bodies.length; start += PARALLEL_CALLS_MAX) {
    const group = bodies.slice(start, start + PARALLEL_CALLS_MAX).map((wire, offset) => {
      const timing = timings[start + offset] ?? newTiming();
      const body = JSON.stringify(withScopedIdentifiers(wire, call.scope));
      return fetchJson(io, call, { path, body, timing });
    });
    replies.push(...(await Promise.all(group)));
  }
  const embeddings = mapped(call, () => {
    const answer = mapper.fromWire(replies, call.endpoint);
    assertVectors(answer.vectors, request);
    const model = given.nameIn(mapper.modelIn?.(replies[0]?.body), call.credential);
    return { ...answer, ...(model === undefined ? {} : { model }) };
  });
  return { embeddings, timing: timings[0] ?? newTiming() };
}
