import { knowsModel } from '@tollgate/catalog/name.queries';
import { ValidationError } from '@tollgate/http/validate';
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
import type { AccountDeps } from './deps.ts';

/** A filter as the list of a user's own requests carries it. */
type RecordText = Pick<
  FilterText,
  'api_key_id' | 'mode' | 'model' | 'status' | 'error_code' | 'alias'
> &
  RecordRange & { stream?: boolean; session_id?: string; request_id?: string; tag?: string };

/**
 * Reads a filter of a user's own requests. A name that nobody has is a mistake, and an empty list
 * for it would look like an answer; a key of another user is a key that does not exist.
 * @throws ValidationError naming every field that means nothing
 */
export async function ownFilter(
  { reports }: Pick<AccountDeps, 'reports'>,
  ownerId: string,
  given: RecordText,
): Promise<RecordFilter> {
  const { stream, session_id: sessionId, request_id: requestId, tag = null, ...rest } = given;
  const { date_from, date_to, ...text } = rest;
  const { filter, faults: misread } = readRequestFilter(text);
  const { fault, ...range } = readRecordRange({
    ...(date_from === undefined ? {} : { date_from }),
    ...(date_to === undefined ? {} : { date_to }),
  });
  const faults: { field: string; message: string }[] = [...misread];
  if (fault !== null) faults.push({ field: 'date_from', message: fault });
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
  const [ofSession, ofRequest, streamed] = [sessionId ?? null, requestId ?? null, stream ?? null];
  return {
    ...filter,
    ...range,
    userId: ownerId,
    sessionId: ofSession,
    requestId: ofRequest,
    tag,
    stream: streamed,
  };
}

async function unknownNames(
  db: AccountDeps['reports'],
  ownerId: string,
  { model, alias, apiKeyId }: RequestFilter,
): Promise<FilterFault[]> {
  const used = await findKnownNames(db, {
    provider: null,
    model,
    alias,
    userId: null,
    apiKeyId,
    ownerId,
  });
  const faults: FilterFault[] = [];
  if (!used.model && !(await knowsModel(db, model ?? ''))) {
    faults.push({ field: 'model', message: 'is no model or alias of this service' });
  }
  if (!used.alias && !(await knowsModel(db, alias ?? ''))) {
    faults.push({ field: 'alias', message: 'is no alias of this service' });
  }
  if (!used.apiKey && (await findKeyOfAny(db, { id: apiKeyId ?? '', ownerId })) === null) {
    faults.push({ field: 'api_key_id', message: 'is the id of no key of yours' });
  }
  return faults;
}
