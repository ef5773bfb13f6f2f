import { parse } from 'csv-parse/sync';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { exportPlatformAnalytics } from '../../../../services/admin/src/routes/analytics/export.ts';
import { getPlatformAnalytics } from '../../../../services/admin/src/routes/analytics/get.ts';
import { aRecord, aRefusal } from '../../../support/request-records.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { HOSTILE_TEXTS, recordsIn } from '../support/records.ts';

let admin: RunningAdmin;
const [user, other, key, otherKey] = [newUuid(), newUuid(), newUuid(), newUuid()];
const mine = { user_id: user, api_key_id: key };
const RANGE = { date_from: '2026-05-01T00:00:00Z', date_to: '2026-05-11T00:00:00Z' };

beforeAll(async () => {
  admin = await anAdmin();
  await recordsIn(admin, [
    aRecord({ ...mine, at: new Date('2026-05-01T00:00:00Z'), charged_n: 1n }),
    aRecord({
      ...mine,
      at: new Date('2026-05-03T12:00:00Z'),
      charged_n: 10n,
      provider: 'zeta',
      model: 'zeta/x',
    }),
    aRefusal({ ...mine, at: new Date('2026-05-03T13:10:00Z') }),
    aRecord({
      user_id: other,
      api_key_id: otherKey,
      at: new Date('2026-05-10T23:59:59.999Z'),
      charged_n: 100n,
    }),
    aRecord({
      ...mine,
      at: new Date('2026-05-11T00:00:00Z'),
      charged_n: 1_000n,
      route: '/v1/embeddings',
    }),
    aRecord({ ...mine, at: new Date('2026-04-30T23:59:59.999Z'), charged_n: 10_000n }),
  ]);
});
afterAll(() => admin.drop());

const read = (query: Record<string, string> = RANGE) => admin.send(getPlatformAnalytics, { query });

describe('200', () => {
  test('everything of a range: totals, days, breakdowns and percentiles', async () => {
    const { body } = await read();
    expect(body).toMatchObject({
      from: '2026-05-01T00:00:00.000Z',
      until: '2026-05-11T00:00:00.000Z',
      step: 'day',
      requests: 4,
      succeeded: 3,
      refused: 1,
      credits: '0.000000111',
      outcomes: { served: 3, refused: 1 },
    });
    expect(body.series).toHaveLength(10);
    expect(body.series[2]).toMatchObject({ at: '2026-05-03T00:00:00.000Z', requests: 2 });
    expect(body.providers.map((one: { provider: string }) => one.provider)).toEqual([
      'acme',
      'zeta',
    ]);
    expect(body.models).toMatchObject([{ model: 'acme/small', requests: 2 }, { model: 'zeta/x' }]);
    expect(body.statuses).toMatchObject([{ status: 200, requests: 3 }, { status: 402 }]);
    expect(body.errors).toEqual([{ code: 'insufficient_credit', status: 402, requests: 1 }]);
    expect(body.users).toMatchObject([
      { user_id: encodeId('usr', other), credits: '0.000000100' },
      { user_id: encodeId('usr', user), credits: '0.000000011', requests: 3 },
    ]);
    expect(body.keys).toHaveLength(2);
    expect(body.latency_ms.p50).toBeGreaterThan(237);
    expect(body.latency_ms.p50).toBeLessThan(263);
  });

  test('ends within a day are read by the hour, and a short range is a series of hours', async () => {
    const long = { date_from: '2026-05-03T12:30:00Z', date_to: '2026-05-11T00:20:00+00:00' };
    expect((await read(long)).body).toMatchObject({
      from: '2026-05-03T12:00:00.000Z',
      until: '2026-05-11T01:00:00.000Z',
      requests: 4,
      credits: '0.000001110',
    });
    const short = { date_from: '2026-05-03T13:00:00Z', date_to: '2026-05-03T15:00:00Z' };
    const { body } = await read(short);
    expect(body).toMatchObject({ step: 'hour', requests: 1, refused: 1, latency_ms: null });
    expect(body.series.map((one: { requests: number }) => one.requests)).toEqual([1, 0]);
  });

  test.each([
    [{ organization_id: encodeId('usr', user) }, 3],
    [{ user_id: encodeId('usr', other) }, 1],
    [{ organization_id: encodeId('usr', user), user_id: encodeId('usr', other) }, 0],
    [{ api_key_id: encodeId('key', otherKey) }, 1],
    [{ provider: 'zeta' }, 1],
    [{ model: 'acme/small' }, 2],
    [{ status: '4xx' }, 1],
    [{ status: '200' }, 3],
    [{ status: 'refused' }, 1],
    [{ endpoint: '/v1/embeddings' }, 0],
    [{ team_id: 'any' }, 0],
  ])('by %j', async (query, requests) => {
    const { body } = await read({ ...RANGE, ...(query as Record<string, string>) });
    expect(body.requests).toBe(requests);
    expect(body.series).toHaveLength(10);
  });

  test('without a range: the last 30 days', async () => {
    const { body } = await read({});
    expect(new Date(body.until).getTime() - new Date(body.from).getTime()).toBeGreaterThanOrEqual(
      30 * 86_400_000,
    );
    expect(body.requests).toBe(0);
  });

  test.each(HOSTILE_TEXTS)('X04: %j matches nothing', async (text) => {
    for (const name of [
      'organization_id',
      'model',
      'provider',
      'status',
      'api_key_id',
      'team_id',
    ]) {
      const { status, body } = await read({ ...RANGE, [name]: text });
      expect({ name, status, requests: body.requests }).toEqual({ name, status: 200, requests: 0 });
    }
  });

  test('X10: fifty at once all get the same answer', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => read()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('as CSV: the same sums, one line each', async () => {
    const { body, headers } = await admin.send(exportPlatformAnalytics, { query: RANGE });
    expect(headers['content-type']).toContain('text/csv');
    const lines = parse(body, { columns: true }) as Record<string, string>[];
    expect(lines[0]).toMatchObject({ section: 'total', requests: '4', credits: '0.000000111' });
    expect(lines.filter(({ section }) => section === 'step')).toHaveLength(10);
    expect(lines.filter(({ section }) => section === 'user')).toHaveLength(2);
  });
});

describe('401', () => {
  test('X06: nobody', async () => {
    for (const route of [getPlatformAnalytics, exportPlatformAnalytics]) {
      expect((await admin.send(route, { token: null })).status).toBe(401);
    }
  });
});

describe('422', () => {
  test.each([
    { date_from: '2026-05-02T00:00:00Z', date_to: '2026-05-01T00:00:00Z' },
    { date_from: '0001-01-01T00:00:00Z', date_to: '9999-12-31T00:00:00Z' },
    { date_from: 'infinity' },
    { date_from: '2026-05-01' },
    { date_from: '2026-05-01T00:00:00' },
    { date_from: '1700000000' },
    { date_from: '9'.repeat(10_000) },
    { sort: '; drop' },
    { mode: 'x' },
  ])('X03, X12: %j', async (query) => {
    for (const route of [getPlatformAnalytics, exportPlatformAnalytics]) {
      const { status } = await admin.send(route, { query: query as Record<string, string> });
      expect(status).toBe(422);
    }
  });
});
