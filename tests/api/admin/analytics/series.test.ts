import { encodeId, newUuid } from '@tollgate/runtime/ids';
import type { AnalyticsReportOut, AnalyticsSeriesOut } from '@tollgate/contract/platform/analytics';
import {
  getPlatformAnalytics,
  getPlatformAnalyticsSeries,
} from '@tollgate/contract/routes/admin/analytics';
import { aRecord, aRefusal } from '../../../support/request-records.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { recordsIn } from '../support/records.ts';

let admin: RunningAdmin;
const [rich, thrifty, third] = [newUuid(), newUuid(), newUuid()];
const key = newUuid();
const RANGE = { date_from: '2026-05-01T00:00:00Z', date_to: '2026-05-05T00:00:00Z' };
const at = (iso: string) => new Date(`2026-05-${iso}:30:00Z`);

beforeAll(async () => {
  admin = await anAdmin();
  await recordsIn(admin, [
    aRecord({ user_id: rich, api_key_id: key, at: at('01T05'), charged_n: 1_000n }),
    aRecord({ user_id: rich, at: at('03T23'), charged_n: 500n, model: 'zeta/x', provider: 'zeta' }),
    aRecord({ user_id: thrifty, at: at('02T00'), charged_n: 10n }),
    aRecord({ user_id: third, at: at('04T23'), charged_n: 1n }),
    aRefusal({ user_id: third, at: at('04T22') }),
    aRecord({ user_id: third, at: at('05T00'), charged_n: 9_999n }),
  ]);
});
afterAll(() => admin.drop());

const read = async (query: Record<string, string>): Promise<AnalyticsSeriesOut> =>
  (await admin.send(getPlatformAnalyticsSeries, { query: { ...RANGE, ...query } })).body;
const nano = (credits: string): number => Number(credits.replace('.', ''));

describe('GET /api/platform/analytics/series answers 200', () => {
  test('users who spent most, and all others together', async () => {
    const body = await read({ group: 'user', top: '2' });
    expect(body).toMatchObject({ step: 'day', from: '2026-05-01T00:00:00.000Z' });
    expect(body.data.map(({ id, credits, requests }) => [id, credits, requests])).toEqual([
      [encodeId('usr', rich), '0.000001500', 2],
      [encodeId('usr', thrifty), '0.000000010', 1],
      [null, '0.000000001', 2],
    ]);
    expect(body.data[0]?.series.map(({ credits }) => nano(credits))).toEqual([1_000, 0, 500, 0]);
  });

  test.each([
    [{ group: 'model' }],
    [{ group: 'model', top: '1' }],
    [{ group: 'key', top: '1' }],
    [{ group: 'user', top: '1' }],
    [{ group: 'user', provider: 'acme', top: '1' }],
    [{ group: 'key', organization_id: encodeId('usr', rich) }],
    [{ group: 'model', date_from: '2026-05-01T05:00:00Z', date_to: '2026-05-04T23:00:00Z' }],
    [{ group: 'user', date_from: '2026-05-03T22:00:00Z', date_to: '2026-05-05T00:00:00Z' }],
  ])('groups of %j add up to the analysis, step by step', async (query) => {
    const { group, top, ...filters } = query as Record<string, string>;
    const { data } = await read(query as Record<string, string>);
    const report: AnalyticsReportOut = (
      await admin.send(getPlatformAnalytics, { query: { ...RANGE, ...filters } })
    ).body;
    expect([group, top, report.requests > 0]).toEqual([group, top, true]);
    const columns = report.series.map(({ at: start }, index) => [
      start,
      data.reduce((sum, { series }) => sum + (series[index]?.requests ?? 0), 0),
      data.reduce((sum, { series }) => sum + nano(series[index]?.credits ?? '0'), 0),
    ]);
    expect(columns).toEqual(
      report.series.map((step) => [step.at, step.requests, nano(step.credits)]),
    );
  });

  test('a filter that can match nothing has no groups', async () => {
    const query = { organization_id: encodeId('usr', rich), user_id: encodeId('usr', third) };
    expect((await read(query)).data).toEqual([]);
  });
});

describe('GET /api/platform/analytics/series answers 401', () => {
  test('without a token', async () => {
    expect((await admin.send(getPlatformAnalyticsSeries, { token: null })).status).toBe(401);
  });
});

describe('GET /api/platform/analytics/series answers 422', () => {
  test.each([
    [{ group: 'provider' }, 'group'],
    [{ top: '11' }, 'top'],
    [{ date_from: '2024-05-01T00:00:00Z' }, 'date_from'],
    [{ provider: 'nobody' }, 'provider'],
  ])('%j names %s', async (query, field) => {
    const { status, body } = await admin.send(getPlatformAnalyticsSeries, {
      query: { ...RANGE, ...(query as Record<string, string>) },
    });
    expect(status).toBe(422);
    expect(body.detail[0].loc).toEqual(['query', field]);
  });
});
