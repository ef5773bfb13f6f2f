import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { getUsage } from '../../../../services/account/src/routes/usage/get.ts';
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

describe('GET /api/usage answers 401', () => {
  test('without a token', async () => {
    expect((await account.send(getUsage)).status).toBe(401);
  });
});

describe('GET /api/usage answers 422', () => {
  test.each(['?days=0', '?days=3661', '?days=a', '?days=1&days=2', '?user_id=x'])(
    'X01: %s',
    async (query) => {
      const { token } = await aSignedInUser(account);
      expect((await account.request('GET', `/api/usage${query}`, { token })).status).toBe(422);
    },
  );
});
