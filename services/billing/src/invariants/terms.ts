import type { Invariant } from './scope.ts';

/** Uplifts are known from the moment of the row that belongs to nobody. */
const NOBODY = `'00000000-0000-0000-0000-000000000000'`;

/**
 * The terms under which a hold was created: its owner, and the price and the uplift that were in
 * force.
 */
export const TERM_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I24',
    isLocal: true,
    invariant: 'A charge is of the user, the key, the price and the uplift that asked for it',
    // Some records from before the baseline, of operations that a second worker ended, have no
    // price.
    sql: (IN) => `select r.op_id, r.attempt, r.user_id, k.owner_id as other_user_id
      from ${IN.holds} r join keys.api_key k on k.id = r.api_key_id
      where k.owner_id <> r.user_id
      union all
      select r.op_id, r.attempt, r.user_id, q.user_id
      from ${IN.holds} r join ${IN.records} q on q.id = r.op_id and q.charged_n > 0
      where coalesce(r.charged_n, r.late_charged_n) > 0
        and ((q.user_id, q.api_key_id) is distinct from (r.user_id, r.api_key_id)
          or q.price_version_id is not null and (q.price_version_id, q.uplift_bp)
            is distinct from (r.price_version_id, r.uplift_bp))`,
  },
  {
    id: 'I25',
    isLocal: true,
    invariant: 'The price version of a hold was in force when the hold was placed',
    sql: (IN) => `with version as (
        select id, effective_at, lead(greatest(effective_at, created_at)) over (
          partition by model_id order by effective_at, id) as followed_at
        from catalog.price_version
      )
      select r.op_id, r.attempt, r.price_version_id, r.created_at, v.effective_at, v.followed_at
      from ${IN.holds} r left join version v on v.id = r.price_version_id
      where v.id is null or r.created_at < v.effective_at
        or r.created_at - :hold_ms * interval '1 millisecond' > v.followed_at`,
  },
  {
    id: 'I26',
    isLocal: true,
    invariant: 'The uplift of a hold was its own when the hold was placed',
    sql: (IN) => `with known as (
        select max(at) as since from catalog.uplift_change where user_id = ${NOBODY}
      ), changed as (
        select distinct user_id from catalog.uplift_change
      )
      select r.op_id, r.attempt, r.user_id, r.uplift_bp
      from ${IN.holds} r cross join known
      left join changed on changed.user_id = r.user_id
      left join catalog.price_version p on p.id = r.price_version_id
      where (changed.user_id is not null or r.uplift_bp <> 0) and r.created_at > known.since
        and not exists (
          select from (
            select r.created_at - :hold_ms * interval '1 millisecond' as at
            union all
            select c.at from catalog.uplift_change c
            where c.user_id = r.user_id and c.at <= r.created_at
              and c.at > r.created_at - :hold_ms * interval '1 millisecond'
          ) moment
          where r.uplift_bp = coalesce(
            (select c.bp from catalog.uplift_change c
             where c.user_id = r.user_id and c.model_id = p.model_id and c.at <= moment.at
             order by c.at desc, c.id desc limit 1),
            (select c.bp from catalog.uplift_change c
             where c.user_id = r.user_id and c.model_id is null and c.at <= moment.at
             order by c.at desc, c.id desc limit 1),
            0))`,
  },
];
