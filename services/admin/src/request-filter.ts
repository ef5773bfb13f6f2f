import { knowsModel, knowsProvider } from '@tollgate/catalog/name-queries';
import { ValidationError } from '@tollgate/http/validate';
import { findUserById } from '@tollgate/identity/queries';
import { findKeyOfAny } from '@tollgate/keys/queries';
import { readRequestFilter } from '@tollgate/requests/records/filter';
import type { FilterFault, FilterText, RequestFilter } from '@tollgate/requests/records/filter';
import { findKnownNames } from '@tollgate/requests/records/known-name-queries';
import type { AdminDeps } from './deps.ts';

/**
 * Reads a filter of the platform's figures. A name that nobody has is a mistake, and zeros for it would look like an answer.
 * @returns null when it can match nothing
 * @throws ValidationError naming every field that means nothing
 */
export async function platformFilter(
  { reports }: Pick<AdminDeps, 'reports'>,
  text: FilterText,
): Promise<RequestFilter | null> {
  const { filter, faults } = readRequestFilter(text);
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
