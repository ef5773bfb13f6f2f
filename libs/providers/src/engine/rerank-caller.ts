import type { Credential } from '../adapter/endpoint.ts';
import type { MappedRanking, RerankCall } from '../adapter/rerank-wire.ts';
import { ranked } from '../wire/rerank/results.ts';
import type { CallTiming } from './call-timing.ts';
import { fetchJson, mapped, newTiming } from './one-off-request.ts';
import type { Io, ProviderCall } from './one-off-request.ts';

/** Documents in their order, and when they came. */
export interface RankingReply {
  ranking: MappedRanking;
  timing: CallTiming;
}

/**
 * Has documents ordered.
 * @param given.nameIn the usable name of a model in what a reply says it is
 * @throws ProviderError
 */
export async function rankDocuments(
  io: Io,
  call: ProviderCall,
  given: {
    request: RerankCall;
    nameIn: (reported: unknown, credential: Credential) => string | undefined;
  },
): Promise<RankingReply> {
  const mapper = call.family.rerank;
  if (mapper === undefined) throw new TypeError('the family does not have what is called');
  const endpoint = mapper.at?.(call.endpoint) ?? call.endpoint;
  const there = { ...call, endpoint };
  const timing = newTiming();
  const body = JSON.stringify(mapper.toWire(given.request, endpoint));
  const reply = await fetchJson(io, there, { path: mapper.path(endpoint), body, timing });
  const ranking = mapped(there, () => {
    const read = mapper.fromWire(reply.body, endpoint);
    return { ...read, results: ranked(read.results, given.request) };
  });
  const model = given.nameIn(mapper.modelIn?.(reply.body), call.credential);
  return { ranking: { ...ranking, ...(model === undefined ? {} : { model }) }, timing };
}
