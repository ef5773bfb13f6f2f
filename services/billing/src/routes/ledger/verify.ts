import type { verifyLedgerRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import { withRetries } from '../../attempts.ts';
import type { Verifier } from '../../verifier.ts';

/** Runs every invariant over the whole book. */
export const handleVerifyLedger =
  ({ verifier }: { verifier: Verifier }): Handler<typeof verifyLedgerRoute> =>
  () =>
    withRetries(() => verifier.verify(), { keyed: true });
