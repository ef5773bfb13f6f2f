import { verifyLedgerRoute } from '@tollgate/contract/routes/billing/ledger';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import { withRetries } from '../../transactions.ts';
import type { Verifier } from '../../verifier.ts';

/** Runs every invariant over the whole ledger. */
export const handleVerifyLedger = ({ verifier }: { verifier: Verifier }): MountedRoute =>
  route(verifyLedgerRoute, () => withRetries(() => verifier.verify(), { keyed: true }));
