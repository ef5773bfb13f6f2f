import { verifyAuditChain } from '@tollgate/audit/verify-chain';
import { verifyPlatformAuditEvents } from '@tollgate/contract/routes/admin/audit';
import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleVerifyPlatformAuditEvents = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(verifyPlatformAuditEvents, () => verifyAuditChain(db));
