import type { Db } from '@tollgate/db/connect';
import { findUserById } from '@tollgate/identity/user.queries';
import { idOfAddress } from '@tollgate/identity/users';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import { fieldError } from './field-errors.ts';

/** The fault of an address that no account has: an empty list for it would look like an answer. */
export const NO_ACCOUNT = 'is the address of no user';

/** Whether a filter names a user by an address: no id holds an `@`. */
export const isAddress = (text: string): boolean => text.includes('@');

/** The public id of the user who has an address today; null when nobody has it. */
export async function userIdOfAddress(db: Db, address: string): Promise<string | null> {
  const id = await idOfAddress(db, address);
  return id === null ? null : encodeId('usr', id);
}

/**
 * The uuid of the user that a filter names by id or by address; null without a filter.
 * @throws ValidationError for a malformed id and for an address that no account has
 */
export async function userIdIn(
  db: Db,
  field: string,
  text: string | undefined,
): Promise<string | null> {
  if (text === undefined) return null;
  if (isAddress(text)) {
    const id = await idOfAddress(db, text);
    if (id === null) throw fieldError('query', field, NO_ACCOUNT);
    return id;
  }
  const id = decodeId('usr', text);
  if (id === null) throw fieldError('query', field, 'must be an id such as usr_… or an address');
  return id;
}

/**
 * @throws ValidationError for an id that no user has: an empty list for it would look like an
 *   answer
 */
export async function assertUser(db: Db, field: string, id: string | null): Promise<void> {
  if (id === null || (await findUserById(db, id)) !== null) return;
  throw fieldError('query', field, 'is the id of no user');
}
