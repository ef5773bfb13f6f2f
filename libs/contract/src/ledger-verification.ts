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
          /** Rows that break it, a few at most; `not_compared` in one that says why it could not be looked at. */
          violations: Type.Array(Type.Unknown()),
        },
        closed,
      ),
    ),
  },
  closed,
);
