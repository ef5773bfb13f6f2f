import type { Knex } from 'knex';

/**
 * Operations that wait at the batch interface of a provider are found without reading the others,
 * so that billing can hold them against the ledger, and against the jobs and lines that they are
 * part of.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`create index operation_sent on requests.operation (created_at)
      where state = 'sent';
    grant select (request_id, state, batch_id) on requests.operation to tollgate_billing;
    grant select (id, finished_at) on requests.batch to tollgate_billing;
    grant select (id, over_at) on requests.batch_job to tollgate_billing;
    grant select (batch_id, line, state, run, attempts, job_id) on requests.batch_line
      to tollgate_billing`);
}
