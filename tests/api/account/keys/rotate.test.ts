import { KEY_OVERLAP_SECONDS_MAX } from '@tollgate/contract/keys';
import {
  deleteUserKey,
  listKeys,
  rotateUserKey,
  suspendUserKey,
} from '@tollgate/contract/routes/account/keys';
import { findKeyByDigest } from '@tollgate/keys/keys';
import type { KeyRecord } from '@tollgate/keys/keys';
import { readSecret } from '@tollgate/keys/secret';
import { findSeenKeys } from '@tollgate/keys/seen-keys';
import { decodeId } from '@tollgate/runtime/ids';
import { eventually } from '../../../support/eventually.ts';
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

const rotate = (id: string, body: object = {}, headers: Record<string, string> = {}) =>
  account.send(rotateUserKey, { token: user.token, params: { key_id: id }, body, headers });

const find = (secret: string): Promise<KeyRecord | null> =>
  findKeyByDigest(
    account.deps.db,
    (readSecret(secret, account.deps.pepper)?.digests ?? []).map(({ digest }) => digest),
  );

describe('POST /api/keys/{key_id}/rotate answers 201', () => {
  test('both secrets name one key, and the list says until when', async () => {
    const { id, secret } = await aKey(account, user);
    const { status, body } = await rotate(id, { overlap_seconds: 3_600 });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id, name: 'a key', replaced_until: expect.any(String) });
    expect(body.secret).not.toBe(secret);
    expect(body.last_four).toBe(body.secret.slice(-4));
    const uuid = decodeId('key', id);
    expect(await find(secret)).toMatchObject({ id: uuid, replacedInMs: expect.any(Number) });
    expect(await find(body.secret)).toMatchObject({ id: uuid, replacedInMs: null });
    const listed = (await account.send(listKeys, { token: user.token })).body;
    const { secret: _shownOnce, ...shown } = body;
    expect(listed).toContainEqual(shown);
  });

  test('the old secret is unknown after its overlap', async () => {
    const { id, secret } = await aKey(account, user);
    const { body } = await rotate(id, { overlap_seconds: 1 });
    await eventually(async () => (await find(secret)) === null);
    expect(await find(body.secret)).toMatchObject({ id: decodeId('key', id) });
    const listed = (await account.send(listKeys, { token: user.token })).body;
    expect(listed).toContainEqual(expect.objectContaining({ id, replaced_until: null }));
  });

  test('without an overlap the old secret ends at once, and one before it too', async () => {
    const { id, secret: first } = await aKey(account, user);
    const { secret: second } = (await rotate(id)).body;
    const { secret: third, replaced_until: until } = (await rotate(id, { overlap_seconds: 0 }))
      .body;
    expect(until).toBeNull();
    expect([await find(first), await find(second)]).toEqual([null, null]);
    expect(await find(third)).not.toBeNull();
  });

  test('a further rotation ends the secret that was replaced before', async () => {
    const { id, secret: first } = await aKey(account, user);
    const { secret: second } = (await rotate(id)).body;
    const { secret: third } = (await rotate(id)).body;
    expect(await find(first)).toBeNull();
    expect([await find(second), await find(third)]).toEqual([
      expect.objectContaining({ replacedInMs: expect.any(Number) }),
      expect.objectContaining({ replacedInMs: null }),
    ]);
  });

  test('of many rotations at once two secrets are left', async () => {
    const { id, secret } = await aKey(account, user);
    const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(id)));
    const secrets = [secret, ...answers.map(({ body }) => body.secret)];
    const known = await Promise.all(secrets.map(find));
    expect(known.filter((one) => one !== null)).toHaveLength(2);
    const { rows } = await account.owner.raw(
      `select cast(count(*) as integer) as events from audit.event
       where action = 'key.rotate' and target_id = ?`,
      [decodeId('key', id)],
    );
    expect(rows).toEqual([{ events: 8 }]);
  });

  test('suspending holds for both secrets, deleting ends both', async () => {
    const { id, secret } = await aKey(account, user);
    const rotated = (await rotate(id)).body.secret;
    const given = { token: user.token, params: { key_id: id } };
    await account.send(suspendUserKey, given);
    for (const one of [secret, rotated]) {
      expect(await find(one)).toMatchObject({ status: 'suspended' });
    }
    expect((await account.send(deleteUserKey, given)).status).toBe(204);
    expect([await find(secret), await find(rotated)]).toEqual([null, null]);
  });

  test('a key is found by either secret and by the ends of either', async () => {
    const { id, secret } = await aKey(account, user);
    const rotated = (await rotate(id)).body.secret;
    for (const one of [secret, rotated]) {
      for (const text of [one, `${one.slice(0, 13)}…${one.slice(-4)}`]) {
        const found = await findSeenKeys(account.deps.db, account.deps.pepper, text);
        expect(found?.map((key) => key.id)).toContain(decodeId('key', id));
      }
    }
  });
});

describe('POST /api/keys/{key_id}/rotate answers 409', () => {
  test('a repeat under the same Idempotency-Key, which changes nothing', async () => {
    const { id } = await aKey(account, user);
    const headers = { 'idempotency-key': 'rotation-1' };
    const { secret } = (await rotate(id, {}, headers)).body;
    const again = await rotate(id, {}, headers);
    expect(again.status).toBe(409);
    expect(again.body.error).toMatchObject({
      code: 'idempotency_result_not_stored',
      param: 'Idempotency-Key',
      key_id: id,
    });
    expect(await find(secret)).toMatchObject({ replacedInMs: null });
    const other = await aKey(account, user);
    expect((await rotate(other.id, {}, headers)).body.error.code).toBe('idempotency_key_mismatch');
  });

  test('an expired key', async () => {
    const { id } = await aKey(account, user);
    await account.owner.raw(
      `update keys.api_key set expires_at = now() - interval '1 second' where id = ?`,
      [decodeId('key', id)],
    );
    expect(await rotate(id)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });
});

describe('POST /api/keys/{key_id}/rotate answers 401', () => {
  test('without a token', async () => {
    const { id } = await aKey(account, user);
    const { status } = await account.send(rotateUserKey, { params: { key_id: id }, body: {} });
    expect(status).toBe(401);
  });
});

describe('POST /api/keys/{key_id}/rotate answers 404', () => {
  test('whatever is not a key of the caller, and its secret stays', async () => {
    const { id, secret } = await aKey(account, await aSignedInUser(account));
    await expectNotFound(account, {
      route: rotateUserKey,
      param: 'key_id',
      prefix: 'key',
      token: user.token,
      foreignId: id,
      body: {},
    });
    expect(await find(secret)).toMatchObject({ replacedInMs: null });
  });
});

describe('POST /api/keys/{key_id}/rotate answers 422', () => {
  test.each([-1, 1.5, KEY_OVERLAP_SECONDS_MAX + 1, '60', null])(
    'an overlap of %p seconds',
    async (overlap) => {
      const { id, secret } = await aKey(account, user);
      const { status, body } = await rotate(id, { overlap_seconds: overlap });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'overlap_seconds']]);
      expect(await find(secret)).toMatchObject({ replacedInMs: null });
    },
  );
});
