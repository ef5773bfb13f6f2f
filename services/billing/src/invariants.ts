import { BOOK_INVARIANTS } from './invariants/book.ts';
import { CODE_INVARIANTS } from './invariants/code.ts';
import { HOLD_INVARIANTS } from './invariants/holds.ts';
import { RECORD_INVARIANTS } from './invariants/records.ts';
import { RIGHT_INVARIANTS } from './invariants/rights.ts';
import type { Invariant } from './invariants/scope.ts';
import { TERM_INVARIANTS } from './invariants/terms.ts';

export { RECENT, WHOLE_BOOK } from './invariants/scope.ts';

/** Every invariant that data can show, by number. `tests/tidy/invariants.test.ts` names the places of the others. */
export const INVARIANTS: readonly Invariant[] = [
  ...BOOK_INVARIANTS,
  ...HOLD_INVARIANTS,
  ...TERM_INVARIANTS,
  ...RECORD_INVARIANTS,
  ...RIGHT_INVARIANTS,
  ...CODE_INVARIANTS,
].toSorted((left, right) => numberOf(left) - numberOf(right));

function numberOf({ id }: Invariant): number {
  return Number(id.slice(1));
}
