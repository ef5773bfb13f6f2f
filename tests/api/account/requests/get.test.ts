import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { encodeId, firstUuidOf } from '@tollgate/runtime/ids';
import { getUserRequest, listUserRequests } from '@tollgate/contract/routes/account/requests';
import { noteLeftDays } from '../../../support/archived-days.ts';
import { aRecord, aRefusal, keepRecords } from '../../../support/request-records.ts';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { expectNotFound } from '../support/not-found.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

let account: RunningAccount;
let inference: Knex;
let user: SignedInUser;

beforeAll(async () => {
  account = await anAccount();
  inference = connectDatabase({
    url: account.database.urlOf('tollgate_inference'),
    applicationName: 'test-inference',
  });
  user = await aSignedInUser(account);
});
afterAll(async () => {
  await inference.destroy();
  await account.drop();
});

const named = (name: string) =>
  account.send(getUserRequest, { params: { public_id: name }, token: user.token });
const get = (id: string) => named(encodeId('req', id));

describe('GET /api/requests/{public_id} answers 200', () => {
  test('with timings and a receipt to the last nano-credit', async () => {
    const record = aRecord({ user_id: user.userId, uplift_bp: 1_500 });
    await keepRecords(inference, [record]);
    const { body } = await get(record.id);
    expect(body).toMatchObject({
      public_id: encodeId('req', record.id),
      request_id: record.request_id,
      endpoint: 'POST /v1/chat/completions',
      outcome: 'served',
      attempts: [
        { provider: 'acme', model: 'acme/small', failure: null, after_ms: 2, took_ms: 248 },
      ],
      credits: '0.001234567',
      timings: { queue_ms: 2, upstream_ms: 80, first_token_ms: 100, total_ms: 250 },
      receipt: {
        lines: [{ dimension: 'input', quantity: 100, unit_price: '0.000001000000' }],
        usage_source: 'provider',
        price_version_id: encodeId('prc', record.price_version_id ?? ''),
        uplift_bp: 1_500,
        cost: '0.001234567',
        charged: '0.001234567',
      },
    });
  });

  test('by the request id of the answer, which is the newest request that has it', async () => {
    const request_id = 'trace/7:first';
    const older = aRecord({ user_id: user.userId, request_id, at: new Date(Date.now() - 60_000) });
    const newer = aRecord({ user_id: user.userId, request_id });
    const foreign = aRecord({ request_id });
    await keepRecords(inference, [older, newer, foreign]);
    const { status, body } = await named(request_id);
    expect({ status, id: body.public_id }).toEqual({ status: 200, id: encodeId('req', newer.id) });
  });

  test('by a public id before a request id that a caller has chosen alike', async () => {
    const mine = aRecord({ user_id: user.userId });
    const alike = aRecord({ user_id: user.userId, request_id: encodeId('req', mine.id) });
    await keepRecords(inference, [mine, alike]);
    expect((await get(mine.id)).body.public_id).toBe(encodeId('req', mine.id));
  });

  test('seconds of a video in place of tokens that it has not', async () => {
    const usage = { second_720p_sound_text: 6, second_720p_silent_image: 2, request: 1 };
    const video = aRecord({ user_id: user.userId, usage });
    const chat = aRecord({ user_id: user.userId });
    await keepRecords(inference, [video, chat]);
    expect((await get(video.id)).body.video_seconds).toBe(8);
    expect((await get(chat.id)).body.video_seconds).toBeNull();
  });

  test('without a receipt when nothing was charged', async () => {
    const record = aRefusal({ user_id: user.userId });
    await keepRecords(inference, [record]);
    const { body } = await get(record.id);
    expect(body).toMatchObject({ error_code: 'insufficient_credit', receipt: null, tokens: null });
    expect(body.video_seconds).toBeNull();
  });
});

describe('GET /api/requests/{public_id} answers 401', () => {
  test('without a token', async () => {
    const answer = await account.send(getUserRequest, { params: { public_id: 'req_x' } });
    expect(answer.status).toBe(401);
  });
});

describe('GET /api/requests/{public_id} answers 404', () => {
  test('O01, O02: foreign, unknown and malformed ids alike', async () => {
    const foreign = aRecord();
    await keepRecords(inference, [foreign]);
    await expectNotFound(account, {
      route: getUserRequest,
      param: 'public_id',
      prefix: 'req',
      token: user.token,
      foreignId: encodeId('req', foreign.id),
    });
  });

  test('an id of an archived day says so, whoever it belongs to', async () => {
    const owner = connectDatabase({ url: account.database.url, applicationName: 'test' });
    try {
      await noteLeftDays(owner, ['2025-01-01', '2025-01-02']);
    } finally {
      await owner.destroy();
    }
    const at = (moment: string) => get(firstUuidOf(new Date(moment)));
    for (const moment of ['2025-01-01T00:00:00Z', '2025-01-02T23:59:59.999Z']) {
      const { status, body } = await at(moment);
      expect({ status, body }).toMatchObject({
        status: 404,
        body: {
          error: {
            code: 'request_archived',
            message: expect.stringContaining('before 2025-01-03T00:00:00.000Z'),
          },
        },
      });
    }
    const outside = ['2024-12-30T23:59:59Z', '2025-01-03T00:00:00Z'];
    for (const moment of outside) {
      expect((await at(moment)).body).toMatchObject({ error: { code: 'not_found' } });
    }
    expect((await named('some-request-id')).body).toMatchObject({
      error: {
        code: 'not_found',
        message: expect.stringContaining('since 2025-01-03T00:00:00.000Z'),
      },
    });
    const { body } = await account.send(listUserRequests, {
      token: user.token,
      query: { date_from: '2025-01-01T12:00:00Z' },
    });
    expect(body.archived).toEqual({
      from: '2025-01-01T12:00:00.000Z',
      to: '2025-01-03T00:00:00.000Z',
    });
    const query = { date_from: '2025-01-03T00:00:00Z' };
    const whole = await account.send(listUserRequests, { token: user.token, query });
    expect(whole.body.archived).toBeNull();
  });
});
