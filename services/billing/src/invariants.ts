import { BOOK_INVARIANTS } from './invariants/book.ts';
import { CODE_INVARIANTS } from './invariants/code.ts';
import { GRANT_INVARIANTS } from './invariants/grants.ts';
import { HOLD_INVARIANTS } from './invariants/holds.ts';
import { RECEIPT_INVARIANTS } from './invariants/receipts.ts';
import { RECORD_INVARIANTS } from './invariants/records.ts';
import { RIGHT_INVARIANTS } from './invariants/rights.ts';
import { ROLE_INVARIANTS } from './invariants/roles.ts';
import type { Invariant } from './invariants/scope.ts';
import { SEAL_INVARIANTS } from './invariants/seals.ts';
import { SENT_INVARIANTS } from './invariants/sent.ts';
import { SHAPE_INVARIANTS } from './invariants/shapes.ts';
import { TERM_INVARIANTS } from './invariants/terms.ts';
import { TRAIL_INVARIANTS } from './invariants/trail.ts';

export { RECENT, STRETCH, WHOLE_BOOK } from './invariants/scope.ts';

/**
 * Every invariant that data can show, by number. `tests/tidy/invariants.test.ts` names the files of
 * the others.
 */
export const INVARIANTS: readonly Invariant[] = [
  ...BOOK_INVARIANTS,
  ...HOLD_INVARIANTS,
  ...TERM_INVARIANTS,
  ...RECORD_INVARIANTS,
  ...RECEIPT_INVARIANTS,
  ...SENT_INVARIANTS,
  ...GRANT_INVARIANTS,
  ...TRAIL_INVARIANTS,
  ...RIGHT_INVARIANTS,
  ...ROLE_INVARIANTS,
  ...CODE_INVARIANTS,
  ...SHAPE_INVARIANTS,
  ...SEAL_INVARIANTS,
].toSorted((left, right) => numberOf(left) - numberOf(right));

function numberOf({ id }: Invariant): number {
  return Number(id.slice(1));
}
