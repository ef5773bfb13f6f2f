import { listPlatformAuditEvents } from '@tollgate/contract/routes/admin/audit';
import {
  createProviderCredential,
  listProviderCredentials,
} from '@tollgate/contract/routes/admin/credentials';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aPrefix } from '../support/model.ts';

const SECRET = 'provider-key-canary-0123456789-WXYZ';
const BODY = {
  family: 'openai-compatible',
  name: 'main',
  base_url: 'https://api.acme.example/v1',
  credential: { api_key: SECRET },
};
let admin: RunningAdmin;

let prefix: string;

beforeAll(async () => {
  admin = await anAdmin({ allowedUpstreams: '127.0.0.1:5999' });
});
beforeEach(() => {
  prefix = aPrefix();
});
afterAll(() => admin.drop());

const create = (body: object) =>
  admin.send(createProviderCredential, { body: { provider: prefix, ...body } });
const stored = async () =>
  (await admin.owner.raw('select * from catalog.provider_credential where provider = ?', [prefix]))
    .rows as object[];

describe('POST /api/platform/provider-credentials answers 201', () => {
  test('V01: the secret is nowhere to be read again', async () => {
    const made = await create(BODY);
    expect(made.body).toMatchObject({
      family: 'openai-compatible',
      provider: prefix,
      base_url: 'https://api.acme.example/v1',
      last4: 'WXYZ',
      status: 'active',
      last_test: null,
    });
    const listed = await admin.send(listProviderCredentials);
    const events = await admin.send(listPlatformAuditEvents);
    expect(listed.body).toContainEqual(made.body);
    expect(events.body[0]).toMatchObject({
      action: 'credential.create',
      target: { kind: 'provider_credential', id: made.body.id },
      details: { provider: prefix, last4: 'WXYZ' },
    });
    const seen = [made.body, listed.body, events.body, admin.logged].map((part) =>
      JSON.stringify(part),
    );
    expect(seen.join('')).not.toContain(SECRET);
    const [row] = await stored();
    const bytes = JSON.stringify(row, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && 'data' in value
        ? Buffer.from(value.data as number[]).toString('latin1')
        : value,
    );
    expect(bytes).not.toContain(SECRET);
  });

  test('the prefix and the address of a family that has its own', async () => {
    const made = await create({
      family: 'openai',
      name: 'main',
      provider: undefined,
      credential: BODY.credential,
    });
    expect(made.body.provider).toBe('openai');
    expect(made.body.base_url).toMatch(/^https:\/\//);
  });

  test('V11: an address of this machine that the installation allows', async () => {
    const made = await create({ ...BODY, base_url: 'http://127.0.0.1:5999/v1/' });
    expect(made.body.base_url).toBe('http://127.0.0.1:5999/v1');
  });
});

describe('POST /api/platform/provider-credentials answers 201 to a proxy', () => {
  test.each([
    ['https://proxy.example.com', 'https://proxy.example.com'],
    ['https://me:p%40ss@Proxy.example.com:8443/', 'https://***@proxy.example.com:8443'],
    ['http://me@127.0.0.1:5999', 'http://***@127.0.0.1:5999'],
  ])('%s, which is shown as %s and stored sealed', async (proxy_url, shown) => {
    const made = await create({ ...BODY, proxy_url });
    expect([made.status, made.body.proxy_url]).toEqual([201, shown]);
    expect(JSON.stringify(await stored())).not.toContain('p%40ss');
    const events = await admin.send(listPlatformAuditEvents);
    expect(events.body[0]?.details).toMatchObject({ proxy_url: shown });
    expect(JSON.stringify([made.body, events.body, admin.logged])).not.toContain('p%40ss');
  });
});

describe('POST /api/platform/provider-credentials answers 409', () => {
  test('a name that the provider has already, in any case', async () => {
    await create(BODY);
    const again = await create({ ...BODY, name: 'MAIN' });
    expect(again.status).toBe(409);
    expect(again.body.error.param).toBe('name');
    expect(await stored()).toHaveLength(1);
  });

  test('of many at once with one name, one is kept', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(BODY)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });
});

describe('POST /api/platform/provider-credentials answers 422', () => {
  const withSecret = (api_key: unknown) => ({ ...BODY, credential: { api_key } });

  test.each([
    'key\r\nx-evil: 1',
    'key\u0000',
    'schlüssel',
    ' key',
    'key ',
    'two words',
    '',
    7,
    null,
  ])('V02: the secret %j', async (secret) => {
    const answer = await create(withSecret(secret));
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).not.toContain('x-evil');
    expect(await stored()).toEqual([]);
  });

  test('V02: a secret of a megabyte', async () => {
    expect((await create(withSecret('x'.repeat(1_000_000)))).status).toBe(422);
  });

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/latest/meta-data',
    'http://metadata.google.internal',
    'https://metadata.google.internal',
    'http://[fd00:ec2::254]/',
    'https://[fd00:ec2::254]/',
  ])('V10: %s', async (base_url) => {
    expect((await create({ ...BODY, base_url })).status).toBe(422);
  });

  test.each([
    'http://127.0.0.1:5432',
    'https://127.0.0.1:5432',
    'http://localhost:6379',
    'https://localhost',
    'https://0.0.0.0',
    'https://[::1]',
    'https://[::]',
    'http://127.0.0.1:5998/v1',
  ])('V11: %s', async (base_url) => {
    expect((await create({ ...BODY, base_url })).status).toBe(422);
  });

  test.each([
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[fe80::1%25eth0]',
  ])('V12, V13, V16: https://%s', async (host) => {
    expect((await create({ ...BODY, base_url: `https://${host}` })).status).toBe(422);
    expect((await create({ ...BODY, base_url: `http://${host}` })).status).toBe(422);
  });

  test.each([
    'file:///etc/passwd',
    'ftp://acme.example',
    'gopher://acme.example',
    'unix:/var/run/x',
    'data:text/plain,x',
    'javascript:alert(1)',
    'http+unix://%2Fvar%2Frun%2Fx',
  ])('V17: %s', async (base_url) => {
    expect((await create({ ...BODY, base_url })).status).toBe(422);
  });

  test('V21: plain http to a public host', async () => {
    expect((await create({ ...BODY, base_url: 'http://api.acme.example/v1' })).status).toBe(422);
  });

  test.each([
    'https://acme.example/v1/../admin',
    'https://acme.example/v1?x=1',
    'https://acme.example/v1#x',
    'https://acme.example/%2e%2e/x',
    'https://user:secret@acme.example/v1',
  ])('V22: %s', async (base_url) => {
    expect((await create({ ...BODY, base_url })).status).toBe(422);
  });

  test.each([
    [{ ...BODY, provider: undefined }, 'provider'],
    [{ ...BODY, provider: 'openai' }, 'provider'],
    [{ ...BODY, provider: 'sandbox' }, 'provider'],
    [{ ...BODY, provider: 'Acme' }, 'provider'],
    [{ ...BODY, provider: 'a/b' }, 'provider'],
    [{ ...BODY, base_url: undefined }, 'base_url'],
    [{ ...BODY, family: 'sandbox' }, 'family'],
    [{ ...BODY, family: '__proto__' }, 'family'],
    [{ ...BODY, family: 'openai' }, 'provider'],
    [{ ...BODY, credential: {} }, 'credential'],
    [{ ...BODY, credential: { api_key: SECRET, host: 'evil' } }, 'credential'],
    [{ ...BODY, headers: { Host: 'evil' } }, 'headers'],
    [{ ...BODY, name: 'two\nlines' }, 'name'],
  ])('V25 and what does not fit: %j', async (body, field) => {
    const answer = await create(body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc.slice(0, 2)).toEqual(['body', field]);
    expect(await stored()).toEqual([]);
  });

  test.each([
    ['nothing', /no URL/],
    ['ftp://proxy.example.com', /http or https/],
    ['https://proxy.example.com/path', /path/],
    ['https://proxy.example.com/?a', /query/],
    ['https://me:100%@proxy.example.com', /percent-encoded/],
    ['https://m%3Ae:word@proxy.example.com', /colon/],
    ['https://***@proxy.example.com', /not what is shown/],
    ['http://proxy.example.com', /ALLOWED_PRIVATE_UPSTREAMS/],
    ['https://proxy.example.com:3128', /ALLOWED_PRIVATE_UPSTREAMS/],
    ['https://10.0.0.1', /ALLOWED_PRIVATE_UPSTREAMS/],
    ['https://169.254.169.254', /ALLOWED_PRIVATE_UPSTREAMS/],
    ['https://localhost', /ALLOWED_PRIVATE_UPSTREAMS/],
    ['http://127.0.0.1:5998', /ALLOWED_PRIVATE_UPSTREAMS/],
  ])('the proxy %s', async (proxy_url, message) => {
    const answer = await create({ ...BODY, proxy_url });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'proxy_url']]);
    expect(answer.body.detail[0].msg).toMatch(message);
    expect(await stored()).toEqual([]);
  });

  test('a proxy before a provider without TLS, which could read the secret', async () => {
    const base_url = 'http://127.0.0.1:5999/v1';
    const answer = await create({ ...BODY, base_url, proxy_url: 'https://proxy.example.com' });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'proxy_url']]);
  });
});
