import { Type } from 'typebox';
import { RetentionPurgeOut, RetentionPurgeQuery } from '@tollgate/contract/platform/retention';
import { defineRoute } from '@tollgate/contract/route';
import { listPurges } from '@tollgate/retention/purges';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const listRetentionPurges = defineRoute({
  method: 'get',
  path: '/api/platform/retention-purge',
  auth: 'platform',
  needs: 'read',
  summary: 'Purges, those in progress first, then the latest',
  query: RetentionPurgeQuery,
  status: 200,
  response: Type.Array(RetentionPurgeOut),
});

export const handleListRetentionPurges =
  ({ reports }: AdminDeps): AdminHandler<typeof listRetentionPurges> =>
  ({ query }) =>
    listPurges(reports, query.limit);
