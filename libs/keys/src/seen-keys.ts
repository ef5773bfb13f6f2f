import type { Db } from '@tollgate/db/connect';
import type { ApiKey } from './key.queries.ts';
import { readSecret } from './secret.ts';
import type { Pepper } from './secret.ts';
import { listSeenKeys } from './key-seen.queries.ts';

/** What lists and logs show of a key: its start, anything between, and its last four characters. */
const ENDS = /^(svc_(?:live|test)_[0-9A-Za-z]{4}).*([0-9A-Za-z]{4})$/su;
/** Two keys seldom show the same ends. */
const SEEN_MAX = 50;

/**
 * The keys that a text may be: the very key for a whole secret, else those that show the same ends,
 * the newest first. Deleted keys are not among them.
 * @param text a whole secret, or its ends as a list shows them, such as `svc_live_Ab12…wxYZ`
 * @returns null for a text that shows neither
 */
export async function findSeenKeys(
  db: Db,
  pepper: Pepper,
  text: string,
): Promise<readonly ApiKey[] | null> {
  const secret = readSecret(text, pepper);
  const [, prefix = '', last4 = ''] = ENDS.exec(text) ?? [];
  if (prefix === '') return null;
  const digests = secret?.digests.map(({ digest }) => digest) ?? null;
  return listSeenKeys(db, { prefix, last4, digests, limit: SEEN_MAX });
}
