import type { CredentialRow } from '@tollgate/catalog/rows';
import type {
  CredentialTestOut,
  ProviderCredentialOut,
} from '@tollgate/contract/platform/credentials';
import { encodeId } from '@tollgate/runtime/ids';

/** A credential as administrators see one: never its secret. */
export function credentialOut(credential: CredentialRow): ProviderCredentialOut {
  return {
    id: encodeId('cred', credential.id),
    family: credential.family,
    provider: credential.provider,
    name: credential.name,
    base_url: credential.baseUrl,
    last4: credential.last4,
    status: credential.status,
    last_test: credentialTestOut(credential),
    last_sync_at: credential.syncedAt?.toISOString() ?? null,
    created_at: credential.createdAt.toISOString(),
    updated_at: credential.updatedAt.toISOString(),
  };
}

/** The newest test, or null when there was none with this secret. */
export function credentialTestOut(credential: CredentialRow): CredentialTestOut | null {
  const { testedAt, testFailure, testMessage } = credential;
  if (testedAt === null) return null;
  return {
    ok: testFailure === null,
    failure: testFailure,
    message: testMessage ?? '',
    tested_at: testedAt.toISOString(),
  };
}
