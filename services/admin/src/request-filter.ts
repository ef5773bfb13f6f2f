import { knowsModel, knowsProvider } from '@tollgate/catalog/name.queries';
import { ValidationError } from '@tollgate/http/validate';
import { findUserById } from '@tollgate/identity/user.queries';
import { findKeyOfAny } from '@tollgate/keys/key.queries';
import { readRecordRange, readRequestFilter } from '@tollgate/requests/records/filter';
import type {
  FilterFault,
  FilterText,
  RecordFilter,
  RecordRange,
  RequestFilter,
} from '@tollgate/requests/records/filter';
import { findKnownNames } from '@tollgate/requests/records/record-name.queries';
import type { AdminDeps } from './deps.ts';
import { fieldError } from './field-errors.ts';
import { isAddress, NO_ACCOUNT, userIdOfAddress } from './user-filter.ts';

/**
 * Reads a filter of the platform's figures; a user may be named by address. A name that nobody has
 * is a mistake, and zeros for it would look like an answer.
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

/** A filter as lists of single requests carry it. */
type RecordText = FilterText &
  RecordRange & { stream?: boolean; session_id?: string; request_id?: string; tag?: string };

/**
 * Reads a filter of single requests.
 * @returns null when it can match nothing
 * @throws ValidationError naming every field that means nothing
 */
export async function platformRecordFilter(
  deps: Pick<AdminDeps, 'reports'>,
  { stream, session_id: sessionId, request_id: requestId, tag: name, ...given }: RecordText,
): Promise<RecordFilter | null> {
  const { date_from, date_to, ...text } = given;
  const { fault, ...range } = readRecordRange({
    ...(date_from === undefined ? {} : { date_from }),
    ...(date_to === undefined ? {} : { date_to }),
  });
  if (fault !== null) throw fieldError('query', 'date_from', fault);
  const filter = await platformFilter(deps, text);
  if (filter === null) return null;
  const [ofSession, ofRequest, streamed] = [sessionId ?? null, requestId ?? null, stream ?? null];
  const tag = name ?? null;
  return { ...filter, ...range, sessionId: ofSession, requestId: ofRequest, tag, stream: streamed };
}

/** The filter with ids instead of addresses, and the fields whose address no account has. */
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
  { provider, model, alias, userId, apiKeyId }: RequestFilter,
  userField: 'user_id' | 'organization_id',
): Promise<FilterFault[]> {
  const used = await findKnownNames(db, {
    provider,
    model,
    alias,
    userId,
    apiKeyId,
    ownerId: null,
  });
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
    ['alias', 'is no alias of this service', used.alias, () => knowsModel(db, alias ?? '')],
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
