import { Type } from 'typebox';
import { closed } from './closed.ts';

/** The verdict of the ledger on itself; billing answers it, and administrators see it under this name. */
export const PlatformLedgerVerification = Type.Object(
  {
    ok: Type.Boolean(),
    checks: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          invariant: Type.String(),
          ok: Type.Boolean(),
          /** A few of the rows that break the invariant; a row with `not_compared` says why the invariant could not be checked. */
          violations: Type.Array(Type.Unknown()),
        },
        closed,
      ),
    ),
  },
  closed,
);
