import type { Knex, Db } from '@tollgate/db/connect';
import { GatewayError } from '@tollgate/contract/error-codes';
import { recordChange } from '@tollgate/db/changes';
import { isUniqueViolation } from '@tollgate/db/failures';
import type { Family } from '@tollgate/providers/adapter/adapter';
import { newUuid } from '@tollgate/runtime/ids';
import { assertCredentialFields, lastFour } from './credential-fields.ts';
import { sealChanged, sealNew } from './credential-proxy.ts';
import {
  claimProvider,
  deleteCredential,
  findCredential,
  insertCredential,
  listModelsOnlyServedBy,
  lockCredential,
  updateCredential,
} from './credential.queries.ts';
import { countVectorStoresAt } from './vector-store.queries.ts';
import { inputError } from './input-error.ts';
import type { ProviderAccess } from './provider-access.ts';
import type { CallTimes, CredentialRow } from './rows.ts';
import type { MasterKey } from './sealing.ts';

export { listCredentials } from './credential.queries.ts';

export interface CredentialDeps {
  masterKey: MasterKey;
  providers: ProviderAccess;
}

/** A credential to keep. */
export interface NewCredentialInput {
  family: string;
  /** Absent where the family has a prefix of its own. */
  provider?: string | undefined;
  name: string;
  /** Absent where the family has an address of its own. */
  baseUrl?: string | undefined;
  fields: Readonly<Record<string, string>>;
  /** What the administrator calls this secret. */
  secretVersion?: string | undefined;
  /** The proxy that calls with it go through; absent or null: that of the installation, if any. */
  proxyUrl?: string | null | undefined;
  /**
   * How long calls with this credential may take; absent or null: the installation's limits hold.
   */
  firstByteSeconds?: number | null | undefined;
  totalSeconds?: number | null | undefined;
}

/**
 * Seals and stores a credential; call it in a transaction and notify afterwards.
 * @throws InputError for what does not fit; GatewayError `conflict` for a name or a prefix that is
 *   taken
 */
export async function createCredential(
  trx: Knex.Transaction,
  deps: CredentialDeps,
  input: NewCredentialInput,
): Promise<CredentialRow> {
  const family = deps.providers.findFamily(input.family);
  if (family === null) throw inputError('family', 'is not one of the families');
  const provider = prefixFor(deps.providers, family, input.provider);
  const baseUrl = baseUrlFor(deps.providers, family, input.baseUrl);
  assertCredentialFields(family.credential, input.fields);
  const owner = await claimProvider(trx, { prefix: provider, family: family.id });
  if (owner?.family !== family.id) {
    throw new GatewayError('conflict', 'This prefix belongs to another family already.', {
      param: 'provider',
    });
  }
  const id = newUuid();
  const stored = await insertCredential(trx, {
    id,
    provider,
    family: family.id,
    name: input.name,
    baseUrl,
    ...sealNew(deps, { id, baseUrl }, input),
    last4: lastFour(family.credential, input.fields),
    secretVersion: input.secretVersion ?? null,
    firstByteSeconds: input.firstByteSeconds ?? null,
    totalSeconds: input.totalSeconds ?? null,
  }).catch(nameTaken);
  await recordChange(trx, 'catalog', null);
  return found(stored);
}

/** Changes of a credential; absent properties stay. */
export interface CredentialChanges {
  name?: string | undefined;
  baseUrl?: string | undefined;
  status?: 'active' | 'disabled' | undefined;
  fields?: Readonly<Record<string, string>> | undefined;
  /** Goes with `fields` only: a secret has the name that came with it. */
  secretVersion?: string | undefined;
  /** Null takes the proxy away. */
  proxyUrl?: string | null | undefined;
  /** Null takes the limit away. */
  firstByteSeconds?: number | null | undefined;
  totalSeconds?: number | null | undefined;
}

/**
 * Changes a credential; call it in a transaction and notify afterwards. A secret is never sent to
 * another address: with a new address the fields must be entered again.
 * @throws InputError for what does not fit; GatewayError `not_found`, or `conflict` for a name that
 *   is taken
 */
export async function changeCredential(
  trx: Knex.Transaction,
  deps: CredentialDeps,
  change: { id: string; changes: CredentialChanges },
): Promise<CredentialRow> {
  const { changes } = change;
  const current = found(await lockCredential(trx, change.id));
  const family = familyOf(deps.providers, current);
  const baseUrl =
    changes.baseUrl === undefined
      ? current.baseUrl
      : baseUrlFor(deps.providers, family, changes.baseUrl);
  if (baseUrl !== current.baseUrl && changes.fields === undefined) {
    throw inputError('credential', 'is needed again with another base_url');
  }
  const { fields } = changes;
  assertSecret(family, changes);
  const stored = await updateCredential(trx, {
    id: current.id,
    name: changes.name ?? current.name,
    baseUrl,
    status: changes.status ?? current.status,
    ...sealChanged(deps, current, { fields, proxyUrl: changes.proxyUrl, baseUrl }),
    last4: fields === undefined ? current.last4 : lastFour(family.credential, fields),
    secretVersion: fields === undefined ? current.secretVersion : (changes.secretVersion ?? null),
    ...timesAfter(current, changes),
    keepsTest: fields === undefined && changes.proxyUrl === undefined,
  }).catch(nameTaken);
  await recordChange(trx, 'catalog', null);
  return found(stored);
}

function timesAfter(current: CallTimes, changes: CredentialChanges): CallTimes {
  const { firstByteSeconds = current.firstByteSeconds, totalSeconds = current.totalSeconds } =
    changes;
  return { firstByteSeconds, totalSeconds };
}

function assertSecret(family: Family, { fields, secretVersion }: CredentialChanges): void {
  if (fields !== undefined) assertCredentialFields(family.credential, fields);
  else if (secretVersion !== undefined) {
    throw inputError('secret_version', 'is given together with the credential that it names');
  }
}

/**
 * Deletes a credential and its secret; calls that are under way with it finish. Call it in a
 * transaction and notify afterwards.
 * @returns the public ids of approved models that nothing serves any more
 * @throws InputError when the name does not match; GatewayError `not_found`, or `conflict` while
 *   vector stores lie at it, and when models would be left without a credential and that was not
 *   accepted
 */
export async function removeCredential(
  trx: Knex.Transaction,
  removal: { id: string; confirmName: string; acceptsUnroutable: boolean },
): Promise<{ removed: CredentialRow; unroutable: string[] }> {
  const current = found(await lockCredential(trx, removal.id));
  if (removal.confirmName !== current.name) {
    throw inputError('confirm_name', 'is not the name of this credential');
  }
  if ((await countVectorStoresAt(trx, current.id)) > 0) {
    throw new GatewayError(
      'conflict',
      'Vector stores lie in the account of this credential. Delete their entries first.',
    );
  }
  const unroutable = (await listModelsOnlyServedBy(trx, current.id)).map((row) => row.publicId);
  if (unroutable.length > 0 && !removal.acceptsUnroutable) {
    throw new GatewayError(
      'conflict',
      `Approved models that have no other active credential: ${unroutable.length}. ` +
        'Disable them, add another credential, or accept that no call can reach them (accept_unroutable_models).',
    );
  }
  await deleteCredential(trx, current.id);
  await recordChange(trx, 'catalog', null);
  return { removed: current, unroutable };
}

/**
 * One credential by its uuid.
 * @throws GatewayError `not_found`; also for null, which stands for a malformed id
 */
export async function getCredential(db: Db, id: string | null): Promise<CredentialRow> {
  return found(id === null ? null : await findCredential(db, id));
}

/** The family of a stored credential. */
export function familyOf(providers: ProviderAccess, credential: CredentialRow): Family {
  const family = providers.findFamily(credential.family);
  if (family === null) throw new Error(`family ${credential.family} is not known here`);
  return family;
}

function prefixFor(providers: ProviderAccess, family: Family, given: string | undefined): string {
  if (family.provider !== null) {
    if (given === undefined || given === family.provider) return family.provider;
    throw inputError('provider', `must be ${family.provider} for this family`);
  }
  if (given === undefined) throw inputError('provider', 'is needed for this family');
  if (providers.reservedPrefixes.has(given)) {
    throw inputError('provider', 'is the prefix of another family');
  }
  return given;
}

function baseUrlFor(providers: ProviderAccess, family: Family, given: string | undefined): string {
  const url = given ?? family.baseUrl;
  if (url === null) throw inputError('base_url', 'is needed for this family');
  const checked = providers.checkBaseUrl(url);
  if ('fault' in checked) throw inputError('base_url', checked.fault);
  return checked.url;
}

function nameTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw new GatewayError('conflict', 'This provider has a credential of that name already.', {
    param: 'name',
    cause: error,
  });
}

function found(row: CredentialRow | null): CredentialRow {
  if (row === null) throw new GatewayError('not_found', 'There is no such credential.');
  return row;
}
