import { fetchJson, mapped, newTiming } from './one-off-request.ts';
import type { Io, ProviderCall } from './one-off-request.ts';

/** A provider's own names of its models, from all of its lists. @throws ProviderError */
export async function listModels(io: Io, call: ProviderCall): Promise<string[]> {
  const { listing } = call.family;
  if (listing === undefined) throw new TypeError('the family does not have what is called');
  const baseUrl = listing.baseUrl?.(call.endpoint.baseUrl) ?? call.endpoint.baseUrl;
  const lists = { ...call, endpoint: { ...call.endpoint, baseUrl } };
  const names: string[] = [];
  for (const path of [listing.path, ...(listing.morePaths ?? [])]) {
    const reply = await fetchJson(io, lists, { path, timing: newTiming() });
    names.push(...mapped(call, () => listing.fromWire(reply.body)));
  }
  return [...new Set(names)];
}
