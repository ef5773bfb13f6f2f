import { getRetentionPurge } from '@tollgate/contract/routes/admin/retention';
import type { MountedRoute } from '@tollgate/http/route';
import { readPurge } from '@tollgate/retention/purges';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleGetRetentionPurge = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(getRetentionPurge, ({ params }) => readPurge(db, params.purge_id));
