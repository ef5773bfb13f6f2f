import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { decodeId, newUuid } from '@tollgate/runtime/ids';
import { deleteUserKey, getKeyInsights } from '@tollgate/contract/routes/account/keys';
import { aRecord, aRefusal, keepRecords } from '../../../support/request-records.ts';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aKey } from '../support/key.ts';
import { expectNotFound } from '../support/not-found.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

let account: RunningAccount;
let inference: Knex;
let user: SignedInUser;
let other: SignedInUser;

beforeAll(async () => {
  account = await anAccount();
  inference = connectDatabase({
    url: account.database.urlOf('tollgate_inference'),
    applicationName: 'test-inference',
  });
  user = await aSignedInUser(account);
  other = await aSignedInUser(account);
});
afterAll(async () => {
  await inference.destroy();
  await account.drop();
});

const uuidOf = (keyId: string): string => decodeId('key', keyId) ?? '';
const insights = (keyId: string, query?: Record<string, string>) =>
  account.send(getKeyInsights, {
    params: { key_id: keyId },
    token: user.token,
    ...(query === undefined ? {} : { query }),
  });
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

describe('GET /api/keys/{key_id}/insights answers 200', () => {
  test('a key that was never used has zeros, no rate and a day for each day', async () => {
    const key = await aKey(account, user);
    const { status, body } = await insights(key.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      api_key_id: key.id,
      days: 90,
      requests: 0,
      success_rate: null,
      credits: '0.000000000',
      latency_ms: null,
      first_token_ms: null,
      models: [],
      errors: [],
    });
    expect(body.series).toHaveLength(90);
  });

  test('sums up requests, tokens by kind, credits, percentiles, days, models and errors', async () => {
    const key = await aKey(account, user);
    const mine = { user_id: user.userId, api_key_id: uuidOf(key.id) };
    await keepRecords(inference, [
      aRecord({ ...mine, charged_n: 3n, total_ms: 100, first_token_ms: 40 }),
      aRecord({ ...mine, charged_n: 4n, total_ms: 100, first_token_ms: 40, model: 'acme/large' }),
      aRecord({ ...mine, charged_n: 5n, total_ms: 10_000, first_token_ms: null, at: daysAgo(3) }),
      aRefusal({ ...mine }),
      aRefusal({ ...mine }),
      aRecord({
        ...mine,
        status: 502,
        outcome: 'failed',
        error_code: 'upstream_unavailable',
        charged_n: 0n,
      }),
      // Not of this key, not of this user, not of these days.
      aRecord({ ...mine, api_key_id: newUuid() }),
      aRecord({ user_id: other.userId }),
      aRecord({ ...mine, at: daysAgo(40) }),
    ]);
    const { body } = await insights(key.id, { days: '30' });
    expect(body).toMatchObject({
      days: 30,
      requests: 6,
      succeeded: 3,
      failed: 1,
      refused: 2,
      faults: 1,
      success_rate: 0.75,
      tokens: {
        input: 412,
        cache_read: 12,
        cache_write: 0,
        output: 100,
        reasoning: 20,
        total: 512,
      },
      credits: '0.000000012',
    });
    expect(body.latency_ms.p50).toBeGreaterThan(94);
    expect(body.latency_ms.p50).toBeLessThan(106);
    expect(body.latency_ms.p99).toBeGreaterThan(9_500);
    expect(body.first_token_ms.p99).toBeLessThan(43);
    expect(body.series).toHaveLength(30);
    expect(body.series.at(-1)).toMatchObject({ requests: 5, credits: '0.000000007' });
    expect(body.series.at(-4)).toMatchObject({ requests: 1, credits: '0.000000005' });
    expect(
      body.models.map((one: { model: string; requests: number }) => [one.model, one.requests]),
    ).toEqual([
      ['acme/small', 3],
      ['(unknown)', 2],
      ['acme/large', 1],
    ]);
    expect(body.errors).toEqual([
      { code: 'insufficient_credit', status: 402, requests: 2 },
      { code: 'upstream_unavailable', status: 502, requests: 1 },
    ]);
  });

  test('from one day to ten years', async () => {
    const key = await aKey(account, user);
    const mine = { user_id: user.userId, api_key_id: uuidOf(key.id) };
    await keepRecords(inference, [aRecord({ ...mine }), aRecord({ ...mine, at: daysAgo(3_650) })]);
    expect((await insights(key.id, { days: '1' })).body).toMatchObject({ days: 1, requests: 1 });
    const whole = (await insights(key.id, { days: '3660' })).body;
    expect(whole.requests).toBe(2);
    expect(whole.series).toHaveLength(3_660);
  });
});

describe('GET /api/keys/{key_id}/insights answers 401', () => {
  test('without a token', async () => {
    const { status } = await account.send(getKeyInsights, { params: { key_id: 'key_x' } });
    expect(status).toBe(401);
  });
});

describe('GET /api/keys/{key_id}/insights answers 404', () => {
  test('O01, O02: foreign, unknown and malformed ids alike', async () => {
    const foreign = await aKey(account, other);
    await expectNotFound(account, {
      route: getKeyInsights,
      param: 'key_id',
      prefix: 'key',
      token: user.token,
      foreignId: foreign.id,
    });
  });

  test('Y13: a key that was deleted is unknown, whatever it was used for', async () => {
    const key = await aKey(account, user);
    const used = aRecord({ user_id: user.userId, api_key_id: uuidOf(key.id) });
    await keepRecords(inference, [used]);
    expect((await insights(key.id)).body.requests).toBe(1);
    const params = { key_id: key.id };
    expect((await account.send(deleteUserKey, { params, token: user.token })).status).toBe(204);
    await expectNotFound(account, {
      route: getKeyInsights,
      param: 'key_id',
      prefix: 'key',
      token: user.token,
      foreignId: key.id,
    });
  });
});

describe('GET /api/keys/{key_id}/insights answers 422', () => {
  test.each(['0', '-1', '3661', '1e20', 'a', '1.5', '', '99999999999999999999'])(
    'X01: days=%s',
    async (days) => {
      const key = await aKey(account, user);
      expect((await insights(key.id, { days })).status).toBe(422);
    },
  );

  test('X12: an unknown parameter', async () => {
    const key = await aKey(account, user);
    expect((await insights(key.id, { sort: '; drop' })).status).toBe(422);
  });
});
