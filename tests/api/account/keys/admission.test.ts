import { randomBytes } from 'node:crypto';
import { connectDatabase, transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { setUserStatus, updateUser } from '@tollgate/identity/users';
import { digestAnew, findKeyByDigest, touchLastUsed } from '@tollgate/keys/keys';
import { mintSecret, readPepper, readSecret } from '@tollgate/keys/secret';
import { NO_LIMITS } from '@tollgate/money/limit-set';
import { decodeId } from '@tollgate/runtime/ids';
import { createUserKey, listKeys, rotateUserKey } from '@tollgate/contract/routes/account/keys';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aKey } from '../support/key.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

let account: RunningAccount;
let user: SignedInUser;
/** Connected as the inference service is. */
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
beforeEach(async () => {
  user = await aSignedInUser(account);
});

const find = (secret: string) =>
  findKeyByDigest(
    inference,
    (readSecret(secret, account.deps.pepper)?.digests ?? []).map(({ digest }) => digest),
  );

test('inference reads a key with its policies and its owner’s standing', async () => {
  const body = {
    name: 'k',
    mode: 'test',
    expires_at: '2999-01-01T00:00:00.000Z',
    default_reasoning_effort: 'low',
    max_output_tokens: 7,
    models: ['sandbox/echo'],
    limits: { requests_per_minute: 5, credits_per_day: '2.5' },
  };
  const made = (await account.send(createUserKey, { token: user.token, body })).body;
  await transaction(account.owner, (trx) => updateUser(trx, user.userId, { maxOutputTokens: 9 }));
  await account.owner.raw(
    `update keys.api_key set limits = '{"requests_per_minute": 9, "tokens_per_minute": 8}'`,
  );
  await account.owner.raw(`update identity.user_account set limits = '{"concurrent_requests": 3}'`);
  expect(await find(made.secret)).toEqual({
    digest: expect.any(Buffer),
    id: decodeId('key', made.id),
    ownerId: user.userId,
    ownerStatus: 'active',
    ownerMaxOutputTokens: 9,
    name: 'k',
    mode: 'test',
    status: 'active',
    defaultReasoningEffort: 'low',
    maxOutputTokens: 7,
    modelAllowList: ['sandbox/echo'],
    limits: {
      ...NO_LIMITS,
      requestsPerMinute: 5,
      tokensPerMinute: 8,
      creditsPerDay: 2_500_000_000n,
    },
    ownerLimits: { ...NO_LIMITS, concurrentRequests: 3 },
    expiresInMs: expect.any(Number),
    replacedInMs: null,
  });
});

test('a suspended owner shows', async () => {
  const { secret } = await aKey(account, user);
  await transaction(account.owner, (trx) => setUserStatus(trx, user.userId, 'suspended'));
  expect((await find(secret))?.ownerStatus).toBe('suspended');
});

test('K03: a well-formed secret that was never made', async () => {
  expect(await find(mintSecret('live', account.deps.pepper).secret)).toBeNull();
});

test('the last use is noted for several keys at once, and for none', async () => {
  const keys = [await aKey(account, user), await aKey(account, user)];
  await touchLastUsed(inference, []);
  await touchLastUsed(
    inference,
    keys.map(({ id }) => decodeId('key', id) ?? ''),
  );
  const { body } = await account.send(listKeys, { token: user.token });
  expect(body.every((key: { last_used_at: unknown }) => key.last_used_at !== null)).toBe(true);
});

test('N07: inference can change nothing else about a key', async () => {
  const { id } = await aKey(account, user);
  const bindings = [decodeId('key', id) ?? ''];
  for (const sql of [
    `update keys.api_key set status = 'suspended' where id = ?`,
    'delete from keys.api_key where id = ?',
    'select digest from keys.api_key where id = ?',
    'select digest from keys.replaced_secret where key_id = ?',
    'select password_hash from identity.user_account where id = ?',
  ]) {
    await expect(inference.raw(sql, bindings)).rejects.toMatchObject({ code: '42501' });
  }
});

test('inference keeps the replaced secret of a key under the digest of another pepper', async () => {
  const { id, secret } = await aKey(account, user);
  const rotated = await account.send(rotateUserKey, {
    token: user.token,
    params: { key_id: id },
    body: {},
  });
  expect(rotated.status).toBe(201);
  const from = readSecret(secret, account.deps.pepper)?.digests[0].digest ?? Buffer.alloc(0);
  const pepper = readPepper(randomBytes(32).toString('base64'));
  const digest = readSecret(secret, pepper)?.digests[0].digest ?? Buffer.alloc(0);
  const uuid = decodeId('key', id) ?? '';
  await digestAnew(inference, { id: uuid, from, to: { digest, pepperVersion: 'v2' } });
  expect(await findKeyByDigest(inference, [from])).toBeNull();
  expect(await findKeyByDigest(inference, [digest])).toMatchObject({
    id: uuid,
    replacedInMs: expect.any(Number),
  });
  expect(await find(rotated.body.secret)).toMatchObject({ id: uuid, replacedInMs: null });
});

test('inference keeps a key under the digest of another pepper, when it knows the one before', async () => {
  const { id, secret } = await aKey(account, user);
  const uuid = decodeId('key', id) ?? '';
  const from = readSecret(secret, account.deps.pepper)?.digests[0].digest ?? Buffer.alloc(0);
  const pepper = readPepper(randomBytes(32).toString('base64'));
  const digest = readSecret(secret, pepper)?.digests[0].digest ?? Buffer.alloc(0);
  const to = { digest, pepperVersion: 'v2' };
  await digestAnew(inference, { id: uuid, from: Buffer.alloc(32), to });
  expect(await findKeyByDigest(inference, [digest])).toBeNull();
  await digestAnew(inference, { id: uuid, from, to });
  expect(await findKeyByDigest(inference, [from])).toBeNull();
  expect((await findKeyByDigest(inference, [from, digest]))?.id).toBe(uuid);
  const { rows: kept } = await account.owner.raw(
    'select pepper_version from keys.api_key where id = ?',
    [uuid],
  );
  expect(kept).toEqual([{ pepper_version: 'v2' }]);
});
