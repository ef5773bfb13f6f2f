import { connectDatabase } from '@tollgate/db/connect';
import { compareWaiting } from '@tollgate/requests/reconciliation/reconciliations';
import { createPlatformReconciliation } from '@tollgate/contract/routes/admin/reconciliations';
import { putDay } from '../../../support/old-rows.ts';
import { aRecord } from '../../../support/request-records.ts';
import type { Answer, RunningAdmin } from './admin.ts';
import { aCredential, syncedModels } from './model.ts';
import type { TestProvider } from './provider.ts';
import { recordsIn } from './records.ts';

const DAY_MS = 86_400_000;

/** A day in UTC, so many days ago. */
export const dayAgo = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** The provider `acme` with these models. */
export const withAcme = async (
  admin: RunningAdmin,
  provider: TestProvider,
  names: readonly string[],
): Promise<void> => {
  const credentialId = await aCredential(admin, provider, { provider: 'acme' });
  await syncedModels(admin, provider, { credentialId, names });
};

/**
 * A line of the CSV of a usage page: input without what came from the cache, as the tests count.
 */
export interface Reported {
  day: string;
  model: string;
  input: number;
  cached?: number;
  output?: number;
  requests?: number;
}

/** The CSV of OpenAI's usage page. */
export const usageCsv = (lines: readonly Reported[]): string =>
  [
    'start_time,end_time,model,num_model_requests,input_tokens,input_cached_tokens,output_tokens',
    ...lines.map(({ day, model, input, cached = 0, output = 0, requests = 1 }) => {
      const start = Date.parse(`${day}T00:00:00Z`) / 1_000;
      return [start, start + 86_400, model, requests, input + cached, cached, output].join(',');
    }),
  ].join('\n');

let keys = 0;
/** Begins a reconciliation of `acme`, under a name of its own where none is given. */
export const reconcile = (
  admin: RunningAdmin,
  body: Record<string, unknown>,
  key?: string,
): Promise<Answer> => {
  keys += 1;
  return admin.send(createPlatformReconciliation, {
    body: { provider: 'acme', format: 'openai_usage', ...body },
    headers: { 'idempotency-key': key ?? `key-${keys}` },
  });
};

/** Does what a worker does, with the rights of one. */
export const compareAll = async (admin: RunningAdmin): Promise<number> => {
  const worker = connectDatabase({
    url: admin.database.urlOf('tollgate_worker'),
    applicationName: 'test-worker',
  });
  try {
    return await compareWaiting(worker);
  } finally {
    await worker.destroy();
  }
};

/** Requests of one day and model, as `/v1` keeps them. */
export const served = async (
  admin: RunningAdmin,
  days: number,
  records: readonly Parameters<typeof aRecord>[0][],
): Promise<void> => {
  const partition = `requests.record_${dayAgo(days).replaceAll('-', '')}`;
  const { rows } = await admin.owner.raw('select to_regclass(?) as there', [partition]);
  if (rows[0].there === null) await putDay(admin.owner, 'requests.record', days);
  const at = new Date(`${dayAgo(days)}T12:00:00Z`);
  await recordsIn(
    admin,
    records.map((record) => aRecord({ at, ...record })),
  );
};
