import { SYNC_LIFE_MS } from '@tollgate/catalog/credential.queries';
import type { CredentialRow } from '@tollgate/catalog/rows';
import type {
  CredentialSyncOut,
  CredentialTestOut,
  ProviderCredentialOut,
} from '@tollgate/contract/platform/credentials';
import { encodeId } from '@tollgate/runtime/ids';

/** A credential as administrators see one: never its secret. */
export function credentialOut(credential: CredentialRow, now: Date): ProviderCredentialOut {
  return {
    id: encodeId('cred', credential.id),
    family: credential.family,
    provider: credential.provider,
    name: credential.name,
    base_url: credential.baseUrl,
    last4: credential.last4,
    secret_version: credential.secretVersion,
    proxy_url: credential.proxyUrl,
    status: credential.status,
    first_byte_seconds: credential.firstByteSeconds,
    total_seconds: credential.totalSeconds,
    last_test: credentialTestOut(credential),
    last_sync_at: credential.syncedAt?.toISOString() ?? null,
    last_sync: credentialSyncOut(credential, now),
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

/** The newest sync in its present state; null when there was none. */
function credentialSyncOut(credential: CredentialRow, now: Date): CredentialSyncOut | null {
  const { syncStartedAt, syncEndedAt } = credential;
  if (syncStartedAt === null) return null;
  const startedAt = syncStartedAt.toISOString();
  if (syncEndedAt === null || syncEndedAt < syncStartedAt) {
    const isAlive = now.getTime() - syncStartedAt.getTime() <= SYNC_LIFE_MS;
    const state = isAlive ? 'running' : 'interrupted';
    return { state, started_at: startedAt, ended_at: null, ...NOTHING_FOUND };
  }
  return { started_at: startedAt, ended_at: syncEndedAt.toISOString(), ...endOf(credential) };
}

const NOTHING_FOUND = {
  discovered: null,
  known: null,
  ignored: null,
  failure: null,
  message: null,
} as const;

function endOf(credential: CredentialRow): Omit<CredentialSyncOut, 'started_at' | 'ended_at'> {
  const { syncFailure: failure, syncMessage: message, syncCounts } = credential;
  if (failure !== null) return { ...NOTHING_FOUND, state: 'failed', failure, message };
  return { ...NOTHING_FOUND, state: 'done', ...syncCounts };
}
