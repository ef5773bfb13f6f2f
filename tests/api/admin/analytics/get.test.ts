import { parse } from 'csv-parse/sync';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import {
  exportPlatformAnalytics,
  getPlatformAnalytics,
} from '@tollgate/contract/routes/admin/analytics';
import { aRecord, aRefusal } from '../../../support/request-records.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { HOSTILE_TEXTS, recordsIn } from '../support/records.ts';

let admin: RunningAdmin;
const [user, other, key, otherKey] = [newUuid(), newUuid(), newUuid(), newUuid()];
const mine = { user_id: user, api_key_id: key };
const testKey = newUuid();
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
      route: 'POST /v1/embeddings',
    }),
    aRecord({ ...mine, at: new Date('2026-04-30T23:59:59.999Z'), charged_n: 10_000n }),
  ]);
});
afterAll(() => admin.drop());

const read = (query: Record<string, string> = RANGE) => admin.send(getPlatformAnalytics, { query });

describe('GET /api/platform/analytics answers 200', () => {
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
      faults: 0,
      success_rate: 1,
    });
    expect(body.series).toHaveLength(10);
    expect(body.series[2]).toMatchObject({ at: '2026-05-03T00:00:00.000Z', requests: 2 });
    expect(body.providers.map((one: { provider: string }) => one.provider)).toEqual([
      'acme',
      '(unknown)',
      'zeta',
    ]);
    expect(body.models).toMatchObject([
      { model: 'acme/small', requests: 2 },
      { model: '(unknown)', requests: 1, refused: 1 },
      { model: 'zeta/x' },
    ]);
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
    const long = { date_from: '2026-05-03T14:00:00+02:00', date_to: '2026-05-11T01:00:00+00:00' };
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
    [{ endpoint: '/v1/chat/completions' }, 4],
    [{ endpoint: 'POST /v1/chat/completions' }, 4],
    [{ mode: 'test' }, 0],
    [{ mode: 'all' }, 4],
    [{ provider: 'sandbox' }, 0],
    [{ team_id: 'any' }, 0],
  ])('by %j', async (query, requests) => {
    const { body } = await read({ ...RANGE, ...(query as Record<string, string>) });
    expect(body.requests).toBe(requests);
    expect(body.series).toHaveLength(10);
  });

  test('beside the period before, which is as long', async () => {
    const { body } = await read({ ...RANGE, compare: 'true' });
    expect(body.before).toMatchObject({
      from: '2026-04-21T00:00:00.000Z',
      until: '2026-05-01T00:00:00.000Z',
      requests: 1,
      credits: '0.000010000',
    });
    expect(body.before.series).toHaveLength(body.series.length);
    expect((await read()).body.before).toBeNull();
  });

  test('without a range: the last 30 days', async () => {
    const { body } = await read({});
    expect(new Date(body.until).getTime() - new Date(body.from).getTime()).toBeGreaterThanOrEqual(
      30 * 86_400_000,
    );
    expect(body.requests).toBe(0);
  });

  test.each(HOSTILE_TEXTS)('X04: %j is no team of anybody', async (text) => {
    const { status, body } = await read({ ...RANGE, team_id: text });
    expect([status, body.requests]).toEqual([200, 0]);
  });

  test('the sandbox and what callers do wrong do not touch the figures of the service', async () => {
    const at = new Date('2026-06-01T10:00:00Z');
    const owner = { user_id: newUuid(), api_key_id: newUuid(), at };
    const bad = { ...owner, outcome: 'failed' as const, charged_n: 0n };
    const stream = { ...owner, stream: true, first_token_ms: 40, total_ms: 900 };
    await recordsIn(admin, [
      aRecord({ ...owner, first_token_ms: null }),
      aRecord(stream),
      aRecord({ ...bad, status: 400, error_code: 'upstream_rejected', first_token_ms: null }),
      aRecord({ ...bad, status: 502, error_code: 'upstream_unavailable', first_token_ms: null }),
      aRecord({ ...bad, status: 429, error_code: 'upstream_rate_limited', first_token_ms: null }),
      aRecord({ ...owner, outcome: 'client_gone', first_token_ms: null }),
      aRecord({ ...owner, status: 400, outcome: 'replayed', error_code: 'upstream_rejected' }),
      aRefusal(owner),
      aRefusal({ ...owner, status: 503, error_code: 'billing_unavailable' }),
      aRecord({
        ...owner,
        api_key_id: testKey,
        mode: 'test',
        provider: 'sandbox',
        model: 'sandbox/echo',
      }),
    ]);
    const day = { date_from: '2026-06-01T00:00:00Z', date_to: '2026-06-02T00:00:00Z' };
    const live = (await read(day)).body;
    expect(live).toMatchObject({ requests: 9, succeeded: 2, faults: 3, success_rate: 2 / 5 });
    expect(live.first_token_ms.p99).toBeLessThan(43);
    expect(live.models).toMatchObject([
      { model: 'acme/small', faults: 2, latency_ms: {} },
      { model: '(unknown)', faults: 1, latency_ms: null },
    ]);
    expect((await read({ ...day, mode: 'test' })).body).toMatchObject({ requests: 1 });
    expect((await read({ ...day, mode: 'all' })).body).toMatchObject({ requests: 10 });
    const ofTestKey = { ...day, api_key_id: encodeId('key', testKey) };
    expect((await read(ofTestKey)).body).toMatchObject({ requests: 1 });
    expect((await read({ ...ofTestKey, mode: 'live' })).body).toMatchObject({ requests: 0 });
  });

  test('breakdowns add up to the totals, however many groups there are', async () => {
    const at = new Date('2025-02-03T04:05:06Z');
    const range = { date_from: '2025-02-03T00:00:00Z', date_to: '2025-02-04T00:00:00Z' };
    const names = Array.from({ length: 60 }, (_, index) => `many/${index}`);
    await recordsIn(admin, [
      ...names.map((model) => aRecord({ ...mine, at, model, provider: 'many', charged_n: 3n })),
      aRefusal({ ...mine, at }),
      aRefusal({ ...mine, at, alias: 'an-alias' }),
    ]);
    const { body } = await read(range);
    expect([body.requests, body.credits]).toEqual([62, '0.000000180']);
    for (const groups of [body.models, body.providers, body.endpoints]) {
      const sum = (name: string) =>
        groups.reduce((all: number, one: Record<string, number>) => all + (one[name] ?? 0), 0);
      expect([sum('requests'), sum('refused'), sum('succeeded')]).toEqual([62, 2, 60]);
    }
    const named = new Map(
      body.models.map((one: { model: string; requests: number }) => [one.model, one.requests]),
    );
    expect([named.size, named.get('(other)'), named.get('an-alias')]).toEqual([50, 13, 1]);
  });

  test('an alias finds the calls that it led somewhere', async () => {
    const at = new Date('2026-07-01T10:00:00Z');
    const owner = { user_id: newUuid(), api_key_id: newUuid(), at };
    await recordsIn(admin, [
      aRecord({ ...owner, alias: 'quick', model_requested: 'quick' }),
      aRecord({ ...owner, alias: 'quick', model_requested: 'quick', model: 'zeta/y' }),
      aRecord(owner),
    ]);
    const day = { date_from: '2026-07-01T00:00:00Z', date_to: '2026-07-02T00:00:00Z' };
    expect((await read({ ...day, model: 'quick' })).body).toMatchObject({ requests: 2 });
    expect((await read({ ...day, model: 'acme/small' })).body).toMatchObject({ requests: 2 });
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
    expect(lines[0]).toMatchObject({
      section: 'total',
      requests: '4',
      success_rate: '1',
      credits: '0.000000111',
    });
    expect(Number(lines[0]?.['latency_p95_ms'])).toBeGreaterThan(237);
    expect(Number(lines[0]?.['first_token_p50_ms'])).toBeGreaterThan(94);
    expect(lines.filter(({ section }) => section === 'step')).toHaveLength(10);
    expect(lines.filter(({ section }) => section === 'user')).toHaveLength(2);
  });
});

describe('GET /api/platform/analytics answers 401', () => {
  test('X06: nobody', async () => {
    for (const route of [getPlatformAnalytics, exportPlatformAnalytics]) {
      expect((await admin.send(route, { token: null })).status).toBe(401);
    }
  });
});

describe('GET /api/platform/analytics answers 422', () => {
  test.each([
    { date_from: '2026-05-02T00:00:00Z', date_to: '2026-05-01T00:00:00Z' },
    { date_from: '0001-01-01T00:00:00Z', date_to: '9999-12-31T00:00:00Z' },
    { date_from: '0001-01-01T00:00:00+10:00', date_to: '0001-01-02T00:00:00Z' },
    { date_from: '9999-12-31T00:00:00Z', date_to: '9999-12-31T23:00:00-10:00' },
    { date_from: 'infinity' },
    { date_from: '2026-05-01' },
    { date_from: '2026-05-01T00:00:00' },
    { date_from: '1700000000' },
    { date_from: '9'.repeat(10_000) },
    { date_from: '2026-05-01T00:30:00Z' },
    { date_to: '2026-05-01T00:00:01Z' },
    { sort: '; drop' },
    { mode: 'x' },
  ])('X03, X12: %j', async (query) => {
    for (const route of [getPlatformAnalytics, exportPlatformAnalytics]) {
      const { status } = await admin.send(route, { query: query as Record<string, string> });
      expect(status).toBe(422);
    }
  });

  test.each(HOSTILE_TEXTS)('X04: %j is no name, and no zeros either', async (text) => {
    const names = ['organization_id', 'user_id', 'api_key_id', 'model', 'provider', 'status'];
    for (const name of [...names, 'endpoint']) {
      const { status, body } = await read({ ...RANGE, [name]: text });
      expect([status, body.detail?.[0]?.loc]).toEqual([422, ['query', name]]);
    }
  });

  test('names that nobody has are told field by field, with what they may be', async () => {
    const unknown = { user_id: encodeId('usr', newUuid()), model: 'acme/none', provider: 'none' };
    const { status, body } = await read({ ...RANGE, ...unknown });
    expect(status).toBe(422);
    const fields = body.detail.map((fault: { loc: string[] }) => fault.loc[1]).toSorted();
    expect(fields).toEqual(['model', 'provider', 'user_id']);
    const wrong = (await read({ ...RANGE, status: 'broken', endpoint: '/v1/chat' })).body;
    const reported = wrong.detail.map((fault: { msg: string }) => fault.msg).join(' ');
    expect(reported).toContain('served');
    expect(reported).toContain('POST /v1/chat/completions');
  });
});
