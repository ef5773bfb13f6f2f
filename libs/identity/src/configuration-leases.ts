import { GatewayError } from '@tollgate/contract/error-codes';
import { CONFIGURATION_LEASE_SECONDS } from '@tollgate/contract/platform/configuration';
import type { Db } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import {
  deleteLease,
  findHeldLease,
  findLease,
  renewLease,
  takeLease,
  tryDocumentLock,
} from './configuration-lease.queries.ts';
import type { ConfigurationLease } from './configuration-lease.queries.ts';

export type { ConfigurationLease } from './configuration-lease.queries.ts';

/** When to ask again while a plan is tried, in seconds. */
const TRY_AGAIN_SECONDS = 2;

/**
 * Takes the one lease of the configuration, which ends by itself when no change renews it.
 * @throws GatewayError `conflict` while another apply holds it, `rate_limit_exceeded` while a plan
 *   is tried
 */
export async function takeConfigurationLease(
  db: Db,
  asked: { administratorId: string; documentSha256: string },
): Promise<ConfigurationLease> {
  await lockDocument(db, true);
  const lease = { ...asked, id: newUuid(), seconds: CONFIGURATION_LEASE_SECONDS };
  const taken = await takeLease(db, lease);
  if (taken !== null) return taken;
  throw beingApplied(await findLease(db));
}

function beingApplied(held: ConfigurationLease | null): GatewayError {
  const until = held === null ? '' : `, until ${held.expiresAt.toISOString()} at the latest`;
  return new GatewayError('conflict', `Another document is being applied${until}.`);
}

/**
 * Until the transaction ends nobody else tries a document or begins to apply one: what is tried
 * locks rows, for which the changes of an apply would wait in vain.
 * @param lease of the apply that the changes are tried for; null for none
 * @throws GatewayError `conflict` while another apply is under way, `rate_limit_exceeded` while
 *   another document is tried
 */
export async function holdApplies(trx: Db, lease: string | null): Promise<void> {
  await lockDocument(trx, false);
  const held = await findHeldLease(trx);
  if (held !== null && held.id !== lease) throw beingApplied(held);
}

/** @throws GatewayError `rate_limit_exceeded` while somebody else has the lock */
async function lockDocument(trx: Db, isShared: boolean): Promise<void> {
  if (await tryDocumentLock(trx, isShared)) return;
  throw new GatewayError('rate_limit_exceeded', 'Another document is being checked just now.', {
    retryAfterSeconds: TRY_AGAIN_SECONDS,
  });
}

/**
 * Holds a lease fast until the transaction ends, and makes it last on.
 * @param lease `id` is null for what is no id of a lease
 * @throws GatewayError `conflict` when this lease has ended
 */
export async function keepConfigurationLease(
  trx: Db,
  lease: { id: string | null; administratorId: string },
): Promise<void> {
  const { id, administratorId } = lease;
  const kept =
    id === null
      ? null
      : await renewLease(trx, { id, administratorId, seconds: CONFIGURATION_LEASE_SECONDS });
  if (kept !== null) return;
  throw new GatewayError(
    'conflict',
    'The lease of the configuration has ended; nothing was changed. Apply the document again.',
  );
}

/**
 * Gives a lease back.
 * @throws GatewayError `not_found` when it is not held any more; also for null, which stands for a
 *   malformed id
 */
export async function endConfigurationLease(
  db: Db,
  lease: { id: string | null; administratorId: string },
): Promise<ConfigurationLease> {
  const { id, administratorId } = lease;
  const ended = id === null ? null : await deleteLease(db, { id, administratorId });
  if (ended === null) throw new GatewayError('not_found', 'There is no such lease.');
  return ended;
}
