import { rewrap } from '@tollgate/catalog/sealing';
import { GatewayError } from '@tollgate/contract/error-codes';
import { WEBHOOKS_PER_OWNER_MAX } from '@tollgate/contract/webhooks';
import type { WebhookOut, WebhookUpdate } from '@tollgate/contract/webhooks';
import { transaction } from '@tollgate/db/connect';
import type { Db, Knex } from '@tollgate/db/connect';
import { decodeId, encodeId, newUuid } from '@tollgate/runtime/ids';
import {
  deleteEndpoint,
  dropOpen,
  findEndpoint,
  insertEndpoint,
  listEndpointsOf,
  listSealedOtherwise,
  lockEndpoint,
  lockEndpointsOf,
  updateEndpoint,
  updateSecrets,
} from './endpoint.queries.ts';
import type { Endpoint, OwnedEndpoint } from './endpoint.queries.ts';
import { newSecret, openSecrets, sealSecrets } from './secret.ts';
import type { WebhookKey } from './secret.ts';

export type { Endpoint } from './endpoint.queries.ts';
export { countByVersion } from './endpoint.queries.ts';

/** How long the secret before signs beside the new one, in milliseconds: a day. */
const OVERLAP_MS = 86_400_000;

/** An endpoint to be made; the caller has checked its address. */
export interface NewEndpoint {
  ownerId: string;
  url: string;
  description: string;
  events: readonly string[];
}

/** Which endpoint, by its public id, and who must own it. */
export interface EndpointOfOwner {
  /** `whk_…` as the caller sent it. */
  publicId: string;
  ownerId: string;
}

/**
 * Makes an endpoint. The secret is in the result and nowhere else in the open.
 * @throws GatewayError `conflict` when the owner has too many
 */
export async function createEndpoint(
  trx: Knex.Transaction,
  key: WebhookKey,
  given: NewEndpoint,
): Promise<{ endpoint: Endpoint; secret: string }> {
  await lockEndpointsOf(trx, given.ownerId);
  const others = await listEndpointsOf(trx, given.ownerId);
  if (others.length >= WEBHOOKS_PER_OWNER_MAX) {
    throw new GatewayError(
      'conflict',
      `There may be ${WEBHOOKS_PER_OWNER_MAX} webhooks. Delete one that is no longer used.`,
    );
  }
  const id = newUuid();
  const secret = newSecret();
  const sealed = sealSecrets(key, id, { secret, previous: null });
  const made = await insertEndpoint(trx, { ...given, ...sealed, id, events: [...given.events] });
  return { endpoint: found(made), secret };
}

/** The endpoints of an owner, newest first. */
export function listEndpoints(db: Db, ownerId: string): Promise<Endpoint[]> {
  return listEndpointsOf(db, ownerId);
}

/** @throws GatewayError `not_found`, the same for malformed, unknown, deleted and foreign ids */
export async function getEndpoint(db: Db, endpoint: EndpointOfOwner): Promise<Endpoint> {
  return found(await findEndpoint(db, owned(endpoint)));
}

/**
 * Changes an endpoint; what is absent stays. Setting it active ends a pause and forgets its
 * failures; disabling it gives up what is open.
 * @throws GatewayError `not_found`
 */
export async function changeEndpoint(
  trx: Knex.Transaction,
  endpoint: EndpointOfOwner,
  changes: WebhookUpdate,
): Promise<Endpoint> {
  const current = found(await lockEndpoint(trx, owned(endpoint)));
  const status = changes.status ?? current.status;
  if (status === 'disabled') {
    await dropOpen(trx, { endpointId: current.id, reason: 'endpoint_paused' });
  }
  return found(
    await updateEndpoint(trx, {
      id: current.id,
      ownerId: current.ownerId,
      url: changes.url ?? current.url,
      description: changes.description ?? current.description,
      events: changes.events ?? current.events,
      status,
      isResumed: changes.status === 'active',
    }),
  );
}

/**
 * Deletes an endpoint permanently and gives up what is open for it.
 * @returns its uuid
 * @throws GatewayError `not_found`
 */
export async function removeEndpoint(
  trx: Knex.Transaction,
  endpoint: EndpointOfOwner,
): Promise<string> {
  const which = owned(endpoint);
  if (!(await deleteEndpoint(trx, which))) throw noSuchEndpoint();
  await dropOpen(trx, { endpointId: which.id, reason: 'endpoint_deleted' });
  return which.id;
}

/**
 * Gives an endpoint a new secret; messages carry both signatures for a day. The one before that
 * signs no more.
 * @throws GatewayError `not_found`
 */
export async function rotateSecret(
  trx: Knex.Transaction,
  key: WebhookKey,
  endpoint: EndpointOfOwner,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const current = found(await lockEndpoint(trx, owned(endpoint)));
  const previous = openSecrets(key, current.id, current).secret;
  const secret = newSecret();
  const sealed = sealSecrets(key, current.id, { secret, previous });
  const { id, ownerId } = current;
  const changed = await updateSecrets(trx, { id, ownerId, ...sealed, overlapMs: OVERLAP_MS });
  return { endpoint: found(changed), secret };
}

/**
 * Puts the secrets of every endpoint under the current version of the key, one at a time. Doing it
 * again does no harm.
 * @returns how many were changed
 * @throws SealError when one does not open
 */
export async function resealEndpoints(db: Knex, key: WebhookKey): Promise<number> {
  let changed = 0;
  for (const which of await listSealedOtherwise(db, key.current)) {
    changed += await transaction(db, async (trx) => {
      const current = await lockEndpoint(trx, which);
      if (current === null) return 0;
      const { masterVersion, wrappedKey, box } = current;
      const sealed = rewrap(key, which.id, { masterVersion, wrappedKey, box });
      await updateSecrets(trx, { ...which, ...sealed, overlapMs: null });
      return 1;
    });
  }
  return changed;
}

/** An endpoint as its owner sees it; never its secret. */
export function endpointOut(endpoint: Endpoint): WebhookOut {
  return {
    id: encodeId('whk', endpoint.id),
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.events,
    status: endpoint.status,
    pause_reason: endpoint.pauseReason,
    consecutive_failures: endpoint.failures,
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    previous_secret_until: endpoint.previousUntil?.toISOString() ?? null,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}

function owned({ publicId, ownerId }: EndpointOfOwner): OwnedEndpoint {
  const id = decodeId('whk', publicId);
  if (id === null) throw noSuchEndpoint();
  return { id, ownerId };
}

function found<T>(endpoint: T | null): T {
  if (endpoint === null) throw noSuchEndpoint();
  return endpoint;
}

function noSuchEndpoint(): GatewayError {
  return new GatewayError('not_found', 'There is no such webhook.');
}
