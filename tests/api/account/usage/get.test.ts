import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { getUsage } from '@tollgate/contract/routes/account/usage';
import { aRecord, aRefusal, keepRecords } from '../../../support/request-records.ts';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aSignedInUser } from '../support/user.ts';

let account: RunningAccount;
let inference: Knex;

beforeAll(async () => {
  account = await anAccount();
  inference = connectDatabase({
    url: account.database.urlOf('tollgate_inference'),
    applicationName: 'test-inference',
  });
});
afterAll(async () => {
  await inference.destroy();
  await account.drop();
});

describe('GET /api/usage answers 200', () => {
  test('all keys together and each by itself, nobody else', async () => {
    const user = await aSignedInUser(account);
    const [cheap, dear] = [newUuid(), newUuid()];
    await keepRecords(inference, [
      aRecord({ user_id: user.userId, api_key_id: cheap, charged_n: 1n }),
      aRecord({ user_id: user.userId, api_key_id: dear, charged_n: 2_000_000_000n }),
      aRefusal({ user_id: user.userId, api_key_id: cheap, route: 'POST /v1/embeddings' }),
      aRecord({ user_id: user.userId, api_key_id: cheap, mode: 'test', charged_n: 0n }),
      aRecord(),
    ]);
    const { body } = await account.send(getUsage, { token: user.token });
    expect(body).toMatchObject({
      days: 90,
      requests: 3,
      succeeded: 2,
      refused: 1,
      credits: '2.000000001',
    });
    expect(body.keys).toMatchObject([
      { api_key_id: encodeId('key', dear), requests: 1, credits: '2.000000000' },
      { api_key_id: encodeId('key', cheap), requests: 2, credits: '0.000000001' },
    ]);
    expect(body.endpoints).toMatchObject([
      { endpoint: 'POST /v1/chat/completions', requests: 2 },
      { endpoint: 'POST /v1/embeddings', requests: 1 },
    ]);
    const all = await account.send(getUsage, { token: user.token, query: { mode: 'all' } });
    expect(all.body).toMatchObject({ requests: 4 });
  });
});

describe('GET /api/usage of any range answers 200', () => {
  const hour = (iso: string, user_id: string) =>
    aRecord({ user_id, at: new Date(`2026-10-${iso}:30:00Z`), charged_n: 1_000_000_000n });

  test('by days of a time zone, whose sums are those of the whole', async () => {
    const { userId, token } = await aSignedInUser(account);
    await keepRecords(
      inference,
      // Berlin's 24th begins at 22 h, its 26th at 23 h: the 25th has 25 hours.
      ['23T21', '23T22', '24T21', '24T22', '25T22', '25T23', '26T22', '26T23'].map((at) =>
        hour(at, userId),
      ),
    );
    const query = { from: '2026-10-24', to: '2026-10-26', time_zone: 'Europe/Berlin' };
    const { body } = await account.send(getUsage, { token, query });
    expect(body).toMatchObject({
      days: 3,
      from: '2026-10-23T22:00:00.000Z',
      until: '2026-10-26T23:00:00.000Z',
      time_zone: 'Europe/Berlin',
      requests: 6,
      credits: '6.000000000',
      series: [
        { at: '2026-10-23T22:00:00.000Z', requests: 2 },
        { at: '2026-10-24T22:00:00.000Z', requests: 2 },
        { at: '2026-10-25T23:00:00.000Z', requests: 2 },
      ],
    });
    const utc = await account.send(getUsage, {
      token,
      query: { from: '2026-10-24', to: '2026-10-24' },
    });
    expect(utc.body).toMatchObject({ days: 1, requests: 2, time_zone: 'UTC' });
    const hours = await account.send(getUsage, { token, query: { ...query, step: 'hour' } });
    expect(hours.body.series).toHaveLength(73);
    expect(hours.body.series[0]).toMatchObject({ at: '2026-10-23T22:00:00.000Z', requests: 1 });
  });

  test('the last days are those of the zone', async () => {
    const { token } = await aSignedInUser(account);
    const query = { days: '7', time_zone: 'Pacific/Auckland' };
    const { body } = await account.send(getUsage, { token, query });
    expect(body).toMatchObject({ days: 7, requests: 0 });
    expect(body.series).toHaveLength(7);
  });
});

describe('GET /api/usage of hours answers 200', () => {
  const at = (iso: string) => new Date(`2026-09-${iso}:30:00Z`);
  const requestsIn = (series: { requests: number }[]) => series.map(({ requests }) => requests);

  test('from an hour till another one, by hour or by day, beside the period before', async () => {
    const { userId, token } = await aSignedInUser(account);
    await keepRecords(
      inference,
      // Two before the range, three in it, one after it.
      ['09T21', '10T02', '10T09', '10T22', '11T01', '11T08'].map((hour) =>
        aRecord({ user_id: userId, at: at(hour) }),
      ),
    );
    const query = { date_from: '2026-09-10T09:00:00Z', date_to: '2026-09-11T08:00:00Z' };
    const berlin = { ...query, time_zone: 'Europe/Berlin', compare: 'true' };
    const { body } = await account.send(getUsage, { token, query: berlin });
    expect(body).toMatchObject({ days: 1, from: '2026-09-10T09:00:00.000Z', requests: 3 });
    expect(body.series.map((one: { at: string }) => one.at)).toEqual([
      '2026-09-10T09:00:00.000Z',
      '2026-09-10T22:00:00.000Z',
    ]);
    expect(requestsIn(body.series)).toEqual([1, 2]);
    expect(body.before).toMatchObject({
      from: '2026-09-09T10:00:00.000Z',
      until: '2026-09-10T09:00:00.000Z',
      requests: 2,
    });
    const hours = await account.send(getUsage, { token, query: { ...query, step: 'hour' } });
    expect(hours.body.series).toHaveLength(23);
    expect(hours.body).toMatchObject({ requests: 3, before: null });
  });

  test('the last hours end with this one, and days have as many days before them', async () => {
    const { userId, token } = await aSignedInUser(account);
    await keepRecords(inference, [aRecord({ user_id: userId })]);
    const query = { hours: '24', step: 'hour' };
    const { body } = await account.send(getUsage, { token, query });
    expect(requestsIn(body.series)).toEqual([...Array.from({ length: 23 }, () => 0), 1]);
    const days = { from: '2026-10-24', to: '2026-10-26', time_zone: 'Europe/Berlin' };
    const compared = await account.send(getUsage, { token, query: { ...days, compare: 'true' } });
    expect(compared.body.before).toMatchObject({
      from: '2026-10-20T22:00:00.000Z',
      until: '2026-10-23T22:00:00.000Z',
      requests: 0,
    });
    expect(compared.body.before.series).toHaveLength(3);
  });
});

describe('GET /api/usage answers 401', () => {
  test('without a token', async () => {
    expect((await account.send(getUsage)).status).toBe(401);
  });
});

describe('GET /api/usage answers 422', () => {
  test.each([
    ['from=2026-10-01', 'to'],
    ['to=2026-10-01', 'from'],
    ['from=2026-10-02&to=2026-10-01', 'to'],
    ['from=2026-02-30&to=2026-10-01', 'from'],
    ['from=yesterday&to=2026-10-01', 'from'],
    ['from=2016-01-01&to=2026-10-01', 'from'],
    ['from=2025-01-01&to=2026-10-01&time_zone=Europe/Berlin', 'from'],
    ['days=367&time_zone=Europe/Berlin', 'days'],
    ['days=32&step=hour', 'days'],
    ['time_zone=Mars/Olympus', 'time_zone'],
    ['step=week', 'step'],
    ['hours=0', 'hours'],
    ['hours=745', 'hours'],
    ['hours=24&from=2026-10-01&to=2026-10-01', 'from'],
    ['date_from=2026-10-01T00:00:00Z', 'date_to'],
    ['date_to=2026-10-01T00:00:00Z', 'date_from'],
    ['date_from=2026-10-01T00:30:00Z&date_to=2026-10-02T00:00:00Z', 'date_from'],
    ['date_from=2026-10-02T00:00:00Z&date_to=2026-10-02T00:00:00Z', 'date_to'],
    ['date_from=2026-10-01T00:00:00Z&date_to=2026-10-02T00:00:00Z&hours=3', 'hours'],
    ['date_from=2026-01-01T00:00:00Z&date_to=2026-10-02T00:00:00Z&step=hour', 'date_from'],
    ['date_from=1900-01-01T00:00:00Z&date_to=1900-01-02T00:00:00Z', 'date_from'],
    ['date_from=9998-12-31T00:00:00Z&date_to=9999-12-31T23:00:00Z', 'date_to'],
    ['compare=perhaps', 'compare'],
  ])('%s names %s', async (query, field) => {
    const { token } = await aSignedInUser(account);
    const { status, body } = await account.request('GET', `/api/usage?${query}`, { token });
    expect(status).toBe(422);
    expect(body.detail[0].loc).toEqual(['query', field]);
  });

  test.each(['?days=0', '?days=3661', '?days=a', '?days=1&days=2', '?user_id=x'])(
    'X01: %s',
    async (query) => {
      const { token } = await aSignedInUser(account);
      expect((await account.request('GET', `/api/usage${query}`, { token })).status).toBe(422);
    },
  );
});
