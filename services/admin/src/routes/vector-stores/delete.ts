import { removeVectorStore } from '@tollgate/catalog/vector-stores';
import { deletePlatformVectorStore } from '@tollgate/contract/routes/admin/vector-stores';
import type { MountedRoute } from '@tollgate/http/route';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';
import { vectorStoreFacts } from '../../vector-store-out.ts';

/** Deleting a vector store again does nothing and is answered alike. */
export const handleDeletePlatformVectorStore = (deps: AdminDeps): MountedRoute =>
  platformRoute(deletePlatformVectorStore, async ({ params }, context) => {
    await change(deps, context, async (trx, note) => {
      const removed = await removeVectorStore(trx, decodeId('vs', params.vector_store_id));
      if (removed === null) return;
      await note({
        action: 'vector_store.delete',
        target: { kind: 'vector_store', id: removed.id },
        userId: removed.userId,
        details: vectorStoreFacts(removed),
      });
    });
    return undefined;
  });
