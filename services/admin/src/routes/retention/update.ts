import { GatewayError } from '@tollgate/contract/errors';
import { RetentionPolicyOut, RetentionPolicyUpdate } from '@tollgate/contract/platform/retention';
import { defineRoute } from '@tollgate/contract/route';
import { CATEGORIES } from '@tollgate/retention/categories';
import { findCategory, setPolicy } from '@tollgate/retention/policies';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { CategoryParams } from '../../params.ts';
import { change } from '../../trail.ts';

export const updateRetentionPolicy = defineRoute({
  method: 'put',
  path: '/api/platform/retention-policies/:category',
  auth: 'platform',
  needs: 'retention',
  leased: true,
  summary: 'Set how long a category is kept',
  params: CategoryParams,
  body: RetentionPolicyUpdate,
  status: 200,
  response: RetentionPolicyOut,
});

export const handleUpdateRetentionPolicy =
  (deps: AdminDeps): AdminHandler<typeof updateRetentionPolicy> =>
  async ({ params, body: { days } }, context) => {
    const category = findCategory(params.category);
    if (category === null) throw new GatewayError('not_found', 'There is no such category.');
    const { minimumDays } = CATEGORIES[category];
    if (days < minimumDays) throw fieldError('body', 'days', `must be at least ${minimumDays}`);
    const administratorId = context.caller.administrator.id;
    return change(deps, context, async (trx, note) => {
      const policy = await setPolicy(trx, { category, days, administratorId });
      const target = { kind: 'retention_policy', id: null } as const;
      await note({ action: 'retention.set_policy', target, details: { category, days } });
      return policy;
    });
  };
