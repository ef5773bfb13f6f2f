import type { Db } from '@tollgate/db/connect';
import { idOfAddress } from '@tollgate/identity/users';
import { encodeId } from '@tollgate/runtime/ids';
import { fieldError } from './field-errors.ts';

/** What is said of an address that no account has: an empty list for it would look like an answer. */
export const NO_ACCOUNT = 'is the address of no user';

/** Whether a filter names a user by an address: no id holds an `@`. */
export const isAddress = (text: string): boolean => text.includes('@');

/** The public id of the user who has an address today; null when nobody has it. */
export async function userIdOfAddress(db: Db, address: string): Promise<string | null> {
  const id = await idOfAddress(db, address);
  return id === null ? null : encodeId('usr', id);
}

/**
 * What a filter by user means: an id as it stands, an address as the id of its account.
 * @throws ValidationError for an address that no account has
 */
export async function userIdIn(
  db: Db,
  field: string,
  text: string | undefined,
): Promise<string | undefined> {
  if (text === undefined || !isAddress(text)) return text;
  const id = await userIdOfAddress(db, text);
  if (id === null) throw fieldError('query', field, NO_ACCOUNT);
  return id;
}
