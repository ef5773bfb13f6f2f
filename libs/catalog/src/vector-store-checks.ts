import { findCredential } from './credential.queries.ts';
import { inputError } from './input-error.ts';
import { listingCall, throwProviderError } from './probes.ts';
import type { ProbeDeps } from './probes.ts';
import { findVectorStoreAt } from './vector-store.queries.ts';
import type { NewVectorStore } from './vector-stores.ts';

/**
 * Asks the provider whether the account of a credential has a vector store. One that users
 * have already is not looked up again, and a credential that can have none is left to the creation.
 * Call it outside of a transaction.
 * @throws InputError that names `upstream_id`; GatewayError of an `upstream_` code when the
 *   provider gives no good answer
 */
export async function assertVectorStore(
  deps: ProbeDeps,
  { credentialId, upstreamId }: Pick<NewVectorStore, 'credentialId' | 'upstreamId'>,
): Promise<void> {
  const credential = credentialId === null ? null : await findCredential(deps.db, credentialId);
  if (credential === null) return;
  const { provider, family } = credential;
  if (deps.providers.findFamily(family)?.vectorStores === undefined) return;
  if ((await findVectorStoreAt(deps.db, { provider, upstreamId })) !== null) return;
  const state = await deps.providers
    .findVectorStore(listingCall(deps, credential), upstreamId)
    .catch(throwProviderError);
  if (state === 'present') return;
  throw inputError(
    'upstream_id',
    state === 'expired'
      ? 'is the id of a vector store that has expired at the provider'
      : 'is the id of no vector store in the account of this credential at the provider',
  );
}
