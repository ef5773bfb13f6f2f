import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** Charges of a span by the counts that they were made of. Answers that broke off have no whole line at a provider, and are left out. */
export function listChargesBetween(
  db: Db,
  span: { since: Date; until: Date },
): Promise<{ opId: string; at: Date; input: number; output: number }[]> {
  return rows(
    db,
    `select op_id as "opId", created_at as at,
       cast(coalesce(cast(usage->>'input' as numeric), 0) + coalesce(cast(usage->>'cache_read' as numeric), 0)
         + coalesce(cast(usage->>'cache_write' as numeric), 0) as double precision) as input,
       cast(coalesce(cast(usage->>'output' as numeric), 0) + coalesce(cast(usage->>'reasoning' as numeric), 0)
         as double precision) as output
     from billing.reservation
     where created_at >= :since and created_at < :until and usage_source = 'provider'
       and not partial and coalesce(charged_n, late_charged_n, 0) > 0
     order by created_at`,
    span,
  );
}
