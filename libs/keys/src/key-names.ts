import type { Db } from '@tollgate/db/connect';
import { findKeyNames } from './key-name.queries.ts';
import type { KeyName } from './key-name.queries.ts';

/** What keys are called, and whose they are, by uuid; deleted keys included. */
export async function namesOfKeys(db: Db, ids: readonly string[]): Promise<Map<string, KeyName>> {
  if (ids.length === 0) return new Map();
  const found = await findKeyNames(db, ids);
  return new Map(found.map(({ id, name, ownerId }) => [id, { name, ownerId }]));
}
