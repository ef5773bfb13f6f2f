import { creditsToShow } from '@tollgate/money/credits';
import { encodeId } from '@tollgate/runtime/ids';
import { counter } from '@tollgate/telemetry/metrics';
import { createKnownWords } from '@tollgate/telemetry/known-words';
import type { Ending } from './ending.ts';
import type { RecordSubject } from './record-subject.ts';

/** Owners of keys that one process shows by themselves, those who called first; the calls of all others count as `other`. */
const OWNERS_MAX = 250;
const GROUP = 'owners';

const calls = counter({
  name: 'owner_calls_total',
  help: 'Paid calls that came to an end, by who owns the key; owners beyond the first 250 of a process are counted as other.',
  labels: ['owner', 'outcome'],
});
const credits = counter({
  name: 'owner_credits_total',
  help: 'Credits that calls were charged, by who owns the key; owners beyond the first 250 of a process are counted as other.',
  labels: ['owner'],
});
const shown = createKnownWords(OWNERS_MAX);

/** Counts a call for the owner of its key. Labels have ids of ours, never a name or an address. */
export function countForOwner({ caller }: RecordSubject, { outcome, bill }: Ending): void {
  const owner = shown.of(GROUP, encodeId('usr', caller.key.ownerId));
  calls.add([owner, outcome]);
  if (bill !== null && bill.charged > 0n) credits.add([owner], creditsToShow(bill.charged));
}
