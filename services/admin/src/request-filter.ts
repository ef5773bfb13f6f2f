import { knowsModel, knowsProvider } from '@tollgate/catalog/name-queries';
import { ValidationError } from '@tollgate/http/validate';
import { findUserById } from '@tollgate/identity/queries';
import { findKeyOfAny } from '@tollgate/keys/queries';
import { readRequestFilter } from '@tollgate/requests/records/filter';
import type { FilterFault, FilterText, RequestFilter } from '@tollgate/requests/records/filter';
import { findKnownNames } from '@tollgate/requests/records/known-name-queries';
import type { AdminDeps } from './deps.ts';
import { isAddress, NO_ACCOUNT, userIdOfAddress } from './user-filter.ts';

/**
 * Reads a filter of the platform's figures; a user may be named by address. A name that nobody has is a mistake, and zeros for it would look like an answer.
 * @returns null when it can match nothing
 * @throws ValidationError naming every field that means nothing
 */
export async function platformFilter(
  { reports }: Pick<AdminDeps, 'reports'>,
  given: FilterText,
): Promise<RequestFilter | null> {
  const { text, strangers } = await byIds(reports, given);
  const { filter, faults: malformed } = readRequestFilter(text);
  const faults = [...strangers, ...malformed];
  if (filter !== null && faults.length === 0) {
    const userField = text.user_id === undefined ? 'organization_id' : 'user_id';
    faults.push(...(await unknownNames(reports, filter, userField)));
  }
  if (faults.length > 0) {
    throw new ValidationError(
      faults.map(({ field, message }) => ({
        loc: ['query', field],
        msg: message,
        type: 'value_error',
      })),
    );
  }
  return filter;
}

/** The filter with ids in the place of addresses, and the fields whose address no account has. */
async function byIds(
  db: AdminDeps['reports'],
  given: FilterText,
): Promise<{ text: FilterText; strangers: FilterFault[] }> {
  const text = { ...given };
  const strangers: FilterFault[] = [];
  for (const field of ['organization_id', 'user_id'] as const) {
    const user = given[field];
    if (user === undefined || !isAddress(user)) continue;
    const id = await userIdOfAddress(db, user);
    if (id === null) {
      strangers.push({ field, message: NO_ACCOUNT });
      delete text[field];
    } else {
      text[field] = id;
    }
  }
  return { text, strangers };
}

/** What was ever asked for is known from the sums; the rest may be new and not yet used. */
async function unknownNames(
  db: AdminDeps['reports'],
  { provider, model, userId, apiKeyId }: RequestFilter,
  userField: 'user_id' | 'organization_id',
): Promise<FilterFault[]> {
  const used = await findKnownNames(db, { provider, model, userId, apiKeyId, ownerId: null });
  const looks: [keyof FilterText, string, boolean, () => Promise<boolean>][] = [
    [
      'provider',
      'is no provider of this service',
      used.provider,
      () => knowsProvider(db, provider ?? ''),
    ],
    [
      'model',
      'is no model or alias of this service',
      used.model,
      () => knowsModel(db, model ?? ''),
    ],
    [
      userField,
      'is the id of no user',
      used.user,
      async () => (await findUserById(db, userId ?? '')) !== null,
    ],
    [
      'api_key_id',
      'is the id of no key',
      used.apiKey,
      async () => (await findKeyOfAny(db, { id: apiKeyId ?? '', ownerId: null })) !== null,
    ],
  ];
  const faults: FilterFault[] = [];
  for (const [field, message, isUsed, isKnown] of looks) {
    if (!isUsed && !(await isKnown())) faults.push({ field, message });
  }
  return faults;
}
