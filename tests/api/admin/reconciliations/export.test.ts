import { exportPlatformReconciliation } from '@tollgate/contract/routes/admin/reconciliations';
import { readCsv } from '../../../support/csv.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import {
  compareAll,
  dayAgo,
  reconcile,
  served,
  usageCsv,
  withAcme,
} from '../support/reconciliation.ts';
import { eventsOf } from '../support/trail.ts';

let provider: TestProvider;
let admin: RunningAdmin;
beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
  await withAcme(admin, provider, ['small']);
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const day = dayAgo(1);
const download = (id: string) =>
  admin.send(exportPlatformReconciliation, { params: { reconciliation_id: id } });

describe('GET /api/platform/reconciliations/{reconciliation_id}/lines.csv answers 200', () => {
  test('with every line, however many there are, and leaves an event', async () => {
    await served(admin, 1, [
      {
        usage: { input: 5, cache_read: 2, output: 3 },
        charged_n: 7n,
        usage_suspect: 'total_differs',
      },
    ]);
    const names = Array.from({ length: 1_001 }, (_none, at) => `=m${at}`);
    const { body } = await reconcile(admin, {
      report: usageCsv([
        { day, model: 'small', input: 5, cached: 2, output: 4 },
        ...names.map((model) => ({ day, model, input: 1 })),
      ]),
    });
    await compareAll(admin);
    const answer = await download(body.id);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.headers['content-disposition']).toContain(`${body.id}.csv`);
    const lines = readCsv(answer.body);
    expect(lines).toHaveLength(1_002);
    expect(new Set(lines.map(({ model }) => model)).size).toBe(1_002);
    expect(lines.find(({ model }) => model === 'acme/small')).toEqual({
      day,
      model: 'acme/small',
      status: 'differs',
      apart: 'output',
      reported_input_tokens: '5',
      reported_cache_read_tokens: '2',
      reported_cache_write_tokens: '',
      reported_output_tokens: '4',
      reported_requests: '1',
      reported_cost_usd: '',
      book_input_tokens: '5',
      book_cache_read_tokens: '2',
      book_cache_write_tokens: '0',
      book_output_tokens: '3',
      book_requests: '1',
      book_charged_credits: '0.000000007',
      book_suspect_requests: 'total_differs:1',
    });
    expect(await eventsOf(admin, 'reconciliation.export')).toMatchObject([
      { details: { reconciliation_id: body.id } },
    ]);
  });
});

describe('GET /api/platform/reconciliations/{reconciliation_id}/lines.csv answers 409', () => {
  test('while not all days are compared', async () => {
    const report = usageCsv([{ day, model: 'small', input: 5 }]);
    const { body } = await reconcile(admin, { report });
    expect(await download(body.id)).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    });
    await compareAll(admin);
    expect((await download(body.id)).status).toBe(200);
  });
});
