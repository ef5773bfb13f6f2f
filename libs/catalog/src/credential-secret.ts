import type { CatalogCredential } from './snapshot.ts';
import { unseal } from './sealing.ts';
import type { MasterKey } from './sealing.ts';

/**
 * The fields of a credential, such as `{api_key: '…'}`, for the family to sign with. Never log or
 * keep them.
 * @throws SealError when the row was tampered with or its master key is gone
 */
export function openCredential(
  masterKey: MasterKey,
  credential: Pick<CatalogCredential, 'id' | 'sealed'>,
): Record<string, string> {
  return unseal(masterKey, credential.id, credential.sealed);
}
