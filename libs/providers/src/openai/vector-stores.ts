import { MalformedReply } from '../adapter/adapter.ts';
import type { VectorStoreLookup } from '../adapter/vector-store-wire.ts';
import { asObject } from '../json.ts';

/**
 * `GET /vector_stores/{vector_store_id}` with the header that the SDK sends (`VectorStore` of the
 * npm package openai 7.59, read on 2026-11-29): a store that has expired is no longer searched.
 * @see https://developers.openai.com/api/reference/resources/vector_stores/methods/retrieve
 */
export const openaiVectorStores: VectorStoreLookup = {
  path: (id) => `/vector_stores/${encodeURIComponent(id)}`,
  headers: { 'openai-beta': 'assistants=v2' },
  fromWire(reply, id) {
    const { id: named, object, status } = asObject(reply);
    if (object !== 'vector_store' || named !== id) {
      throw new MalformedReply('the reply is not the vector store that was requested');
    }
    return status === 'expired' ? 'expired' : 'present';
  },
};
