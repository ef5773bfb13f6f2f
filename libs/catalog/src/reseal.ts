import { recordChange } from '@tollgate/db/changes';
import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import {
  countCredentialsByVersion,
  listCredentialsNotUnder,
  lockCredential,
  updateCredentialSeal,
} from './credential.queries.ts';
import { rewrap } from './sealing.ts';
import type { MasterKey } from './sealing.ts';

/** How many credentials are sealed under one version of the master key. */
export interface SealedUnder {
  version: string;
  credentials: number;
}

/**
 * Puts every credential under the current version of the master key, one at a time, while the
 * services go on reading. Doing it again does no harm, and what was done stays when it is
 * interrupted.
 * @returns how many were changed
 * @throws SealError when one does not open: its master key is not listed any more
 */
export async function resealCredentials(db: Knex, masterKey: MasterKey): Promise<number> {
  const ids = await listCredentialsNotUnder(db, masterKey.current);
  let changed = 0;
  for (const { id } of ids) {
    changed += await transaction(db, async (trx) => {
      const credential = await lockCredential(trx, id);
      if (credential === null || credential.masterVersion === masterKey.current) return 0;
      const { masterVersion, wrappedKey, box } = credential;
      const sealed = rewrap(masterKey, id, { masterVersion, wrappedKey, box });
      await updateCredentialSeal(trx, { id, ...sealed });
      await recordChange(trx, 'catalog', null);
      return 1;
    });
  }
  return changed;
}

/** The versions of the master key that credentials still need. */
export function credentialsByVersion(db: Knex): Promise<SealedUnder[]> {
  return countCredentialsByVersion(db);
}
