import { assertVectorStore } from '@tollgate/catalog/vector-store-checks';
import { createVectorStore } from '@tollgate/catalog/vector-stores';
import { createPlatformVectorStore } from '@tollgate/contract/routes/admin/vector-stores';
import type { Db } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { findUserById } from '@tollgate/identity/user.queries';
import { idOfAddress } from '@tollgate/identity/users';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';
import { isAddress, NO_ACCOUNT } from '../../user-filter.ts';
import { vectorStoreFacts, vectorStoresOut } from '../../vector-store-out.ts';

export const handleCreatePlatformVectorStore = (deps: AdminDeps): MountedRoute =>
  platformRoute(createPlatformVectorStore, async ({ body }, context) => {
    const lies = {
      credentialId: decodeId('cred', body.credential_id),
      upstreamId: body.upstream_id,
    };
    await assertVectorStore({ ...deps.credentials, db: deps.db }, lies);
    const store = await change(deps, context, async (trx, note) => {
      const userId = body.user_id === null ? null : await ownerOf(trx, body.user_id);
      const made = await createVectorStore(trx, deps.credentials.providers, {
        name: body.name,
        ...lies,
        userId,
        createdBy: context.caller.administrator.id,
      });
      if (!made.isNew) return made.store;
      await note({
        action: 'vector_store.create',
        target: { kind: 'vector_store', id: made.store.id },
        userId,
        details: { ...vectorStoreFacts(made.store), reason: body.reason ?? null },
      });
      return made.store;
    });
    const [out] = await vectorStoresOut(deps.db, [store]);
    if (out === undefined) throw new TypeError('a vector store that was made is shown');
    return out;
  });

/** @throws ValidationError for an id or an address that no user has */
async function ownerOf(trx: Db, text: string): Promise<string> {
  if (isAddress(text)) {
    const found = await idOfAddress(trx, text);
    if (found === null) throw fieldError('body', 'user_id', NO_ACCOUNT);
    return found;
  }
  const id = decodeId('usr', text);
  const user = id === null ? null : await findUserById(trx, id);
  if (user === null) throw fieldError('body', 'user_id', 'is the id of no user');
  return user.id;
}
