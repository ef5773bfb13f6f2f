import { previewRetentionPurge } from '@tollgate/contract/routes/admin/retention';
import type { MountedRoute } from '@tollgate/http/route';
import { previewPurge } from '@tollgate/retention/purges';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { assertPurgeMakesSense } from '../../purge-request.ts';

export const handlePreviewRetentionPurge = (deps: AdminDeps): MountedRoute =>
  platformRoute(previewRetentionPurge, ({ body }) => {
    assertPurgeMakesSense(deps, body);
    return previewPurge(deps.db, body);
  });
