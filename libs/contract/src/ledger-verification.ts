import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';

/**
 * The verdict of the ledger on itself; billing answers it, and administrators see it under this
 * name.
 */
export const PlatformLedgerVerification = Type.Object(
  {
    ok: Type.Boolean(),
    /**
     * Only where the look has not come to its end, because it takes longer than it may or than a
     * caller waits: when the newest one that did came to its end, null where none has. `checks` are
     * those that were done.
     */
    unchecked_since: Type.Optional(Type.Union([Type.String({ format: 'date-time' }), Type.Null()])),
    checks: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          invariant: Type.String(),
          ok: Type.Boolean(),
          /**
           * A few of the rows that break the invariant; a row with `not_compared` says why the
           * invariant could not be checked.
           */
          violations: Type.Array(Type.Unknown()),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type PlatformLedgerVerification = Static<typeof PlatformLedgerVerification>;
