import { updateUserKey } from '../../../../services/account/src/routes/keys/update.ts';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aKey } from '../support/key.ts';
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

const update = (id: string, body: unknown) =>
  account.send(updateUserKey, { token: user.token, params: { key_id: id }, body });

describe('200', () => {
  test('changes what the body names and nothing else', async () => {
    const { id } = await aKey(account, user);
    const policy = {
      expires_at: '2999-01-02T03:04:05.000Z',
      default_reasoning_effort: 'high',
      max_output_tokens: 9,
      models: ['acme/a'],
    };
    expect((await update(id, policy)).body).toMatchObject({ id, name: 'a key', ...policy });
    const renamed = await update(id, { name: 'renamed' });
    expect(renamed.body).toMatchObject({ name: 'renamed', ...policy });
  });

  test('null takes a policy away', async () => {
    const { id } = await aKey(account, user);
    await update(id, { max_output_tokens: 9, models: ['acme/a'] });
    const cleared = await update(id, { max_output_tokens: null, models: null });
    expect(cleared.body).toMatchObject({ max_output_tokens: null, models: null });
  });

  test('an expired key works again after a new expiry', async () => {
    const { id } = await aKey(account, user);
    await account.owner.raw(`update keys.api_key set expires_at = now() - interval '1 s'`);
    expect((await update(id, { expires_at: null })).body.status).toBe('active');
  });
});

describe('401', () => {
  test('nobody', async () => {
    const { id } = await aKey(account, user);
    const answer = await account.send(updateUserKey, { params: { key_id: id }, body: {} });
    expect(answer.status).toBe(401);
  });
});

describe('404', () => {
  test('Y10, Y11: whatever is not a key of the caller', async () => {
    const other = await aSignedInUser(account);
    const { id } = await aKey(account, other);
    await expectNotFound(account, {
      route: updateUserKey,
      param: 'key_id',
      prefix: 'key',
      token: user.token,
      foreignId: id,
      body: { name: 'stolen', expires_at: '2999-01-01T00:00:00Z' },
    });
    const { rows } = await account.owner.raw(`select from keys.api_key where name = 'stolen'`);
    expect(rows).toHaveLength(0);
  });
});

describe('422', () => {
  test.each<[string, unknown]>([
    ['nothing to change', {}],
    ['no name', { name: null }],
    ['Y02: an expiry in the past', { expires_at: '2001-01-01T00:00:00Z' }],
    ['Y03: a ceiling of zero', { max_output_tokens: 0 }],
    ['Y04: a mode', { mode: 'live' }],
    ['Y04: a state', { status: 'active' }],
    ['Y04: an owner', { owner_id: 'x' }],
  ])('%s', async (_name, body) => {
    const { id } = await aKey(account, user);
    expect((await update(id, body)).status).toBe(422);
  });
});
