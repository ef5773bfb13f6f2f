import {
  RetentionPurgePreview,
  RetentionPurgeRequest,
} from '@tollgate/contract/platform/retention';
import { defineRoute } from '@tollgate/contract/route';
import { previewPurge } from '@tollgate/retention/purges';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { assertPurgeMakesSense } from '../../purge-request.ts';

export const previewRetentionPurge = defineRoute({
  method: 'post',
  path: '/api/platform/retention-purge/preview',
  auth: 'platform',
  needs: 'retention',
  summary: 'Count what a purge would take; its digest binds a purge to that very set',
  body: RetentionPurgeRequest,
  status: 200,
  response: RetentionPurgePreview,
});

export const handlePreviewRetentionPurge =
  (deps: AdminDeps): AdminHandler<typeof previewRetentionPurge> =>
  ({ body }) => {
    assertPurgeMakesSense(deps, body);
    return previewPurge(deps.db, body);
  };
