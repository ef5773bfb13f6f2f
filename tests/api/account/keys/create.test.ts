import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { KEYS_PER_USER_MAX } from '@tollgate/contract/keys';
import { createUserKey, listKeys } from '@tollgate/contract/routes/account/keys';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aModel } from '../support/model.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

let account: RunningAccount;
let user: SignedInUser;

beforeAll(async () => {
  account = await anAccount();
  user = await aSignedInUser(account);
  await aModel(account, 'b');
  await aModel(account, 'a');
});
afterAll(() => account.drop());

const create = (body: unknown, headers?: Record<string, string>) =>
  account.send(createUserKey, { token: user.token, body, ...(headers ? { headers } : {}) });

describe('POST /api/keys answers 201', () => {
  test.each(['live', 'test'])('a %s key, its secret shown this once', async (mode) => {
    const made = await create({ name: 'CI', mode });
    expect(made.status).toBe(201);
    expect(made.body.secret).toMatch(new RegExp(`^svc_${mode}_[0-9A-Za-z]{49}$`));
    expect(made.body).toMatchObject({ name: 'CI', mode, status: 'active', suspended_by: null });
    expect(made.body.id).toMatch(/^key_/);
    const listed = await account.send(listKeys, { token: user.token });
    const { secret, ...shown } = made.body;
    expect(listed.body).toContainEqual(shown);
    expect(JSON.stringify(listed.body)).not.toContain(secret);
  });

  test('live when the body says nothing', async () => {
    expect((await create({ name: 'plain' })).body.mode).toBe('live');
  });

  test('with every policy', async () => {
    const policy = {
      expires_at: '2999-01-02T03:04:05.000Z',
      default_reasoning_effort: 'max',
      max_output_tokens: 1_000,
      models: ['acme/a', 'acme/b', 'sandbox/echo'],
    };
    expect((await create({ name: 'all', ...policy })).body).toMatchObject(policy);
  });

  test("with limits of its owner's", async () => {
    const limits = { tokens_per_minute: 9, credits_per_month: '3' };
    const { body } = await create({ name: 'limited', limits });
    expect(body.limits).toMatchObject({ tokens_per_minute: 9, credits_per_month: '3.000000000' });
    expect(body.platform_limits.tokens_per_minute).toBeNull();
  });

  test('Y01: odd but visible names are kept as they are', async () => {
    for (const name of ['<img onerror=alert(1)>', '=HYPERLINK("x")', 'schlüssel 🔑', 'a\u202Eb']) {
      expect((await create({ name })).body.name).toBe(name);
    }
  });

  test('an offset that the database does not know', async () => {
    const made = await create({ name: 'far east', expires_at: '2999-01-02T03:04:05+23:59' });
    expect(made.body.expires_at).toBe('2999-01-01T03:05:05.000Z');
  });

  test('K16: the database holds neither the secret nor its random part', async () => {
    const made = await create({ name: 'dump' });
    const dump = JSON.stringify((await account.owner.raw('select * from keys.api_key')).rows);
    expect(dump).not.toContain(made.body.secret);
    expect(dump).not.toContain(made.body.secret.slice(14, 40));
  });

  test('leaves an audit event without the secret and a change that replicas follow', async () => {
    const made = await create({ name: 'audited' });
    const { rows } = await account.owner.raw(
      `select e.*, c.topic from audit.event e join change.log c on c.id = e.target_id
       where e.action = 'key.create' order by e.id desc limit 1`,
    );
    expect(rows[0]).toMatchObject({ actor_id: user.userId, user_id: user.userId, topic: 'key' });
    expect(rows[0].details).toEqual({ name: 'audited', mode: 'live' });
    expect(inspect(rows, { depth: null })).not.toContain(made.body.secret);
  });
});

const keysOf = async ({ token }: SignedInUser): Promise<{ id: string }[]> =>
  (await account.send(listKeys, { token })).body;

describe('POST /api/keys under an Idempotency-Key', () => {
  let owner: SignedInUser;
  beforeEach(async () => {
    owner = await aSignedInUser(account);
  });
  const once = (key: string, body: unknown, token = owner.token) =>
    account.send(createUserKey, { token, body, headers: { 'idempotency-key': key } });

  test('a repeat makes no key, and is told which one there is and what to do', async () => {
    const key = randomUUID();
    const first = await once(key, { name: 'CI', mode: 'live' });
    const again = await once(key, { mode: 'live', name: 'CI' });
    expect([first.status, again.status]).toEqual([201, 409]);
    const { id, secret } = first.body;
    expect(again.body.error).toMatchObject({
      code: 'idempotency_result_not_stored',
      param: 'Idempotency-Key',
      key_id: id,
      message: `This Idempotency-Key has created ${id} already, and the secret of a key is shown only once. If you do not have the secret, delete ${id} and create another key under a new Idempotency-Key.`,
    });
    expect(await keysOf(owner)).toMatchObject([{ id }]);
    expect(JSON.stringify(again.body)).not.toContain(secret);
    const { rows } = await account.owner.raw('select * from requests.creation');
    expect(inspect(rows, { depth: null })).not.toContain(key);
  });

  test('two at once, twenty times over, make one key each', async () => {
    const names = Array.from({ length: 20 }, () => randomUUID());
    const answers = await Promise.all(
      names.flatMap((key) => [once(key, { name: key }), once(key, { name: key })]),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 409)).toHaveLength(20);
    expect(await keysOf(owner)).toHaveLength(20);
  });

  test('with another body it is a mistake, of another user it is another key', async () => {
    const key = randomUUID();
    await once(key, { name: 'one' });
    const other = await once(key, { name: 'two' });
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_key_mismatch']);
    const stranger = await aSignedInUser(account);
    expect((await once(key, { name: 'one' }, stranger.token)).status).toBe(201);
    expect(await keysOf(owner)).toHaveLength(1);
  });

  test('a refused request leaves it free', async () => {
    const key = randomUUID();
    const refused = await once(key, { name: 'x', models: ['acme/unknown'] });
    expect(refused.status).toBe(422);
    expect((await once(key, { name: 'x', models: ['acme/a'] })).status).toBe(201);
  });

  test('a repeat is known as one after its expiry has passed', async () => {
    const key = randomUUID();
    const body = { name: 'short', expires_at: new Date(Date.now() + 1_500).toISOString() };
    expect((await once(key, body)).status).toBe(201);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const again = await once(key, body);
    expect([again.status, again.body.error.code]).toEqual([409, 'idempotency_result_not_stored']);
  });

  test('it is free again past its time', async () => {
    const key = randomUUID();
    await once(key, { name: 'x' });
    await account.owner.raw(
      "update requests.creation set tombstone_until = now() - interval '1 s'",
    );
    expect((await once(key, { name: 'y' })).status).toBe(201);
    expect((await once(key, { name: 'y' })).status).toBe(409);
  });

  test.each(['', 'a b', 'ä', 'x'.repeat(201)])('%j is refused', async (key) => {
    const answer = await once(key, { name: 'x' });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_idempotency_key']);
    expect(await keysOf(owner)).toEqual([]);
  });
});

describe('POST /api/keys answers 401', () => {
  test('without a token', async () => {
    const answer = await account.send(createUserKey, { body: { name: 'x' } });
    expect(answer.status).toBe(401);
    expect(answer.body.error.code).toBe('unauthenticated');
  });
});

describe('POST /api/keys answers 403', () => {
  test.each([
    ['U14: from another site', { 'sec-fetch-site': 'cross-site' }],
    ['U14: from a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['U14: with a foreign origin', { 'sec-fetch-site': 'same-origin', origin: 'https://evil' }],
    ['U14: with origin null', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
  ])('by cookie %s', async (_name, headers) => {
    const answer = await account.send(createUserKey, {
      cookie: user.cookie,
      headers,
      body: { name: 'forged' },
    });
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe('cross_site_request');
    const listed = await account.send(listKeys, { token: user.token });
    expect(JSON.stringify(listed.body)).not.toContain('forged');
  });

  test('U15: by cookie from a client that does not say where it is', async () => {
    const answer = await account.send(createUserKey, {
      headers: { cookie: user.cookie },
      body: { name: 'forged' },
    });
    expect(answer.status).toBe(403);
  });
});

describe('POST /api/keys answers 409', () => {
  test('Y06: one key too many', async () => {
    const owner = await aSignedInUser(account);
    await account.owner.raw(
      `insert into keys.api_key (id, owner_id, name, mode, digest, prefix, last4)
       select gen_random_uuid(), ?, 'k', 'live', sha256(int4send(n)), 'svc_live_0000', '0000'
       from generate_series(1, ?) n`,
      [owner.userId, KEYS_PER_USER_MAX - 1],
    );
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        account.send(createUserKey, { token: owner.token, body: { name: 'last' } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
  });
});

describe('POST /api/keys answers 422', () => {
  test.each<[string, unknown]>([
    ['Y01: no name', {}],
    ['Y01: an empty name', { name: '' }],
    ['Y01: a blank name', { name: '   ' }],
    ['Y01: a long name', { name: 'x'.repeat(10_000) }],
    ['Y01: NUL in the name', { name: 'a\0b' }],
    ['Y01: a line end in the name', { name: 'a\r\nb' }],
    ['a number as the name', { name: 5 }],
    ['an unknown mode', { name: 'x', mode: 'both' }],
    ['Y02: an expiry in the past', { name: 'x', expires_at: '2001-01-01T00:00:00Z' }],
    ['Y02: an endless expiry', { name: 'x', expires_at: 'infinity' }],
    ['Y02: a year of seven digits', { name: 'x', expires_at: '9999999-01-01T00:00:00Z' }],
    ['Y02: beyond the last day', { name: 'x', expires_at: '9999-12-31T23:59:59-23:59' }],
    ['Y02: no such day', { name: 'x', expires_at: '2999-99-99T00:00:00Z' }],
    ['Y02: a leap second', { name: 'x', expires_at: '2999-12-31T23:59:60Z' }],
    ['Y02: no time zone', { name: 'x', expires_at: '2999-01-01T00:00:00' }],
    ['Y02: a number', { name: 'x', expires_at: 32503680000 }],
    ['Y03: no output at all', { name: 'x', max_output_tokens: 0 }],
    ['Y03: less than nothing', { name: 'x', max_output_tokens: -1 }],
    ['Y03: out of all bounds', { name: 'x', max_output_tokens: 1e18 }],
    ['Y03: a ceiling as text', { name: 'x', max_output_tokens: '5' }],
    ['Y03: an unknown effort', { name: 'x', default_reasoning_effort: 'extreme' }],
    ['no models at all', { name: 'x', models: [] }],
    ['a model that nobody knows', { name: 'x', models: ['acme/a', 'acme/unknown'] }],
    ['a live model on a test key', { name: 'x', mode: 'test', models: ['acme/a'] }],
    ['a model twice', { name: 'x', models: ['a', 'a'] }],
    ['Y04: an owner', { name: 'x', user_id: 'usr_01' }],
    ['Y04: a secret', { name: 'x', secret: 'svc_live_x' }],
    ['Y04: an id', { name: 'x', id: 'key_01' }],
    ['Y04: a state', { name: 'x', is_suspended: false }],
    ['Y04: a birthday', { name: 'x', created_at: '2001-01-01T00:00:00Z' }],
    ['Y04: scopes', { name: 'x', scopes: ['platform'] }],
    ['a list', []],
    ['null', null],
  ])('%s', async (_name, body) => {
    const before = await account.owner.raw('select count(*) from keys.api_key');
    const answer = await create(body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0]).toEqual({
      loc: expect.any(Array),
      msg: expect.any(String),
      type: expect.any(String),
    });
    const after = await account.owner.raw('select count(*) from keys.api_key');
    expect(after.rows).toEqual(before.rows);
  });
});
