import type { VectorStoreRow } from '@tollgate/catalog/vector-store.queries';
import type { PlatformVectorStoreOut } from '@tollgate/contract/platform/vector-stores';
import type { Db } from '@tollgate/db/connect';
import { emailsOf } from '@tollgate/identity/users';
import { encodeId } from '@tollgate/runtime/ids';

/** Vector stores as administrators see them. */
export async function vectorStoresOut(
  db: Db,
  stores: readonly VectorStoreRow[],
): Promise<PlatformVectorStoreOut[]> {
  const emails = await emailsOf(
    db,
    stores.flatMap(({ userId }) => userId ?? []),
  );
  return stores.map((store) => ({
    id: encodeId('vs', store.id),
    name: store.name,
    provider: store.provider,
    credential_id: encodeId('cred', store.credentialId),
    upstream_id: store.upstreamId,
    user_id: store.userId === null ? null : encodeId('usr', store.userId),
    email: store.userId === null ? null : (emails.get(store.userId) ?? null),
    created_by: encodeId('adm', store.createdBy),
    created_at: store.createdAt.toISOString(),
  }));
}

/** What an audit event says of a vector store. */
export function vectorStoreFacts(store: VectorStoreRow): Readonly<Record<string, unknown>> {
  return {
    name: store.name,
    provider: store.provider,
    credential: encodeId('cred', store.credentialId),
    upstream_id: store.upstreamId,
    user: store.userId === null ? null : encodeId('usr', store.userId),
  };
}
