import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { getUsage, getUsageSeries } from '@tollgate/contract/routes/account/usage';
import type { UsageGroup, UsageOut } from '@tollgate/contract/usage-report';
import { aRecord, aRefusal, keepRecords } from '../../../support/request-records.ts';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

let account: RunningAccount;
let inference: Knex;
let user: SignedInUser;
const KEYS = [newUuid(), newUuid(), newUuid()];
const RANGE = { from: '2026-10-24', to: '2026-10-26' };
const at = (iso: string) => new Date(`2026-10-${iso}:30:00Z`);

beforeAll(async () => {
  account = await anAccount();
  inference = connectDatabase({
    url: account.database.urlOf('tollgate_inference'),
    applicationName: 'test-inference',
  });
  user = await aSignedInUser(account);
  const mine = { user_id: user.userId, api_key_id: KEYS[0] ?? '' };
  await keepRecords(inference, [
    aRecord({ ...mine, at: at('24T05'), charged_n: 7n }),
    aRecord({ ...mine, at: at('24T21'), charged_n: 11n, model: 'zeta/x', provider: 'zeta' }),
    aRecord({ ...mine, at: at('25T22'), charged_n: 100n, api_key_id: KEYS[1] ?? '' }),
    aRecord({ ...mine, at: at('26T03'), charged_n: 5n, model: 'nu/y', provider: 'nu' }),
    aRecord({ ...mine, at: at('26T04'), charged_n: 3n, api_key_id: KEYS[2] ?? '' }),
    aRefusal({ ...mine, at: at('26T05') }),
    aRecord({ ...mine, at: at('26T06'), mode: 'test', charged_n: 0n }),
    // Calls of somebody else to the same models.
    aRecord({ at: at('24T05'), charged_n: 1_000_000n }),
    aRecord({ at: at('26T05'), charged_n: 1_000_000n, model: 'zeta/x', provider: 'zeta' }),
  ]);
});
afterAll(async () => {
  await inference.destroy();
  await account.drop();
});

const read = async (query: Record<string, string>): Promise<UsageGroup[]> =>
  (await account.send(getUsageSeries, { token: user.token, query: { ...RANGE, ...query } })).body
    .data;
const nano = (credits: string): bigint => BigInt(credits.replace('.', ''));
const sum = (values: readonly (number | bigint)[]): number =>
  Number(values.reduce<bigint>((total, value) => total + BigInt(value), 0n));

/** Requests, errors, tokens and credits of one step of all groups, or of a report. */
const columnsOf = (groups: readonly UsageGroup[], index: number) => {
  const steps = groups.map(({ series }) => series[index]);
  return [
    sum(steps.map((step) => step?.requests ?? 0)),
    sum(steps.map((step) => step?.faults ?? 0)),
    sum(steps.map((step) => step?.tokens ?? 0)),
    sum(steps.map((step) => nano(step?.credits ?? '0'))),
  ];
};

describe('GET /api/usage/series answers 200', () => {
  test('the own models by day, most credits first, and nothing of anybody else', async () => {
    const groups = await read({});
    expect(groups.map(({ id, credits }) => [id, credits])).toEqual([
      ['acme/small', '0.000000110'],
      ['zeta/x', '0.000000011'],
      ['nu/y', '0.000000005'],
      ['(unknown)', '0.000000000'],
    ]);
    expect(groups[0]?.series.map(({ requests }) => requests)).toEqual([1, 1, 1]);
  });

  test('keys by their ids, and all others together', async () => {
    const groups = await read({ group: 'key', top: '1' });
    expect(groups.map(({ id, requests }) => [id, requests])).toEqual([
      [encodeId('key', KEYS[1] ?? ''), 1],
      [null, 5],
    ]);
    expect(groups[1]?.series.map(({ requests }) => requests)).toEqual([2, 0, 3]);
  });

  test.each([
    [{ group: 'model', top: '10' }],
    [{ group: 'model', top: '1' }],
    [{ group: 'key', top: '2' }],
    [{ group: 'key', top: '1', time_zone: 'Europe/Berlin' }],
    [{ group: 'model', top: '2', time_zone: 'Asia/Kolkata' }],
    [{ group: 'key', top: '1', time_zone: 'America/New_York', step: 'hour' }],
    [{ group: 'model', mode: 'all' }],
  ])('groups of %j add up to the report, step by step', async (query) => {
    const { group, top = '5', ...range } = query as Record<string, string>;
    const groups = await read({ ...range, group: group ?? '', top });
    const { body } = await account.send(getUsage, {
      token: user.token,
      query: { ...RANGE, ...range },
    });
    const report = body as UsageOut;
    expect(report.requests).toBeGreaterThan(0);
    for (const [index, step] of report.series.entries()) {
      const { requests, faults, tokens, credits } = step;
      const wanted = [requests, faults, tokens.total, Number(nano(credits))];
      expect([step.at, ...columnsOf(groups, index)]).toEqual([step.at, ...wanted]);
    }
    expect(sum(groups.map(({ credits }) => nano(credits)))).toBe(Number(nano(report.credits)));
  });

  test('a part of two days from an hour on', async () => {
    const query = { date_from: '2026-10-24T21:00:00Z', date_to: '2026-10-26T04:00:00Z' };
    const { body } = await account.send(getUsageSeries, { token: user.token, query });
    expect(body).toMatchObject({ from: '2026-10-24T21:00:00.000Z', time_zone: 'UTC' });
    expect(body.data.map((one: UsageGroup) => [one.id, one.requests])).toEqual([
      ['acme/small', 1],
      ['zeta/x', 1],
      ['nu/y', 1],
    ]);
  });

  test('nothing is no group', async () => {
    expect(await read({ from: '2025-01-01', to: '2025-01-02' })).toEqual([]);
  });
});

describe('GET /api/usage/series answers 401', () => {
  test('without a token', async () => {
    expect((await account.send(getUsageSeries)).status).toBe(401);
  });
});

describe('GET /api/usage/series answers 422', () => {
  test.each([
    ['group=user', 'group'],
    ['top=0', 'top'],
    ['top=11', 'top'],
    ['days=367', 'days'],
    ['compare=true', 'compare'],
    ['from=2025-01-01', 'to'],
  ])('%s names %s', async (query, field) => {
    const { token } = user;
    const { status, body } = await account.request('GET', `/api/usage/series?${query}`, { token });
    expect(status).toBe(422);
    expect(body.detail[0].loc).toEqual(['query', field]);
  });
});
