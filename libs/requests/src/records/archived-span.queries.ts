import { GatewayError } from '@tollgate/contract/error-codes';
import type { ArchivedOut } from '@tollgate/contract/request-records';
import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { decodeId, timeOfUuid } from '@tollgate/runtime/ids';
import type { RecordFilter } from './filter.ts';

/** From … to, the end not included. */
interface Span {
  from: Date;
  to: Date;
}

/** How long after its public id was made a record may be from, in milliseconds: one day. */
const LATE_MS = 86_400_000;

/** Days that are in the archive alone and that it has not given up: the oldest leave first. */
async function archivedSpan(db: Db): Promise<Span | null> {
  const found = await row<{ from: Date | null; to: Date | null }>(
    db,
    `select cast(min(day) as timestamp) at time zone 'UTC' as "from",
       cast(max(day) + 1 as timestamp) at time zone 'UTC' as "to"
     from requests.archived_day where left_at is not null and removed_at is null`,
  );
  return found?.from && found.to ? { from: found.from, to: found.to } : null;
}

/**
 * The part of a range whose records have left the database for the archive, so that nothing that is
 * read of records has them; null: none have.
 */
export async function findArchived(
  db: Db,
  { dateFrom, dateTo }: Pick<RecordFilter, 'dateFrom' | 'dateTo'>,
): Promise<ArchivedOut | null> {
  const all = await archivedSpan(db);
  if (all === null) return null;
  const from = dateFrom !== null && dateFrom > all.from ? dateFrom : all.from;
  const to = dateTo !== null && dateTo < all.to ? dateTo : all.to;
  return from < to ? { from: from.toISOString(), to: to.toISOString() } : null;
}

/**
 * What to answer for a record that is not in the database. The public id of a record says which day
 * it is of, whether or not there is one; a request id says nothing.
 */
export async function missingRecord(db: Db, name: string): Promise<GatewayError> {
  const all = await archivedSpan(db);
  if (all === null) return new GatewayError('not_found', 'There is no such request.');
  const since = all.to.toISOString();
  const id = decodeId('req', name);
  if (id === null)
    return new GatewayError(
      'not_found',
      `There is no such request since ${since}. Earlier ones are archived, and are found by their public id alone.`,
    );
  const made = timeOfUuid(id);
  if (made >= all.to || made.getTime() + LATE_MS < all.from.getTime())
    return new GatewayError('not_found', 'There is no such request.');
  return new GatewayError(
    'request_archived',
    `Requests from before ${since} are in the archive, which is not read here. An administrator can have them exported.`,
  );
}
