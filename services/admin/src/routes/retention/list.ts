import { Type } from 'typebox';
import { RetentionPolicyOut } from '@tollgate/contract/platform/retention';
import { defineRoute } from '@tollgate/contract/route';
import { listPolicies } from '@tollgate/retention/policies';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const listRetentionPolicies = defineRoute({
  method: 'get',
  path: '/api/platform/retention-policies',
  auth: 'platform',
  needs: 'read',
  summary: 'How long each category is kept, and the least that it may be',
  status: 200,
  response: Type.Array(RetentionPolicyOut),
});

export const handleListRetentionPolicies =
  ({ db }: AdminDeps): AdminHandler<typeof listRetentionPolicies> =>
  () =>
    listPolicies(db);
