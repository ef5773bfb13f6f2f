import type { Entry } from '@tollgate/contract/billing';
import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { ENTRY_COLUMNS, entryOut } from './entry-queries.ts';
import type { EntryRow } from './entry-queries.ts';

/** An entry's id begins with the moment of its hold, or of a millisecond or two later within a large batch. */
const BATCH_SPAN = `interval '10 milliseconds'`;

/** The first and the last id that an entry of a moment can have. */
const idsFrom = (moment: string): string => boundOf(moment, '70008000000000000000');
const idsUntil = (moment: string): string => boundOf(moment, '7fffbfffffffffffffff');

function boundOf(moment: string, rest: string): string {
  return `cast(lpad(to_hex(cast(floor(extract(epoch from ${moment}) * 1000) as bigint)), 12, '0')
    || '${rest}' as uuid)`;
}

/** A hold tells when it was placed and closed, so its entries are found by the index of the wallet's list. */
const entriesAt = (moment: string): string => `
  select e.* from billing.entry e
  where e.user_id = h.user_id and e.op_id = h.op_id and e.attempt = h.attempt
    and e.at = ${moment} and e.id >= ${idsFrom(moment)}
    and e.id <= ${idsUntil(`${moment} + ${BATCH_SPAN}`)}`;

/** Every movement of an operation, attempt by attempt, oldest first. A late charge may come long after the hold was closed. */
export async function listOperationEntries(db: Db, opId: string): Promise<Entry[]> {
  const found = await rows<EntryRow>(
    db,
    `select ${ENTRY_COLUMNS} from billing.reservation h
     cross join lateral (
       ${entriesAt('h.created_at')}
       union ${entriesAt('h.closed_at')}
       union select e.* from billing.entry e
       where h.late and e.user_id = h.user_id and e.op_id = h.op_id and e.attempt = h.attempt
         and e.at >= h.closed_at and e.id >= ${idsFrom('h.closed_at')}
     ) moved
     where h.op_id = :opId order by moved.attempt, moved.id`,
    { opId },
  );
  return found.map(entryOut);
}
