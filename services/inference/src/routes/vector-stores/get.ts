import { GatewayError } from '@tollgate/contract/error-codes';
import { getVectorStoreRoute } from '@tollgate/contract/routes/inference/vector-stores';
import type { MountedRoute } from '@tollgate/http/route';
import type { Directory } from '@tollgate/inference/caller/directory';
import { findVectorStore, vectorStoreOut } from '@tollgate/inference/catalogue/vector-stores';
import { keyRoute } from '../../key-route.ts';

/** `GET /v1/vector_stores/:vector_store_id`; 404 alike for what is unknown and what is others'. */
export const handleGetVectorStore = ({ directory }: { directory: Directory }): MountedRoute =>
  keyRoute(getVectorStoreRoute, ({ params }, { caller }) => {
    const store = findVectorStore(directory.catalog(), caller, params.vector_store_id);
    if (store === null) throw new GatewayError('not_found', 'There is no such vector store.');
    return vectorStoreOut(store);
  });
