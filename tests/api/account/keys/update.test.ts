import { updateUserKey } from '@tollgate/contract/routes/account/keys';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aKey } from '../support/key.ts';
import { expectNotFound } from '../support/not-found.ts';
import { aModel } from '../support/model.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

let account: RunningAccount;
let user: SignedInUser;

beforeAll(async () => {
  account = await anAccount();
  user = await aSignedInUser(account);
  await aModel(account, 'a');
});
afterAll(() => account.drop());

const update = (id: string, body: unknown) =>
  account.send(updateUserKey, { token: user.token, params: { key_id: id }, body });

const NO_LIMITS = {
  requests_per_minute: null,
  tokens_per_minute: null,
  concurrent_requests: null,
  credits_per_day: null,
  credits_per_month: null,
  output_tokens_per_request: null,
};
const PLATFORM_LIMITS = `update keys.api_key
  set limits = '{"requests_per_minute": 10, "credits_per_day": "2"}'`;

describe('PATCH /api/keys/{key_id} answers 200', () => {
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

  test('what stands in the list may stay when its model is gone, and nothing unknown comes in', async () => {
    const { id } = await aKey(account, user);
    await aModel(account, 'passing');
    await update(id, { models: ['acme/passing'] });
    await account.owner.raw(
      "update catalog.model set state = 'rejected' where public_id = 'acme/passing'",
    );
    expect((await update(id, { models: ['acme/passing', 'acme/a'] })).status).toBe(200);
    const refused = await update(id, { models: ['acme/a', 'acme/typo'] });
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0].loc).toEqual(['body', 'models', 1]);
  });

  test('null takes a policy away', async () => {
    const { id } = await aKey(account, user);
    await update(id, { max_output_tokens: 9, models: ['acme/a'] });
    const cleared = await update(id, { max_output_tokens: null, models: null });
    expect(cleared.body).toMatchObject({ max_output_tokens: null, models: null });
  });

  test('limits are replaced as a whole and go with null', async () => {
    const { id } = await aKey(account, user);
    const set = await update(id, { limits: { requests_per_minute: 5, credits_per_day: '1.5' } });
    expect(set.body.limits).toEqual({
      ...NO_LIMITS,
      requests_per_minute: 5,
      credits_per_day: '1.500000000',
    });
    const kept = await update(id, { name: 'renamed' });
    expect(kept.body.limits).toEqual(set.body.limits);
    const next = await update(id, { limits: { tokens_per_minute: 7 } });
    expect(next.body.limits).toEqual({ ...NO_LIMITS, tokens_per_minute: 7 });
    expect((await update(id, { limits: null })).body.limits).toEqual(NO_LIMITS);
  });

  test("limits may be as tight as the platform's or tighter", async () => {
    const { id } = await aKey(account, user);
    await account.owner.raw(PLATFORM_LIMITS);
    const equal = { requests_per_minute: 10, credits_per_day: '2' };
    expect((await update(id, { limits: equal })).status).toBe(200);
    expect((await update(id, { limits: { requests_per_minute: 1 } })).status).toBe(200);
  });

  test('an expired key works again after a new expiry', async () => {
    const { id } = await aKey(account, user);
    await account.owner.raw(`update keys.api_key set expires_at = now() - interval '1 s'`);
    expect((await update(id, { expires_at: null })).body.status).toBe('active');
  });
});

describe('PATCH /api/keys/{key_id} answers 401', () => {
  test('without a token', async () => {
    const { id } = await aKey(account, user);
    const answer = await account.send(updateUserKey, { params: { key_id: id }, body: {} });
    expect(answer.status).toBe(401);
  });
});

describe('PATCH /api/keys/{key_id} answers 404', () => {
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

describe('PATCH /api/keys/{key_id} answers 422', () => {
  test("limits above the platform's, of the key and of the user, are named", async () => {
    const { id } = await aKey(account, user);
    await account.owner.raw(PLATFORM_LIMITS);
    const other = await aSignedInUser(account);
    const key = await aKey(account, other);
    await account.owner.raw(
      `update identity.user_account set limits = '{"concurrent_requests": 2}'`,
    );
    const limits = { requests_per_minute: 11, concurrent_requests: 3, credits_per_day: '1' };
    const { status, body } = await update(id, { limits });
    expect(status).toBe(422);
    expect(
      (body as unknown as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc),
    ).toEqual([
      ['body', 'limits', 'requests_per_minute'],
      ['body', 'limits', 'concurrent_requests'],
    ]);
    const foreign = { token: other.token, params: { key_id: key.id } };
    const loose = { limits: { concurrent_requests: 3 } };
    expect((await account.send(updateUserKey, { ...foreign, body: loose })).status).toBe(422);
  });

  test.each<[string, unknown]>([
    ['a limit of zero', { limits: { requests_per_minute: 0 } }],
    ['credits as a number', { limits: { credits_per_day: 1 } }],
    ["the platform's limits", { platform_limits: {} }],
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
