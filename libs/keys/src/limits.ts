import { recordChange } from '@tollgate/db/changes';
import type { Knex } from '@tollgate/db/connect';
import {
  limitsAbove,
  limitsDocument,
  parseLimits,
  tightestLimits,
} from '@tollgate/money/limit-set';
import type { LimitName, Limits } from '@tollgate/money/limit-set';
import { found, owned } from './keys.ts';
import type { KeyOfOwner } from './keys.ts';
import { updateKeyLimits } from './key.queries.ts';
import type { ApiKey } from './key.queries.ts';

/**
 * Replaces what the platform allows a key.
 * @throws GatewayError `not_found`
 */
export async function setKeyLimits(
  trx: Knex.Transaction,
  key: KeyOfOwner,
  limits: Limits,
): Promise<ApiKey> {
  const changed = found(
    await updateKeyLimits(trx, { ...owned(key), limits: limitsDocument(limits) }),
  );
  await recordChange(trx, 'key', changed.id);
  return changed;
}

/**
 * Which limits an owner may not set as loose as this: each lies above what the platform allows the
 * key or all of the owner's keys together.
 * @param given.key null for a key that is yet to be made
 */
export function limitsTooLoose(
  limits: Limits,
  given: { key: Pick<ApiKey, 'limits'> | null; owner: Limits },
): LimitName[] {
  return limitsAbove(limits, tightestLimits(given.owner, parseLimits(given.key?.limits)));
}
