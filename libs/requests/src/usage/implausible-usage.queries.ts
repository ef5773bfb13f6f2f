import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { UsageCounts } from '@tollgate/money/rating';

/** For how long a model is shown after its last implausible report, in days. */
const SHOWN_DAYS = 1;

/** A report of usage that cannot be. */
export interface ImplausibleReport {
  opId: string;
  provider: string;
  /** The exact public id. */
  model: string;
  reported: UsageCounts;
}

/** A model whose provider reports usage that cannot be. */
export interface ImplausibleModel extends ImplausibleReport {
  firstAt: Date;
  lastAt: Date;
}

/**
 * Notes the newest report of a model; a model that behaved for longer than it would be shown begins
 * again.
 */
export async function noteImplausible(db: Db, report: ImplausibleReport): Promise<void> {
  await rows(
    db,
    `insert into requests.implausible_usage as known (model, provider, op_id, reported)
     values (:model, :provider, cast(:opId as uuid), cast(:reported as jsonb))
     on conflict (model) do update set
       provider = excluded.provider, op_id = excluded.op_id, reported = excluded.reported,
       first_at = case when known.last_at < now() - make_interval(days => :days)
         then now() else known.first_at end,
       last_at = now()`,
    { ...report, reported: JSON.stringify(report.reported), days: SHOWN_DAYS },
  );
}

/** Models of the last day with such reports, the newest first. */
export function listImplausible(db: Db, limit: number): Promise<ImplausibleModel[]> {
  return rows<ImplausibleModel>(
    db,
    `select op_id as "opId", provider, model, reported, first_at as "firstAt", last_at as "lastAt"
     from requests.implausible_usage where last_at > now() - make_interval(days => :days)
     order by last_at desc, model limit :limit`,
    { limit, days: SHOWN_DAYS },
  );
}
