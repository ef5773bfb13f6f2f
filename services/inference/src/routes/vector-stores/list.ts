import { listVectorStoresRoute } from '@tollgate/contract/routes/inference/vector-stores';
import type { MountedRoute } from '@tollgate/http/route';
import type { Directory } from '@tollgate/inference/caller/directory';
import { listVectorStores } from '@tollgate/inference/catalogue/vector-stores';
import { keyRoute } from '../../key-route.ts';

/** `GET /v1/vector_stores`: from the snapshot, without asking the database. */
export const handleListVectorStores = ({ directory }: { directory: Directory }): MountedRoute =>
  keyRoute(listVectorStoresRoute, ({ query }, { caller }) =>
    listVectorStores(directory.catalog(), caller, query),
  );
