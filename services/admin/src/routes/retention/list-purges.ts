import { listRetentionPurges } from '@tollgate/contract/routes/admin/retention';
import type { MountedRoute } from '@tollgate/http/route';
import { listPurges } from '@tollgate/retention/purges';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListRetentionPurges = ({ reports }: AdminDeps): MountedRoute =>
  platformRoute(listRetentionPurges, ({ query }) => listPurges(reports, query.limit));
