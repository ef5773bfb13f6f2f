import { GatewayError } from '@tollgate/contract/error-codes';
import { CONFIGURATION_LEASE_SECONDS } from '@tollgate/contract/platform/configuration';
import type { Db } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import { deleteLease, findLease, renewLease, takeLease } from './configuration-lease.queries.ts';
import type { ConfigurationLease } from './configuration-lease.queries.ts';

export type { ConfigurationLease } from './configuration-lease.queries.ts';

/**
 * Takes the one lease of the configuration, which ends by itself when no change renews it.
 * @throws GatewayError `conflict` while another apply holds it
 */
export async function takeConfigurationLease(
  db: Db,
  asked: { administratorId: string; documentSha256: string },
): Promise<ConfigurationLease> {
  const lease = { ...asked, id: newUuid(), seconds: CONFIGURATION_LEASE_SECONDS };
  const taken = await takeLease(db, lease);
  if (taken !== null) return taken;
  const held = await findLease(db);
  const until = held === null ? '' : `, until ${held.expiresAt.toISOString()} at the latest`;
  throw new GatewayError('conflict', `Another document is being applied${until}.`);
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
