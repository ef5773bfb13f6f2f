import { listUserModels } from '../../../../services/account/src/routes/models/list.ts';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aModel } from '../support/model.ts';
import { aSignedInUser } from '../support/user.ts';

let account: RunningAccount;

beforeAll(async () => {
  account = await anAccount();
});
afterAll(() => account.drop());

describe('200', () => {
  test('approved models with the prices of this user', async () => {
    const user = await aSignedInUser(account);
    const other = await aSignedInUser(account);
    const id = await aModel(account, 'one');
    await aModel(account, 'unseen', { state: 'discovered' });
    await account.owner.raw('insert into catalog.uplift_user (user_id, bp) values (?, 1000)', [
      user.userId,
    ]);
    const mine = (await account.send(listUserModels, { token: user.token })).body;
    expect(mine).toMatchObject([
      {
        id,
        model: 'acme/one',
        provider: 'acme',
        capability: 'chat',
        enabled: true,
        available: true,
        prices: { input: '1.1', output: '2.2' },
      },
    ]);
    const theirs = (await account.send(listUserModels, { token: other.token })).body;
    expect(theirs[0].prices).toEqual({ input: '1', output: '2' });
  });
});

describe('401', () => {
  test('nobody', async () => {
    expect((await account.send(listUserModels)).status).toBe(401);
  });
});
