import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { CallTimes, CredentialRow, SyncCounts } from './rows.ts';

const COLUMNS = `id, provider, family, name, base_url as "baseUrl",
  master_version as "masterVersion", wrapped_key as "wrappedKey", sealed as box, last4, secret_version as "secretVersion", proxy_url as "proxyUrl", status,
  first_byte_seconds as "firstByteSeconds", total_seconds as "totalSeconds",
  tested_at as "testedAt", test_failure as "testFailure", test_message as "testMessage",
  synced_at as "syncedAt", sync_started_at as "syncStartedAt",
  greatest(sync_ended_at, synced_at) as "syncEndedAt", sync_failure as "syncFailure",
  sync_message as "syncMessage", sync_counts as "syncCounts", created_at as "createdAt", updated_at as "updatedAt"`;

/** The least time between two tests, or two syncs, of one credential, in milliseconds. */
export const PROBE_INTERVAL_MS = 1_000;

export function listCredentials(db: Db): Promise<CredentialRow[]> {
  return rows<CredentialRow>(
    db,
    `select ${COLUMNS} from catalog.provider_credential order by provider, lower(name)`,
  );
}

export function listActiveCredentials(db: Db): Promise<CredentialRow[]> {
  return rows<CredentialRow>(
    db,
    `select ${COLUMNS} from catalog.provider_credential where status = 'active' order by id`,
  );
}

export function findCredential(db: Db, id: string): Promise<CredentialRow | null> {
  return row<CredentialRow>(
    db,
    `select ${COLUMNS} from catalog.provider_credential where id = :id`,
    { id },
  );
}

export function lockCredential(db: Db, id: string): Promise<CredentialRow | null> {
  return row<CredentialRow>(
    db,
    `select ${COLUMNS} from catalog.provider_credential where id = :id for update`,
    { id },
  );
}

/** Gives a prefix to a family, or finds the family that has the prefix. */
export async function claimProvider(
  db: Db,
  provider: { prefix: string; family: string },
): Promise<{ family: string } | null> {
  await rows(
    db,
    `insert into catalog.provider (prefix, family) values (:prefix, :family)
     on conflict (prefix) do nothing`,
    provider,
  );
  return row(db, 'select family from catalog.provider where prefix = :prefix', {
    prefix: provider.prefix,
  });
}

/** The stored values of a new credential. */
export type NewCredential = Pick<
  CredentialRow,
  | 'id'
  | 'provider'
  | 'family'
  | 'name'
  | 'baseUrl'
  | 'masterVersion'
  | 'wrappedKey'
  | 'box'
  | 'last4'
  | 'secretVersion'
  | 'proxyUrl'
  | keyof CallTimes
>;

export function insertCredential(db: Db, credential: NewCredential): Promise<CredentialRow | null> {
  return row<CredentialRow>(
    db,
    `insert into catalog.provider_credential
       (id, provider, family, name, base_url, master_version, wrapped_key, sealed, last4, secret_version,
        proxy_url, first_byte_seconds, total_seconds)
     values
       (:id, :provider, :family, :name, :baseUrl, :masterVersion, :wrappedKey, :box, :last4,
        :secretVersion, :proxyUrl, :firstByteSeconds, :totalSeconds)
     returning ${COLUMNS}`,
    { ...credential },
  );
}

/** Writes every changeable column; a new secret or proxy clears the result of the last test. */
export function updateCredential(
  db: Db,
  credential: Omit<NewCredential, 'provider' | 'family'> & {
    status: string;
    keepsTest: boolean;
  },
): Promise<CredentialRow | null> {
  return row<CredentialRow>(
    db,
    `update catalog.provider_credential set
       name = :name, base_url = :baseUrl, status = :status, master_version = :masterVersion,
       wrapped_key = :wrappedKey, sealed = :box, last4 = :last4,
       secret_version = :secretVersion, proxy_url = :proxyUrl, first_byte_seconds = :firstByteSeconds,
       total_seconds = :totalSeconds, updated_at = now(),
       tested_at = case when :keepsTest then tested_at end,
       test_failure = case when :keepsTest then test_failure end,
       test_message = case when :keepsTest then test_message end
     where id = :id
     returning ${COLUMNS}`,
    { ...credential },
  );
}

export function deleteCredential(db: Db, id: string): Promise<{ id: string } | null> {
  return row(db, 'delete from catalog.provider_credential where id = :id returning id', { id });
}

/** A sync that has reported no end for so long, in milliseconds, died with its process. */
export const SYNC_LIFE_MS = 300_000;

/** Takes the right to test a credential now; no row when a test ran a moment ago. */
export function claimTest(db: Db, id: string): Promise<{ id: string } | null> {
  return row(
    db,
    `update catalog.provider_credential set test_started_at = clock_timestamp()
     where id = :id and (test_started_at is null
       or test_started_at < clock_timestamp() - make_interval(secs => :intervalMs / 1000.0))
     returning id`,
    { id, intervalMs: PROBE_INTERVAL_MS },
  );
}

/**
 * Begins a sync; no row when one runs, or began a moment ago.
 * @returns the start to the microsecond, which is the fence of the end
 */
export function claimSync(db: Db, id: string): Promise<{ startedAt: string } | null> {
  return row(
    db,
    `update catalog.provider_credential set sync_started_at = clock_timestamp()
     where id = :id and (sync_started_at is null
       or (sync_started_at < clock_timestamp() - make_interval(secs => :intervalMs / 1000.0)
         and greatest(sync_ended_at, synced_at) >= sync_started_at)
       or sync_started_at < clock_timestamp() - make_interval(secs => :lifeMs / 1000.0))
     returning cast(sync_started_at as text) as "startedAt"`,
    { id, intervalMs: PROBE_INTERVAL_MS, lifeMs: SYNC_LIFE_MS },
  );
}

export function updateCredentialTest(
  db: Db,
  test: { id: string; failure: string | null; message: string },
): Promise<CredentialRow | null> {
  return row<CredentialRow>(
    db,
    `update catalog.provider_credential
     set tested_at = now(), test_failure = :failure, test_message = :message
     where id = :id returning ${COLUMNS}`,
    test,
  );
}

/** Notes that a sync has read the list. */
export function updateCredentialSync(
  db: Db,
  sync: { id: string; counts: SyncCounts },
): Promise<CredentialRow | null> {
  return row<CredentialRow>(
    db,
    `update catalog.provider_credential set synced_at = clock_timestamp(),
       sync_ended_at = clock_timestamp(), sync_failure = null, sync_message = null,
       sync_counts = cast(:counts as jsonb)
     where id = :id returning ${COLUMNS}`,
    { id: sync.id, counts: JSON.stringify(sync.counts) },
  );
}

/** Notes that the sync that began then came to nothing; a later one is left alone. */
export async function updateFailedSync(
  db: Db,
  sync: { id: string; startedAt: string; failure: string; message: string },
): Promise<void> {
  await rows(
    db,
    `update catalog.provider_credential
     set sync_ended_at = clock_timestamp(), sync_failure = :failure, sync_message = :message,
       sync_counts = null
     where id = :id and sync_started_at = cast(:startedAt as timestamptz)`,
    sync,
  );
}

/**
 * Approved, enabled models of a provider that no active credential would serve without this one.
 */
export function listModelsOnlyServedBy(
  db: Db,
  credentialId: string,
): Promise<{ publicId: string }[]> {
  return rows(
    db,
    `select model.public_id as "publicId"
     from catalog.model
     join catalog.provider_credential credential on credential.provider = model.provider
     where credential.id = :credentialId and credential.status = 'active'
       and model.state = 'approved' and model.enabled
       and not exists (
         select from catalog.provider_credential other
         where other.provider = model.provider and other.status = 'active'
           and other.id <> credential.id)
     order by model.public_id`,
    { credentialId },
  );
}

export function listCredentialsNotUnder(db: Db, version: string): Promise<{ id: string }[]> {
  return rows(
    db,
    'select id from catalog.provider_credential where master_version <> :version order by id',
    { version },
  );
}

/** Changes neither the secret nor the time of its last test. */
export async function updateCredentialSeal(
  db: Db,
  sealed: { id: string; masterVersion: string; wrappedKey: Buffer; box: Buffer },
): Promise<void> {
  await rows(
    db,
    `update catalog.provider_credential
     set master_version = :masterVersion, wrapped_key = :wrappedKey, sealed = :box
     where id = :id`,
    sealed,
  );
}

export function countCredentialsByVersion(
  db: Db,
): Promise<{ version: string; credentials: number }[]> {
  return rows(
    db,
    `select master_version as version, cast(count(*) as int) as credentials
     from catalog.provider_credential group by 1 order by 1`,
  );
}

/** Providers with at least one active credential. */
export function listBackedProviders(db: Db): Promise<{ provider: string }[]> {
  return rows(
    db,
    `select distinct provider from catalog.provider_credential where status = 'active'`,
  );
}

/** The addresses of a provider's credentials. */
export function listAddresses(db: Db, provider: string): Promise<{ baseUrl: string }[]> {
  return rows(
    db,
    `select distinct base_url as "baseUrl" from catalog.provider_credential
     where provider = :provider`,
    { provider },
  );
}
