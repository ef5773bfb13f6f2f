import { listUserModels, updateUserModel } from '@tollgate/contract/routes/account/models';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aModel } from '../support/model.ts';
import { expectNotFound } from '../support/not-found.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

let account: RunningAccount;
let user: SignedInUser;

beforeAll(async () => {
  account = await anAccount();
  user = await aSignedInUser(account);
});
afterAll(() => account.drop());

const choose = (id: string, body: unknown) =>
  account.send(updateUserModel, { token: user.token, params: { model_id: id }, body });

describe('PUT /api/models/{model_id} answers 200', () => {
  test('off and on again, for this user only', async () => {
    const other = await aSignedInUser(account);
    const id = await aModel(account, 'one');
    expect((await choose(id, { enabled: false })).body).toMatchObject({ id, enabled: false });
    const theirs = await account.send(listUserModels, { token: other.token });
    expect(theirs.body[0].enabled).toBe(true);
    expect((await choose(id, { enabled: true })).body.enabled).toBe(true);
    const { rows } = await account.owner.raw(
      `select e.action, (select count(*) > 1 from change.log where id = e.user_id) as reported
       from audit.event e where e.action like 'model.%' order by e.id`,
    );
    expect(rows).toEqual([
      { action: 'model.disable', reported: true },
      { action: 'model.enable', reported: true },
    ]);
  });
});

describe('PUT /api/models/{model_id} answers 401', () => {
  test('without a token', async () => {
    const params = { model_id: 'mdl_01h455vb4pex5vsknk084sn02q' };
    const answer = await account.send(updateUserModel, { params, body: { enabled: true } });
    expect(answer.status).toBe(401);
  });
});

describe('PUT /api/models/{model_id} answers 404', () => {
  test('O01: what is no approved model', async () => {
    await expectNotFound(account, {
      route: updateUserModel,
      param: 'model_id',
      prefix: 'mdl',
      token: user.token,
      foreignId: await aModel(account, 'unseen', { state: 'discovered' }),
      body: { enabled: false },
    });
  });
});

describe('PUT /api/models/{model_id} answers 422', () => {
  test.each<[string, unknown]>([
    ['nothing', {}],
    ['text', { enabled: 'yes' }],
    ['an extra field', { enabled: true, user_id: 'x' }],
  ])('%s', async (_name, body) => {
    expect((await choose('mdl_01h455vb4pex5vsknk084sn02q', body)).status).toBe(422);
  });
});
