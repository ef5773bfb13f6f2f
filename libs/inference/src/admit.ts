import { GatewayError } from '@tollgate/contract/errors';
import { readSecret } from '@tollgate/keys/secret';
import type { Pepper } from '@tollgate/keys/secret';
import type { Directory, KeyEntry } from './directory.ts';

const BEARER = /^Bearer (svc_(?:live|test)_[A-Za-z0-9]+)$/;

/** Who pays for a request and what they may do. */
export interface Admitted extends Pick<KeyEntry, 'key' | 'policy'> {
  mode: 'live' | 'test';
}

/**
 * Step 1: whose key is it, and may it be used now? Garbage is refused by its checksum before anything is looked up.
 * @throws GatewayError 401 for no or an unknown key, 403 for one that is suspended or expired
 */
export async function admit(
  deps: { directory: Directory; pepper: Pepper },
  authorization: string | undefined,
): Promise<Admitted> {
  const secret = BEARER.exec(authorization ?? '')?.[1];
  if (secret === undefined) {
    throw new GatewayError(
      'unauthenticated',
      'Send your API key as "Authorization: Bearer svc_live_…".',
    );
  }
  const read = readSecret(secret, deps.pepper);
  const entry = read === null ? null : await deps.directory.find(read.digests);
  if (read === null || entry === null) {
    throw new GatewayError('invalid_api_key', 'This API key does not exist. Check it for typos.');
  }
  assertUsable(entry);
  const { key, policy } = entry;
  return { key, policy, mode: key.mode };
}

/** @throws GatewayError 403 when the key or its owner may not be used now */
function assertUsable({ key, endsAtMs }: KeyEntry): void {
  if (key.ownerStatus !== 'active') {
    throw new GatewayError('account_suspended', 'The account of this API key is suspended.');
  }
  if (key.status !== 'active') {
    throw new GatewayError('key_suspended', 'This API key is suspended. Resume it or use another.');
  }
  if (performance.now() >= endsAtMs) {
    throw new GatewayError('key_expired', 'This API key has expired. Create a new one.');
  }
}
