import { createHash } from 'node:crypto';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { Knex } from '@tollgate/db/connect';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { rememberCreation } from './creation.queries.ts';
import { fingerprintOf, mismatch, TOMBSTONE_LIFE_MS } from './idempotency.ts';

/** Something that a control plane is about to make under an `Idempotency-Key`. */
export interface Creation {
  /** The user or the administrator who asks. */
  actorId: string;
  key: string;
  /** Method and path with the objects that it names, which with the body make the fingerprint. */
  route: string;
  body: unknown;
  /** The uuid that the object is to have. */
  madeId: string;
}

/**
 * Remembers the creation of an API key in the transaction that makes it, so that a creation that is
 * refused leaves its `Idempotency-Key` free. A repeat waits for the transaction of the first. Its
 * secret is kept nowhere, so that a repeat cannot be given the first answer.
 * @throws GatewayError `idempotency_result_not_stored` for a repeat, with the id of the key that
 *   was made; `idempotency_key_mismatch` when the `Idempotency-Key` was used with another request
 */
export async function claimKeyCreation(trx: Knex.Transaction, creation: Creation): Promise<void> {
  const { isFirst, madeId } = await remember(trx, creation);
  if (!isFirst) throw secretIsGone(encodeId('key', madeId));
}

/**
 * Remembers the rotation of an API key as {@link claimKeyCreation} does a creation.
 * @throws GatewayError `idempotency_result_not_stored` for a repeat, `idempotency_key_mismatch`
 *   when the `Idempotency-Key` was used with another request
 */
export async function claimKeyRotation(
  trx: Knex.Transaction,
  rotation: Omit<Creation, 'madeId'> & { keyId: string },
): Promise<void> {
  const { keyId, ...asked } = rotation;
  const madeId = newUuid();
  const { isFirst } = await remember(trx, { ...asked, madeId });
  if (!isFirst) throw rotatedAlready(encodeId('key', keyId));
}

/** @throws GatewayError `idempotency_key_mismatch` */
async function remember(
  trx: Knex.Transaction,
  { actorId, key, route, body, madeId }: Creation,
): Promise<{ isFirst: boolean; madeId: string }> {
  const fingerprint = fingerprintOf(route, body);
  const first = await rememberCreation(trx, {
    actorId,
    keySha: createHash('sha256').update(key).digest(),
    fingerprint,
    madeId,
    tombstoneMs: TOMBSTONE_LIFE_MS,
  });
  if (!first.fingerprint.equals(fingerprint)) throw mismatch();
  return { isFirst: first.madeId === madeId, madeId: first.madeId };
}

function rotatedAlready(keyId: string): GatewayError {
  return new GatewayError(
    'idempotency_result_not_stored',
    `This Idempotency-Key has rotated ${keyId} already, and a secret is shown only once. If you do not have the new secret, rotate ${keyId} again under a new Idempotency-Key.`,
    { param: 'Idempotency-Key', facts: { key_id: keyId } },
  );
}

function secretIsGone(keyId: string): GatewayError {
  return new GatewayError(
    'idempotency_result_not_stored',
    `This Idempotency-Key has created ${keyId} already, and the secret of a key is shown only once. If you do not have the secret, delete ${keyId} and create another key under a new Idempotency-Key.`,
    { param: 'Idempotency-Key', facts: { key_id: keyId } },
  );
}
