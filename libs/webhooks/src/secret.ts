import { randomBytes } from 'node:crypto';
import { seal, unseal } from '@tollgate/catalog/sealing';
import type { MasterKey, Sealed } from '@tollgate/catalog/sealing';
import { parseVersionedSecret } from '@tollgate/runtime/versioned-secret';

/** The keys that secrets are sealed with, by version. */
export type WebhookKey = MasterKey;

const KEY_BYTES = 32;
/** The convention asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** The secrets of an endpoint: the present one, and the one before while it still signs. */
export interface Secrets {
  secret: string;
  previous: string | null;
}

/**
 * Reads WEBHOOK_KEY: `{"current":"v1","keys":{"v1":"<base64 of 32 bytes>"}}`.
 * @throws Error naming the fault, never the value
 */
export function parseWebhookKey(json: string): WebhookKey {
  const { current, versions } = parseVersionedSecret(
    'WEBHOOK_KEY',
    json,
    ({ length }) => length === KEY_BYTES,
  );
  return { current, keys: versions };
}

/** A new secret of the convention's form. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Seals the secrets of an endpoint. @param id its uuid, which is bound into the seal */
export function sealSecrets(key: WebhookKey, id: string, { secret, previous }: Secrets): Sealed {
  return seal(key, id, previous === null ? { secret } : { secret, previous });
}

/** @throws SealError when the row was tampered with or its key is gone */
export function openSecrets(key: WebhookKey, id: string, sealed: Sealed): Secrets {
  const { secret, previous } = unseal(key, id, sealed);
  if (secret === undefined) throw new Error('a sealed box of a webhook holds no secret');
  return { secret, previous: previous ?? null };
}
