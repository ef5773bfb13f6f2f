import type { Invariant } from './scope.ts';

/** Only request ids of this form are read as numbers, whatever a row holds. */
const OF_A_LINE = `o.request_id ~ '^batch_[0-9a-z]{26}(-[0-9]{1,9}){1,2}$'`;
/** The number of the line that an operation is a run of, as its request id has it. */
const NUMBER = `case when ${OF_A_LINE} then cast(split_part(o.request_id, '-', 2) as int) end`;
/** Runs are named from the second on. */
const RUN = `case when ${OF_A_LINE}
  then cast(coalesce(nullif(split_part(o.request_id, '-', 3), ''), '1') as int) end`;

/** Lines of batches that wait at providers, against their holds, jobs and batches. */
export const SENT_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I54',
    invariant:
      'What waits at a provider has its open hold, and a line, a job and a batch that wait',
    // A hold is given back before its operation is forgotten, and a line is held before it is put
    // into a job.
    sql: (IN) => `select o.id as op_id, o.user_id, o.batch_id, fault
      from ${IN.sent} o
      left join lateral (
        select finished_at from requests.batch b where b.id = o.batch_id ${IN.lookup}
      ) batch on true
      left join lateral (
        select attempts, job_id from requests.batch_line l
        where l.batch_id = o.batch_id and l.state = 'waiting' and l.line = ${NUMBER}
          and l.run = ${RUN} ${IN.lookup}
      ) line on true
      left join lateral (
        select true as is_known, over_at from requests.batch_job j where j.id = line.job_id
        ${IN.lookup}
      ) job on true
      left join lateral (
        select bool_or(r.state = 'held' and r.user_id = o.user_id
            and r.api_key_id = o.api_key_id and r.attempt = line.attempts) as is_open,
          max(r.closed_at) as closed_at
        from billing.reservation r where r.op_id = o.id ${IN.lookup}
      ) hold on true
      cross join lateral (
        select case
          when line.attempts is null then 'its line does not wait for it'
          when batch.finished_at is not null then 'its batch has ended'
          when job.over_at is not null then 'its job is over'
          when line.job_id is not null and job.is_known is null then 'its job is gone'
          when hold.is_open is not true and coalesce(hold.closed_at <= clock_timestamp()
            - :given_back_grace_ms * interval '1 millisecond', true) then 'it has no open hold'
        end as fault
      ) compared
      where fault is not null`,
  },
];
