import { CHANGE_CHANNEL, currentEpoch, listChangesAfter } from '@tollgate/db/changes';
import { decodeId } from '@tollgate/runtime/ids';
import { findKeyByDigest } from '@tollgate/keys/keys';
import { readSecret } from '@tollgate/keys/secret';
import {
  deleteUserKey,
  resumeUserKey,
  suspendUserKey,
} from '@tollgate/contract/routes/account/keys';
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

const suspend = (id: string) =>
  account.send(suspendUserKey, { token: user.token, params: { key_id: id } });

describe('POST /api/keys/{key_id}/suspend answers 200', () => {
  test('tells the replicas, by the log and by a message', async () => {
    const { id } = await aKey(account, user);
    account.published.length = 0;
    const before = await currentEpoch(account.deps.db);
    await suspend(id);
    expect(account.published).toEqual([CHANGE_CHANNEL]);
    const changes = await listChangesAfter(account.deps.db, before);
    expect(changes).toMatchObject([{ topic: 'key', id: decodeId('key', id) }]);
  });

  test('suspends, and again changes nothing', async () => {
    const { id, secret } = await aKey(account, user);
    const first = await suspend(id);
    expect(first.body).toMatchObject({ id, status: 'suspended', suspended_by: 'user' });
    expect((await suspend(id)).body).toEqual(first.body);
    const digest = readSecret(secret, account.deps.pepper)?.digests[0].digest ?? Buffer.alloc(0);
    expect((await findKeyByDigest(account.deps.db, [digest]))?.status).toBe('suspended');
  });

  test('U14: by cookie from a page of the same origin', async () => {
    const { id } = await aKey(account, user);
    const origin = account.url;
    const { status } = await account.send(suspendUserKey, {
      params: { key_id: id },
      headers: { cookie: user.cookie, origin },
    });
    expect(status).toBe(200);
  });

  test('Y08: mixed with resume and delete: consistent, one event for each', async () => {
    const { id } = await aKey(account, user);
    const routes = [suspendUserKey, resumeUserKey];
    const calls = Array.from({ length: 50 }, (_, index) =>
      account.send(routes[index % 2] ?? suspendUserKey, {
        token: user.token,
        params: { key_id: id },
      }),
    );
    calls.push(account.send(deleteUserKey, { token: user.token, params: { key_id: id } }));
    const answers = await Promise.all(calls);
    expect(answers.every(({ status }) => [200, 204, 404].includes(status))).toBe(true);
    const accepted = answers.filter(({ status }) => status < 300).length;
    const { rows } = await account.owner.raw(
      `select k.deleted_at, (k.status = 'suspended') = (k.suspended_by is not null) as consistent,
         (select cast(count(*) as integer) from audit.event e where e.target_id = k.id
            and e.action <> 'key.create') as events
       from keys.api_key k where k.deleted_at is not null and k.owner_id = ?`,
      [user.userId],
    );
    expect(rows).toEqual([{ deleted_at: expect.any(Date), consistent: true, events: accepted }]);
  });
});

describe('POST /api/keys/{key_id}/suspend answers 401', () => {
  test('without a token', async () => {
    const { id } = await aKey(account, user);
    expect((await account.send(suspendUserKey, { params: { key_id: id } })).status).toBe(401);
  });
});

describe('POST /api/keys/{key_id}/suspend answers 404', () => {
  test('Y10, Y11: whatever is not a key of the caller', async () => {
    const { id } = await aKey(account, await aSignedInUser(account));
    await expectNotFound(account, {
      route: suspendUserKey,
      param: 'key_id',
      prefix: 'key',
      token: user.token,
      foreignId: id,
    });
  });
});
