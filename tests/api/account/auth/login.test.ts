import { Redis } from 'ioredis';
import { transaction } from '@tollgate/db/connect';
import { createPasswords } from '@tollgate/identity/password-hashing';
import { setUserStatus } from '@tollgate/identity/users';
import { getMe } from '@tollgate/contract/routes/account/me';
import { login } from '@tollgate/contract/routes/account/auth';
import { aRedis } from '../../../support/redis.ts';
import { anAccount } from '../support/account.ts';
import type { RunningAccount, Sent } from '../support/account.ts';
import { aSignedInUser, aUser, cookieOf, withoutRequestId } from '../support/user.ts';

let account: RunningAccount;

beforeEach(async () => {
  account = await anAccount();
});
afterEach(() => account.drop());

const logIn = (body: unknown, sent: Sent = {}) => account.send(login, { body, ...sent });
const from = (address: string): Sent => ({ headers: { 'x-forwarded-for': address } });

describe('POST /api/auth/login answers 200', () => {
  test('a token, two cookies and the user', async () => {
    const user = await aUser(account);
    const answer = await logIn({ email: user.email.toUpperCase(), password: user.password });
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    expect(answer.body.user.email).toBe(user.email);
    const lines = answer.headers['set-cookie'] ?? [];
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toMatch(/; HttpOnly/);
      expect(line).toMatch(/; Secure/);
      expect(line).toMatch(/; SameSite=Lax/);
      expect(line).toMatch(/; Path=\//);
    }
    expect(cookieOf(answer, 'svc_access_token')).toBe(answer.body.access_token);
    expect(JSON.stringify(answer.body)).not.toContain(cookieOf(answer, 'svc_session'));
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('the session secret is kept as a digest only', async () => {
    const { session } = await aSignedInUser(account);
    const { rows } = await account.owner.raw(
      'select s::text as s, x::text as x from identity.session s, identity.session_secret x',
    );
    expect(JSON.stringify(rows)).not.toContain(session);
  });

  test('U11: a planted session does not survive, and its value is never taken over', async () => {
    const victim = await aUser(account);
    const attacker = await aSignedInUser(account);
    const answer = await logIn(victim, { cookie: `svc_session=${attacker.session}` }).then(() =>
      logIn(
        { email: victim.email, password: victim.password },
        {
          cookie: `svc_session=${attacker.session}`,
        },
      ),
    );
    expect(answer.status).toBe(200);
    expect(cookieOf(answer, 'svc_session')).not.toBe(attacker.session);
    const planted = await account.send(getMe, { cookie: `svc_session=${attacker.session}` });
    expect(planted.status).toBe(401);
  });

  test('U20: what looks like a way to be sent elsewhere is ignored', async () => {
    const { email, password } = await aUser(account);
    const answer = await logIn({ email, password }, { query: { next: '//evil.example' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.location).toBeUndefined();
  });

  test('leaves an event for success and failure, without the password', async () => {
    const { email, password, userId } = await aUser(account);
    await logIn({ email, password: 'wrong canary' });
    await logIn({ email, password });
    const { rows } = await account.owner.raw(
      `select action, actor_id, target_id, user_id, address, details from audit.event
       where action like 'login.%' order by id`,
    );
    const known = { target_id: userId, user_id: userId, address: '192.0.2.1' };
    expect(rows).toMatchObject([
      { ...known, action: 'login.failure', actor_id: null, details: { reason: 'wrong' } },
      { ...known, action: 'login.success', actor_id: userId },
    ]);
    expect(JSON.stringify(rows)).not.toContain('canary');
  });
});

describe('POST /api/auth/login answers 401', () => {
  test('U01: unknown and wrong are answered alike', async () => {
    const { email } = await aUser(account);
    const wrong = await logIn({ email, password: 'not the password' });
    const unknown = await logIn({ email: 'no@example.com', password: 'not the password' });
    expect(wrong.status).toBe(401);
    expect(wrong.body.error.code).toBe('invalid_credentials');
    expect(withoutRequestId(unknown.body)).toEqual(withoutRequestId(wrong.body));
    const { 'x-request-id': _one, date: _now, ...headers } = wrong.headers;
    const { 'x-request-id': _other, date: _then, ...others } = unknown.headers;
    expect(others).toEqual(headers);
  });

  test('U01: and for the same work: one hash each, with the same costs', async () => {
    const verified: (string | null)[] = [];
    const passwords = await createPasswords();
    const counting = await anAccount({
      passwords: {
        hash: (password) => passwords.hash(password),
        verify(hashed, password) {
          verified.push(hashed);
          return passwords.verify(hashed, password);
        },
      },
    });
    const { email } = await aUser(counting);
    for (const address of [email, 'no@example.com', 'x'.repeat(50) + '@example.com']) {
      const body = { email: address, password: 'not the password' };
      expect((await counting.send(login, { body })).status).toBe(401);
    }
    await counting.drop();
    expect(verified).toEqual([expect.stringContaining('$argon2id$'), null, null]);
  });

  test('U04: passwords are compared whole', async () => {
    const { email, password } = await aUser(account);
    for (const other of [`${password}x`, password.slice(0, -1), '🔑'.repeat(200)]) {
      expect((await logIn({ email, password: other })).status).toBe(401);
    }
    // A NUL is refused at the door, before it could end anything.
    expect((await logIn({ email, password: `${password}\0` })).status).toBe(422);
  });

  test('a closed account is an unknown one', async () => {
    const { userId, email, password } = await aUser(account);
    await transaction(account.owner, (trx) => setUserStatus(trx, userId, 'closed'));
    const answer = await logIn({ email, password });
    expect(answer.status).toBe(401);
    expect(answer.body.error.code).toBe('invalid_credentials');
  });
});

describe('POST /api/auth/login answers 403', () => {
  test('a suspended account, to who knows the password', async () => {
    const { userId, email, password } = await aUser(account);
    await transaction(account.owner, (trx) => setUserStatus(trx, userId, 'suspended'));
    expect((await logIn({ email, password })).body.error.code).toBe('account_suspended');
    expect((await logIn({ email, password: 'not the password' })).status).toBe(401);
  });
});

describe('POST /api/auth/login answers 415', () => {
  test('U14: a form that any site can send', async () => {
    const answer = await account.request('POST', '/api/auth/login', {
      headers: { 'content-type': 'text/plain' },
      text: '{"email":"a@example.com","password":"x"}',
    });
    expect(answer.status).toBe(415);
  });

  test.each(['utf-16', 'UTF-7', '"iso-8859-1"', 'utf-8x'])(
    'C04: a document that says that it is %s',
    async (charset) => {
      const answer = await account.request('POST', '/api/auth/login', {
        headers: { 'content-type': `application/json; charset=${charset}` },
        text: '{"email":"a@example.com","password":"x"}',
      });
      expect([answer.status, answer.body]).toMatchObject([
        415,
        { error: { code: 'unsupported_media_type', message: 'The body must be UTF-8.' } },
      ]);
    },
  );

  test.each(['utf-8', 'UTF8', '"utf-8"'])('C04: none that is %s', async (charset) => {
    const answer = await account.request('POST', '/api/auth/login', {
      headers: { 'content-type': `application/json; charset=${charset}` },
      text: '{"email":"a@example.com","password":"x"}',
    });
    expect(answer.status).toBe(401);
  });
});

describe('POST /api/auth/login answers 422', () => {
  test.each<[string, unknown]>([
    ['an operator', { email: { $gt: '' }, password: 'x' }],
    ['a list', { email: ['a@example.com'], password: 'x' }],
    ['a number', { email: 'a@example.com', password: 5 }],
    ['null', { email: 'a@example.com', password: null }],
    ['no password', { email: 'a@example.com' }],
    ['an extra field', { email: 'a@example.com', password: 'x', is_admin: true }],
    [
      'U04: an address of a megabyte',
      { email: `${'a'.repeat(900_000)}@example.com`, password: 'x' },
    ],
    ['U04: a homoglyph', { email: 'а@example.com', password: 'x' }],
    ['U04: a wildcard', { email: '%', password: 'x' }],
    ['U04: NUL', { email: 'a\0@example.com', password: 'x' }],
    ['U04: a line end', { email: 'a@example.com\r\nBcc: b@example.com', password: 'x' }],
    ['U04: a password of a megabyte', { email: 'a@example.com', password: 'x'.repeat(900_000) }],
    ['no object', 'text'],
  ])('U03: %s', async (_name, body) => {
    expect((await logIn(body)).status).toBe(422);
  });
});

describe('POST /api/auth/login answers 429', () => {
  test('U02: twenty wrong passwords for one account from a strange address', async () => {
    const user = await aSignedInUser(account);
    const { email, password } = user;
    const stranger = from('198.51.100.7');
    const answers: number[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      answers.push((await logIn({ email, password: `wrong ${turn}` }, stranger)).status);
    }
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(answers.slice(10)).toEqual(Array(10).fill(429));
    const refused = await logIn({ email, password }, stranger);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body.error.code).toBe('rate_limit_exceeded');
    // The owner still gets in from where they have been before.
    expect((await logIn({ email, password })).status).toBe(200);
  });

  test('U02: unknown accounts are throttled like known ones', async () => {
    const guess = (turn: number) => logIn({ email: 'no@example.com', password: `wrong ${turn}` });
    const answers = await Promise.all(Array.from({ length: 15 }, (_, turn) => guess(turn)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  test('U02: many accounts from one address', async () => {
    const quick = await anAccount({
      passwords: { hash: () => Promise.resolve('x'), verify: () => Promise.resolve(false) },
    });
    const answers: number[] = [];
    for (let turn = 0; turn < 200; turn += 1) {
      const body = { email: `u${turn}@example.com`, password: 'wrong' };
      answers.push((await quick.send(login, { body })).status);
    }
    const elsewhere = await quick.send(login, {
      body: { email: 'a@example.com', password: 'wrong' },
      ...from('198.51.100.8'),
    });
    await quick.drop();
    expect(answers.filter((status) => status === 429)).toHaveLength(100);
    expect(elsewhere.status).toBe(401);
  });

  test('U02: whoever has logged in from that address before still can', async () => {
    const user = await aSignedInUser(account);
    for (let turn = 0; turn < 100; turn += 1) {
      const takeBack = account.deps.throttle.take({
        account: `u${turn}`,
        address: '192.0.2.1',
        addressIsKnown: false,
      });
      await takeBack;
    }
    const stranger = await aUser(account);
    expect((await logIn({ email: stranger.email, password: stranger.password })).status).toBe(429);
    expect((await logIn({ email: user.email, password: user.password })).status).toBe(200);
  });

  test('U02: services that share a Redis share the count', async () => {
    const redis = await aRedis();
    const clients = [new Redis(redis.url), new Redis(redis.url)];
    await Promise.all(clients.map((client) => client.ping()));
    const accounts = await Promise.all(clients.map((client) => anAccount({ redis: client })));
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const body = { email: 'no@example.com', password: `wrong ${turn}` };
      statuses.push((await accounts[turn % 2]?.send(login, { body }))?.status ?? 0);
    }
    const names = (await clients[0]?.keys('*')) ?? [];
    for (const running of accounts) await running.drop();
    for (const client of clients) client.disconnect();
    await redis.drop();
    expect(statuses.slice(9)).toEqual([401, 429, 429]);
    expect(names.join()).not.toMatch(/example|192/);
  });

  test('U18: a burst of logins is queued up to a bound and then refused', async () => {
    const body = (turn: number) => ({ email: `u${turn}@example.com`, password: 'wrong' });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, turn) => logIn(body(turn), from(`2001:db8::${turn}`))),
    );
    const counted = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect(counted(401) + counted(429)).toBe(200);
    expect(counted(429)).toBeGreaterThan(0);
    expect(counted(401)).toBeGreaterThan(60);
  });
});
