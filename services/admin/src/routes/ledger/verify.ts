import { PlatformLedgerVerification } from '@tollgate/contract/ledger-verification';
import { defineRoute } from '@tollgate/contract/route';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const verifyPlatformLedger = defineRoute({
  method: 'get',
  path: '/api/platform/ledger/verify',
  auth: 'platform',
  needs: 'read',
  summary: 'Check every invariant of the ledger',
  status: 200,
  response: PlatformLedgerVerification,
});

export const handleVerifyPlatformLedger =
  ({ billing }: AdminDeps): AdminHandler<typeof verifyPlatformLedger> =>
  () =>
    billing.verifyLedger();
