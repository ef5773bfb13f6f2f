import { decodeId, encodeId, newUuid } from '@tollgate/runtime/ids';
import { listUserModels } from '@tollgate/contract/routes/account/models';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aModel } from '../support/model.ts';
import { aSignedInUser } from '../support/user.ts';

let account: RunningAccount;

beforeAll(async () => {
  account = await anAccount();
});
afterAll(() => account.drop());

describe('GET /api/models answers 200', () => {
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

test('aliases stand behind the models, with what their targets cost this user', async () => {
  const user = await aSignedInUser(account);
  const models = [await aModel(account, 'cheap'), await aModel(account, 'dear')];
  const [cheap = '', dear = ''] = models.map((id) => decodeId('mdl', id) ?? '');
  await account.owner.raw(
    'insert into catalog.uplift_user_model (user_id, model_id, bp) values (?, ?, 5000)',
    [user.userId, dear],
  );
  const alias = newUuid();
  await account.owner.raw(
    "insert into catalog.alias (id, name, strategy, created_by) values (?, 'both', 'ordered', ?)",
    [alias, newUuid()],
  );
  await account.owner.raw(
    `insert into catalog.alias_target (alias_id, position, model_id) values (:alias, 0, :cheap), (:alias, 1, :dear)`,
    { alias, cheap, dear },
  );
  const { body } = await account.send(listUserModels, { token: user.token });
  expect(body.at(-1)).toMatchObject({
    id: encodeId('als', alias),
    kind: 'alias',
    model: 'both',
    provider: null,
    capability: 'chat',
    available: true,
    prices: { input: '1.5', output: '3' },
    targets: [
      { model: 'acme/cheap', prices: { input: '1', output: '2' } },
      { model: 'acme/dear', prices: { input: '1.5', output: '3' } },
    ],
  });
  await account.owner.raw(
    'insert into catalog.user_model (user_id, model_id, enabled) values (?, ?, false)',
    [user.userId, dear],
  );
  const narrowed = (await account.send(listUserModels, { token: user.token })).body.at(-1);
  expect(narrowed).toMatchObject({ prices: { input: '1' }, targets: [{ model: 'acme/cheap' }] });
});

describe('GET /api/models answers 401', () => {
  test('without a token', async () => {
    expect((await account.send(listUserModels)).status).toBe(401);
  });
});
