import type { Knex } from '@tollgate/db/connect';
import { GatewayError } from '@tollgate/contract/error-codes';
import { transaction } from '@tollgate/db/connect';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Failure, Family, ServedAt } from '@tollgate/providers/adapter/adapter';
import { newUuid } from '@tollgate/runtime/ids';
import { openCredential } from './credential-secret.ts';
import {
  claimSync,
  claimTest,
  PROBE_INTERVAL_MS,
  updateCredentialSync,
  updateCredentialTest,
  updateFailedSync,
} from './credential.queries.ts';
import { familyOf, getCredential } from './credentials.ts';
import type { CredentialDeps } from './credentials.ts';
import { isUsableModelName } from './model-name.ts';
import type { ListingCall } from './provider-access.ts';
import { upsertModels } from './model.queries.ts';
import type { CredentialRow, ProbeFailure } from './rows.ts';
import { catalogCredential } from './snapshot.ts';

/** The most names that are read from one list. */
const SYNC_MODELS_MAX = 2_000;

export interface ProbeDeps extends CredentialDeps {
  db: Knex;
}

/** The result of a test. */
export interface CredentialTest {
  credential: CredentialRow;
  failure: ProbeFailure | null;
  /** In our words. */
  message: string;
}

/** The result of a sync. */
export interface ModelSync {
  credential: CredentialRow;
  /** Models that were new to the catalogue. */
  discovered: { id: string; publicId: string }[];
  known: number;
  ignored: number;
}

const KINDS: Readonly<Record<Failure['kind'], ProbeFailure>> = {
  rejected: 'rejected',
  context_length: 'rejected',
  model_unavailable: 'rejected',
  credential: 'credential',
  rate_limited: 'rate_limited',
  overloaded: 'unavailable',
  unavailable: 'unavailable',
  timeout: 'timeout',
  malformed: 'malformed',
  indeterminate: 'unavailable',
};

/**
 * Asks the provider for its list of models with a stored credential and notes the outcome.
 * @param inTransaction runs in the transaction that notes it
 * @throws GatewayError `not_found`, `conflict` for families that list nothing, or
 *   `rate_limit_exceeded`
 */
export async function testCredential(
  deps: ProbeDeps,
  id: string | null,
  inTransaction: (trx: Knex.Transaction, test: CredentialTest) => Promise<void>,
): Promise<CredentialTest> {
  const credential = await getCredential(deps.db, id);
  assertLists(familyOf(deps.providers, credential));
  if ((await claimTest(deps.db, credential.id)) === null) throw tooSoon();
  const { failure, message } = await tryListing(deps, credential);
  return transaction(deps.db, async (trx) => {
    const stored = await updateCredentialTest(trx, { id: credential.id, failure, message });
    const test = { credential: stored ?? credential, failure, message };
    await inTransaction(trx, test);
    return test;
  });
}

async function tryListing(
  deps: CredentialDeps,
  credential: CredentialRow,
): Promise<{ failure: ProbeFailure | null; message: string }> {
  try {
    const names = await askProvider(deps, credential);
    return { failure: null, message: `The provider lists ${names.length} model(s).` };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { failure: KINDS[error.failure.kind], message: error.failure.message };
  }
}

/**
 * Adds the models that the provider lists and the family can serve; they wait for approval. Nothing
 * that is known changes for callers. That a sync runs, and how it ended, is stored with the
 * credential, whether its caller waits for the answer or not.
 * @param inTransaction runs in the transaction that adds them
 * @throws GatewayError as {@link testCredential}, `conflict` while another sync runs, or of an
 *   `upstream_` code when the provider does not answer
 */
export async function syncModels(
  deps: ProbeDeps,
  id: string | null,
  inTransaction: (trx: Knex.Transaction, sync: ModelSync) => Promise<void>,
): Promise<ModelSync> {
  const credential = await getCredential(deps.db, id);
  const family = familyOf(deps.providers, credential);
  assertLists(family);
  const { startedAt } = await beginSync(deps.db, credential.id);
  try {
    const names = await askProvider(deps, credential);
    const { provider } = credential;
    const { models, ignored } = usableModels(family, names, credential);
    const found = { provider, family: family.id, models: JSON.stringify(models) };
    return await transaction(deps.db, async (trx) => {
      const discovered = await upsertModels(trx, found);
      const known = models.length - discovered.length;
      const counts = { discovered: discovered.length, known, ignored };
      const stored = await updateCredentialSync(trx, { id: credential.id, counts });
      const sync = { credential: stored ?? credential, discovered, known, ignored };
      await inTransaction(trx, sync);
      return sync;
    });
  } catch (error) {
    await updateFailedSync(deps.db, { id: credential.id, startedAt, ...faultOf(error) });
    return throwProviderError(error);
  }
}

/**
 * @throws GatewayError `conflict` while another sync runs, `rate_limit_exceeded` when one ended
 *   just now
 */
async function beginSync(db: Knex, id: string): Promise<{ startedAt: string }> {
  const begun = await claimSync(db, id);
  if (begun !== null) return begun;
  const { syncStartedAt, syncEndedAt } = await getCredential(db, id);
  if (syncStartedAt !== null && (syncEndedAt === null || syncEndedAt < syncStartedAt)) {
    throw new GatewayError('conflict', 'A sync of this credential is in progress.');
  }
  throw tooSoon();
}

/** The failure that is stored with a credential whose sync came to nothing. */
function faultOf(error: unknown): { failure: ProbeFailure | 'unknown'; message: string } {
  if (!(error instanceof ProviderError)) {
    return { failure: 'unknown', message: 'The sync failed here; the log has the reason.' };
  }
  return { failure: KINDS[error.failure.kind], message: error.failure.message };
}

function usableModels(
  family: Family,
  names: readonly string[],
  at: ServedAt,
): { models: object[]; ignored: number } {
  const unique = [...new Set(names)];
  const models = unique.slice(0, SYNC_MODELS_MAX).flatMap((name) => {
    const draft = isUsableModelName(name) ? family.contract(name, at) : null;
    return draft === null ? [] : { id: newUuid(), upstream_model: name, draft };
  });
  return { models, ignored: unique.length - models.length };
}

function assertLists(family: Family): void {
  if (family.listing !== undefined) return;
  throw new GatewayError('conflict', 'Providers of this family cannot list their models.');
}

function tooSoon(): GatewayError {
  return new GatewayError('rate_limit_exceeded', 'This credential was used for that just now.', {
    retryAfterSeconds: Math.ceil(PROBE_INTERVAL_MS / 1_000),
  });
}

function askProvider(deps: CredentialDeps, credential: CredentialRow): Promise<string[]> {
  return deps.providers.listModels(listingCall(deps, credential));
}

/** The call that asks a provider with a stored credential. */
export function listingCall(deps: CredentialDeps, credential: CredentialRow): ListingCall {
  return {
    family: familyOf(deps.providers, credential),
    provider: credential.provider,
    baseUrl: credential.baseUrl,
    credential: openCredential(deps.masterKey, catalogCredential(credential)),
  };
}

/**
 * Throws what a provider failed with in the words of ours.
 * @throws GatewayError of an `upstream_` code; any other error as it is
 */
export function throwProviderError(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  const { kind, message } = error.failure;
  const code = {
    rejected: 'upstream_unavailable',
    credential: 'upstream_credential_rejected',
    rate_limited: 'upstream_rate_limited',
    unavailable: 'upstream_unavailable',
    timeout: 'upstream_timeout',
    malformed: 'upstream_invalid_response',
  } as const satisfies Record<ProbeFailure, string>;
  throw new GatewayError(code[KINDS[kind]], message, { cause: error });
}
