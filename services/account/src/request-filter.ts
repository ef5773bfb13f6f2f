import { knowsModel } from '@tollgate/catalog/name-queries';
import { ValidationError } from '@tollgate/http/validate';
import { findKeyOfAny } from '@tollgate/keys/queries';
import { readRequestFilter } from '@tollgate/requests/records/filter';
import type { FilterFault, FilterText, RequestFilter } from '@tollgate/requests/records/filter';
import { findKnownNames } from '@tollgate/requests/records/known-name-queries';
import type { AccountDeps } from './deps.ts';

/**
 * Reads a filter of a user's own requests. A name that nobody has is a mistake, and an empty list for it would look like an
 * answer; a key of another user is a key that does not exist.
 * @throws ValidationError naming every field that means nothing
 */
export async function ownFilter(
  { reports }: Pick<AccountDeps, 'reports'>,
  ownerId: string,
  text: Pick<FilterText, 'api_key_id' | 'mode' | 'model' | 'status'>,
): Promise<RequestFilter> {
  const { filter, faults } = readRequestFilter(text);
  if (filter !== null && faults.length === 0) {
    faults.push(...(await unknownNames(reports, ownerId, filter)));
  }
  if (filter === null || faults.length > 0) {
    throw new ValidationError(
      faults.map(({ field, message }) => ({
        loc: ['query', field],
        msg: message,
        type: 'value_error',
      })),
    );
  }
  return { ...filter, userId: ownerId };
}

async function unknownNames(
  db: AccountDeps['reports'],
  ownerId: string,
  { model, apiKeyId }: RequestFilter,
): Promise<FilterFault[]> {
  const used = await findKnownNames(db, { provider: null, model, userId: null, apiKeyId, ownerId });
  const faults: FilterFault[] = [];
  if (!used.model && !(await knowsModel(db, model ?? ''))) {
    faults.push({ field: 'model', message: 'is no model or alias of this service' });
  }
  if (!used.apiKey && (await findKeyOfAny(db, { id: apiKeyId ?? '', ownerId })) === null) {
    faults.push({ field: 'api_key_id', message: 'is the id of no key of yours' });
  }
  return faults;
}
