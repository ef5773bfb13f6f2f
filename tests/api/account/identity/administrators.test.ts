import { connectDatabase, transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import {
  authenticateAdministrator,
  logInAdministrator,
  logOutAdministrator,
} from '@tollgate/identity/administrator-sessions';
import {
  changeAdministratorPassword,
  createAdministrator,
  ensureFirstAdministrator,
  listAdministrators,
  setAdministratorStatus,
} from '@tollgate/identity/administrators';
import type { RequestCredentials } from '@tollgate/identity/credentials';
import type { LoginDeps } from '@tollgate/identity/check-password';
import { createPasswords } from '@tollgate/identity/password-hashing';
import { createLoginThrottle, PLATFORM_LOGIN_LIMITS } from '@tollgate/identity/throttle';
import { createAccessTokens } from '@tollgate/identity/tokens';
import type { AccessTokens } from '@tollgate/identity/tokens';
import { testCluster } from '../../../support/cluster.ts';
import { aDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

let database: TestDatabase;
let db: Knex;
let deps: LoginDeps & {
  tokens: AccessTokens;
  publicOrigin: undefined;
  issuer: null;
  readToken: () => null;
};

beforeEach(async () => {
  const { keys } = await testCluster();
  database = await aDatabase();
  db = connectDatabase({ url: database.urlOf('tollgate_admin'), applicationName: 'test-admin' });
  deps = {
    db,
    passwords: await createPasswords(),
    throttle: createLoginThrottle({ plane: 'platform', limits: PLATFORM_LOGIN_LIMITS }),
    tokens: await createAccessTokens('platform', JSON.stringify(keys.platformTokenKey)),
    publicOrigin: undefined,
    issuer: null,
    readToken: () => null,
  };
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
});

const ROOT = {
  email: 'Root@Example.com',
  name: 'Root',
  password: 'long enough a password',
  role: 'owner' as const,
};
const origin = { address: '192.0.2.9', userAgent: 'test' };
const logIn = (password = ROOT.password) =>
  logInAdministrator(deps, { email: 'root@example.com', password, origin });
const tokenOf = async (): Promise<string> => {
  const login = await logIn();
  if (login.outcome !== 'ok') throw new Error('not logged in');
  return login.accessToken;
};
const request = (over: Partial<RequestCredentials>): RequestCredentials => ({
  method: 'GET',
  authorization: undefined,
  cookie: undefined,
  origin: undefined,
  fetchSite: undefined,
  host: undefined,
  ...over,
});
const who = (token: string) =>
  authenticateAdministrator(deps, request({ authorization: `Bearer ${token}` }));
const refused = expect.objectContaining({ code: 'unauthenticated' });

test('the first administrator is made once, however many replicas start', async () => {
  const made = await Promise.all(
    Array.from({ length: 5 }, () => ensureFirstAdministrator(deps, ROOT)),
  );
  expect(made.filter((one) => one !== null)).toHaveLength(1);
  const again = await ensureFirstAdministrator(deps, { ...ROOT, email: 'other@example.com' });
  expect(again).toBeNull();
  expect(await listAdministrators(db)).toMatchObject([
    { email: 'root@example.com', role: 'owner' },
  ]);
});

test('who administered before there were roles is an owner', async () => {
  const owner = connectDatabase({ url: database.url, applicationName: 'test-owner' });
  await owner.raw(
    `insert into identity.administrator (id, email, name, password_hash)
     values (gen_random_uuid(), 'old@example.com', 'Old', 'hash')`,
  );
  await owner.destroy();
  expect(await listAdministrators(db)).toMatchObject([{ email: 'old@example.com', role: 'owner' }]);
});

test('an address is taken once', async () => {
  await createAdministrator(deps, ROOT);
  await expect(createAdministrator(deps, ROOT)).rejects.toMatchObject({ code: 'conflict' });
});

test('by bearer and by cookie, by cookie only from our own pages', async () => {
  await createAdministrator(deps, ROOT);
  const token = await tokenOf();
  expect((await who(token)).administrator.email).toBe('root@example.com');
  const cookie = `svc_platform_access_token=${token}`;
  await expect(authenticateAdministrator(deps, request({ cookie }))).resolves.toBeDefined();
  const write = request({ cookie, method: 'POST' });
  await expect(authenticateAdministrator(deps, write)).rejects.toMatchObject({
    code: 'cross_site_request',
  });
  const own = { ...write, fetchSite: 'same-origin' };
  await expect(authenticateAdministrator(deps, own)).resolves.toBeDefined();
  const wrongName = request({ cookie: `svc_access_token=${token}` });
  await expect(authenticateAdministrator(deps, wrongName)).rejects.toEqual(refused);
});

test('P09: a token after logout, other sessions stay', async () => {
  await createAdministrator(deps, ROOT);
  const [here, there] = [await tokenOf(), await tokenOf()];
  await logOutAdministrator(db, (await who(here)).sessionId);
  await expect(who(here)).rejects.toEqual(refused);
  await expect(who(there)).resolves.toBeDefined();
});

test('P08: an administrator who was disabled, and the last one cannot be', async () => {
  const { id } = await createAdministrator(deps, ROOT);
  const set = (status: 'active' | 'disabled', by: string) =>
    transaction(db, (trx) => setAdministratorStatus(trx, { id, by }, status));
  await expect(set('disabled', id)).rejects.toMatchObject({ code: 'conflict' });
  const second = await createAdministrator(deps, { ...ROOT, email: 'second@example.com' });
  const token = await tokenOf();
  await set('disabled', second.id);
  await expect(who(token)).rejects.toEqual(refused);
  expect(await logIn()).toEqual({ outcome: 'wrong', administratorId: id });
  await expect(set('active', id)).rejects.toEqual(refused);
  await set('active', second.id);
  await expect(who(token)).rejects.toEqual(refused);
  expect((await logIn()).outcome).toBe('ok');
});

test('a new password ends every session; of several changes one wins', async () => {
  const { id } = await createAdministrator(deps, ROOT);
  const token = await tokenOf();
  const change = (newPassword: string, currentPassword = ROOT.password) =>
    changeAdministratorPassword(
      deps,
      { administratorId: id, currentPassword, newPassword, address: origin.address },
      () => Promise.resolve(),
    );
  expect(await change('x', 'wrong')).toBe('wrong');
  expect(await change(ROOT.password)).toBe('same');
  const results = await Promise.all([change('another password'), change('yet another one')]);
  expect(results.sort()).toEqual(['changed', 'wrong']);
  await expect(who(token)).rejects.toEqual(refused);
  expect((await logIn()).outcome).toBe('wrong');
});

test('P01: five failures, and the sixth is told to wait', async () => {
  await createAdministrator(deps, ROOT);
  for (let turn = 0; turn < 5; turn += 1) expect((await logIn('wrong')).outcome).toBe('wrong');
  await expect(logIn()).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
});
