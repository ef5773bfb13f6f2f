import { verifyAuditChain } from '@tollgate/audit/verify-chain';
import { AuditVerification } from '@tollgate/contract/platform/audit';
import { defineRoute } from '@tollgate/contract/route';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const verifyPlatformAuditEvents = defineRoute({
  method: 'get',
  path: '/api/platform/audit-events/verify',
  auth: 'platform',
  needs: 'read',
  summary: 'Check the chain of audit events; names the first one that does not fit',
  status: 200,
  response: AuditVerification,
});

export const handleVerifyPlatformAuditEvents =
  ({ db }: AdminDeps): AdminHandler<typeof verifyPlatformAuditEvents> =>
  () =>
    verifyAuditChain(db);
