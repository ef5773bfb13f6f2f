import type { RetentionCategory } from '@tollgate/contract/platform/retention';
import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** A policy that an administrator has set. */
export interface PolicyRow {
  category: RetentionCategory;
  days: number;
  updatedAt: Date;
  updatedBy: string;
}

export function listPolicyRows(db: Db): Promise<PolicyRow[]> {
  return rows<PolicyRow>(
    db,
    `select category, days, updated_at as "updatedAt", updated_by as "updatedBy"
     from retention.policy`,
  );
}

export async function savePolicy(
  db: Db,
  policy: { category: RetentionCategory; days: number; administratorId: string },
): Promise<void> {
  await rows(
    db,
    `insert into retention.policy (category, days, updated_by)
     values (:category, :days, cast(:administratorId as uuid))
     on conflict (category) do update
       set days = excluded.days, updated_by = excluded.updated_by, updated_at = now()`,
    policy,
  );
}
