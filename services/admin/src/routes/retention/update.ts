import { GatewayError } from '@tollgate/contract/error-codes';
import { updateRetentionPolicy } from '@tollgate/contract/routes/admin/retention';
import type { MountedRoute } from '@tollgate/http/route';
import { CATEGORIES } from '@tollgate/retention/categories';
import { findCategory, setPolicy } from '@tollgate/retention/policies';
import type { AdminDeps } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleUpdateRetentionPolicy = (deps: AdminDeps): MountedRoute =>
  platformRoute(updateRetentionPolicy, async ({ params, body: { days } }, context) => {
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
  });
