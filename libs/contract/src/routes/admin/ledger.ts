import { PlatformLedgerVerification } from '../../ledger-verification.ts';
import { defineRoute } from '../../route.ts';

/** `GET /api/platform/ledger/verify`. */
export const verifyPlatformLedger = defineRoute({
  method: 'get',
  path: '/api/platform/ledger/verify',
  auth: 'platform',
  needs: 'read',
  summary: 'Check every invariant of the ledger',
  status: 200,
  response: PlatformLedgerVerification,
});
