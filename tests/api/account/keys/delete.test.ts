import { findKeyByDigest } from '@tollgate/keys/keys';
import { readSecret } from '@tollgate/keys/secret';
import { deleteUserKey, resumeUserKey } from '@tollgate/contract/routes/account/keys';
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

const remove = (id: string) =>
  account.send(deleteUserKey, { token: user.token, params: { key_id: id } });

describe('DELETE /api/keys/{key_id} answers 204', () => {
  test('the key is gone for its owner and its secret is unknown', async () => {
    const { id, secret } = await aKey(account, user);
    const answer = await remove(id);
    expect(answer.status).toBe(204);
    expect(answer.body).toBeUndefined();
    const digest = readSecret(secret, account.deps.pepper)?.digests[0].digest ?? Buffer.alloc(0);
    expect(await findKeyByDigest(account.deps.db, [digest])).toBeNull();
    const resumed = await account.send(resumeUserKey, {
      token: user.token,
      params: { key_id: id },
    });
    expect(resumed.status).toBe(404);
  });

  test('its digest stays, so that the secret is never anybody else’s', async () => {
    const { id, secret } = await aKey(account, user);
    await remove(id);
    const digest = readSecret(secret, account.deps.pepper)?.digests[0].digest;
    const kept = await account.owner.raw('select deleted_at from keys.api_key where digest = ?', [
      digest ?? Buffer.alloc(0),
    ]);
    expect(kept.rows[0].deleted_at).toBeInstanceOf(Date);
  });
});

describe('DELETE /api/keys/{key_id} answers 401', () => {
  test('without a token', async () => {
    const { id } = await aKey(account, user);
    expect((await account.send(deleteUserKey, { params: { key_id: id } })).status).toBe(401);
  });
});

describe('DELETE /api/keys/{key_id} answers 404', () => {
  test('the second time', async () => {
    const { id } = await aKey(account, user);
    await remove(id);
    expect((await remove(id)).status).toBe(404);
  });

  test('Y10, Y11: whatever is not a key of the caller', async () => {
    const other = await aSignedInUser(account);
    const { id, secret } = await aKey(account, other);
    await expectNotFound(account, {
      route: deleteUserKey,
      param: 'key_id',
      prefix: 'key',
      token: user.token,
      foreignId: id,
    });
    const digest = readSecret(secret, account.deps.pepper)?.digests[0].digest ?? Buffer.alloc(0);
    expect(await findKeyByDigest(account.deps.db, [digest])).toMatchObject({
      ownerId: other.userId,
      ownerStatus: 'active',
      status: 'active',
      mode: 'live',
      modelAllowList: null,
      expiresInMs: null,
    });
  });
});
