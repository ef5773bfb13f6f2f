import { listRetentionPolicies } from '@tollgate/contract/routes/admin/retention';
import type { MountedRoute } from '@tollgate/http/route';
import { listPolicies } from '@tollgate/retention/policies';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListRetentionPolicies = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(listRetentionPolicies, () => listPolicies(db));
