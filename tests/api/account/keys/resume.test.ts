import { transaction } from '@tollgate/db/connect';
import { suspendKey } from '@tollgate/keys/keys';
import { decodeId } from '@tollgate/runtime/ids';
import { resumeUserKey, suspendUserKey } from '@tollgate/contract/routes/account/keys';
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

const resume = (id: string) =>
  account.send(resumeUserKey, { token: user.token, params: { key_id: id } });

const suspendByPlatform = (id: string) =>
  transaction(account.owner, (trx) =>
    suspendKey(trx, { publicId: id, ownerId: user.userId }, 'platform'),
  );

describe('POST /api/keys/{key_id}/resume answers 200', () => {
  test('resumes what the user suspended, and again changes nothing', async () => {
    const { id } = await aKey(account, user);
    await account.send(suspendUserKey, { token: user.token, params: { key_id: id } });
    const first = await resume(id);
    expect(first.body).toMatchObject({ id, status: 'active', suspended_by: null });
    expect((await resume(id)).body).toEqual(first.body);
  });
});

describe('POST /api/keys/{key_id}/resume answers 409', () => {
  test('a key that has expired, and what to do instead', async () => {
    const { id } = await aKey(account, user);
    await account.owner.raw(
      "update keys.api_key set expires_at = now() - interval '1 minute' where id = ?",
      [decodeId('key', id)],
    );
    const answer = await resume(id);
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/expired at .* set a later expires_at/u),
    });
  });
});

describe('POST /api/keys/{key_id}/resume answers 401', () => {
  test('without a token', async () => {
    const { id } = await aKey(account, user);
    expect((await account.send(resumeUserKey, { params: { key_id: id } })).status).toBe(401);
  });
});

describe('POST /api/keys/{key_id}/resume answers 403', () => {
  test('what the platform suspended', async () => {
    const { id } = await aKey(account, user);
    await suspendByPlatform(id);
    const answer = await resume(id);
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe('permission_denied');
  });

  test('also when the user suspends it once more', async () => {
    const { id } = await aKey(account, user);
    await suspendByPlatform(id);
    await account.send(suspendUserKey, { token: user.token, params: { key_id: id } });
    expect((await resume(id)).status).toBe(403);
  });

  test('and when the platform suspends what the user had suspended', async () => {
    const { id } = await aKey(account, user);
    await account.send(suspendUserKey, { token: user.token, params: { key_id: id } });
    await suspendByPlatform(id);
    expect((await resume(id)).status).toBe(403);
  });
});

describe('POST /api/keys/{key_id}/resume answers 404', () => {
  test('Y10, Y11: whatever is not a key of the caller', async () => {
    const { id } = await aKey(account, await aSignedInUser(account));
    await expectNotFound(account, {
      route: resumeUserKey,
      param: 'key_id',
      prefix: 'key',
      token: user.token,
      foreignId: id,
    });
  });
});
