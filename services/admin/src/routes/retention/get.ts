import { RetentionPurgeOut } from '@tollgate/contract/platform/retention';
import { defineRoute } from '@tollgate/contract/route';
import { readPurge } from '@tollgate/retention/purges';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { PurgeIdParams } from '../../params.ts';

export const getRetentionPurge = defineRoute({
  method: 'get',
  path: '/api/platform/retention-purge/:purge_id',
  auth: 'platform',
  needs: 'read',
  summary: 'A purge and how far it is',
  params: PurgeIdParams,
  status: 200,
  response: RetentionPurgeOut,
});

export const handleGetRetentionPurge =
  ({ db }: AdminDeps): AdminHandler<typeof getRetentionPurge> =>
  ({ params }) =>
    readPurge(db, params.purge_id);
