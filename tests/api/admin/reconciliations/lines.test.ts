import { listPlatformReconciliationLines } from '@tollgate/contract/routes/admin/reconciliations';
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

let provider: TestProvider;
let admin: RunningAdmin;
let id: string;
beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
  await withAcme(admin, provider, ['small']);
  await served(admin, 1, [{ usage: { input: 5 } }]);
  const days = [1, 2].map(dayAgo);
  const lines = days.flatMap((day) =>
    ['small', 'a/b', 'ü'].map((model) => ({ day, model, input: 5 })),
  );
  id = (await reconcile(admin, { report: usageCsv(lines) })).body.id;
  await compareAll(admin);
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const list = (query: Record<string, string> = {}) =>
  admin.send(listPlatformReconciliationLines, { params: { reconciliation_id: id }, query });
const linesOf = (body: { day: string; model: string }[]): string[] =>
  body.map(({ day, model }) => `${day}/${model}`);

describe('GET /api/platform/reconciliations/{reconciliation_id}/lines answers 200', () => {
  const all = [dayAgo(2), dayAgo(1)].flatMap((day) =>
    ['acme/a/b', 'acme/small', 'acme/ü'].map((model) => `${day}/${model}`),
  );

  test('by day and model, in pages that go on behind any line', async () => {
    expect(linesOf((await list()).body)).toEqual(all);
    const seen: string[] = [];
    for (let after: string | undefined; ; after = seen.at(-1)) {
      const { body } = await list({ limit: '2', ...(after === undefined ? {} : { after }) });
      if (body.length === 0) break;
      seen.push(...linesOf(body));
    }
    expect(seen).toEqual(all);
    expect(linesOf((await list({ after: `${dayAgo(1)}/acme/b` })).body)).toEqual(all.slice(4));
  });

  test('without what is equal, where that is asked for', async () => {
    const { body } = await list({ only_differences: 'true' });
    expect(linesOf(body)).toEqual(all.filter((line) => line !== `${dayAgo(1)}/acme/small`));
  });
});

describe('GET /api/platform/reconciliations/{reconciliation_id}/lines answers 422', () => {
  test.each([
    { after: 'x' },
    { after: '2026-11-24' },
    { after: '2026-02-30/acme/small' },
    { after: '0000-01-01/acme/small' },
    { limit: '0' },
    { only_differences: 'maybe' },
  ])('%j', async (query) => {
    const refused = await list(query);
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0].loc).toEqual(['query', Object.keys(query)[0]]);
  });
});
