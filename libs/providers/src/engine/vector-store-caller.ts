import { ProviderError } from '../adapter/adapter.ts';
import type { VectorStoreState } from '../adapter/vector-store-wire.ts';
import { fetchJson, mapped, newTiming } from './one-off-request.ts';
import type { Io, ProviderCall } from './one-off-request.ts';

/** The verb of vector stores. */
export interface VectorStoreVerb {
  /**
   * A vector store in the account of a credential.
   * @returns null where the account has none of this id
   * @throws ProviderError
   */
  vectorStore(call: ProviderCall, id: string): Promise<VectorStoreState | null>;
}

/** Makes the verb. */
export function vectorStoreVerb(io: Io): VectorStoreVerb {
  return { vectorStore: (call, id) => findVectorStore(io, call, id) };
}

async function findVectorStore(
  io: Io,
  call: ProviderCall,
  id: string,
): Promise<VectorStoreState | null> {
  const { vectorStores: lookup } = call.family;
  if (lookup === undefined) throw new TypeError('the family does not have what is called');
  const { headers } = lookup;
  try {
    const reply = await fetchJson(io, call, {
      path: lookup.path(id),
      headers,
      timing: newTiming(),
    });
    return mapped(call, () => lookup.fromWire(reply.body, id));
  } catch (error) {
    // An id that is malformed is refused with 400, one of another account is not found.
    if (error instanceof ProviderError && error.failure.kind === 'rejected') return null;
    throw error;
  }
}
