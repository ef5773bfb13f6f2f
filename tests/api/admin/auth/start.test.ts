import { platformLogin, startPlatformSignIn } from '@tollgate/contract/routes/admin/auth';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { anOpenIdProvider, settingsFor } from '../support/openid-provider.ts';
import type { TestOpenIdProvider } from '../support/openid-provider.ts';

let provider: TestOpenIdProvider;
let admin: RunningAdmin;

beforeAll(async () => {
  provider = await anOpenIdProvider();
  admin = await anAdmin({ oidc: provider.settings });
});
afterAll(async () => {
  await admin?.drop();
  await provider?.stop();
});

const start = (
  body: unknown,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
) => admin.send(startPlatformSignIn, { token: null, headers, body });

describe('POST /api/platform/auth/oidc/start answers 200', () => {
  test('the address of the provider, and a sealed cookie for this host alone', async () => {
    const { status, body, headers } = await start({});
    expect(status).toBe(200);
    const url = new URL(body.authorization_url);
    expect(url.origin).toBe(provider.issuer);
    const [line = ''] = [headers['set-cookie'] ?? []].flat();
    expect(line).toMatch(/^__Host-svc_platform_sign_in=eyJ[^;]+; Max-Age=600; Path=\/; /);
    expect(line).toMatch(/HttpOnly; Secure; SameSite=Lax$/);
    expect(line).not.toContain(url.searchParams.get('state'));
  });
});

describe('POST /api/platform/auth/oidc/start answers 403', () => {
  test('J18: begun by a page of another site, or by nobody’s page', async () => {
    expect((await start({}, { 'sec-fetch-site': 'cross-site' })).body.error.code).toBe(
      'cross_site_request',
    );
    expect((await start({}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await start({}, {})).status).toBe(403);
  });
});

describe('POST /api/platform/auth/oidc/start answers 404', () => {
  test('where no provider is configured', async () => {
    const { oidc } = admin.deps;
    admin.deps.oidc = null;
    const { status } = await start({});
    admin.deps.oidc = oidc;
    expect(status).toBe(404);
  });
});

describe('POST /api/platform/auth/oidc/start answers 422', () => {
  test.each([
    'https://evil.example',
    '//evil.example',
    '/console/platform//evil.example',
    '/console/platform/../../v1',
    '/console/platformx',
    '/console/platform?next=https://evil.example',
    '/console/platform\\evil',
    '/console/platform" onload="x',
    'javascript:alert(1)',
  ])('J19: a return to %s', async (returnTo) => {
    const { status, body } = await start({ return_to: returnTo });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'return_to']]);
  });
});

describe('POST /api/platform/auth/oidc/start answers 503', () => {
  test('J20: while the provider is away, and passwords work', async () => {
    const alone = await anAdmin({ oidc: settingsFor('http://127.0.0.1:9') });
    const headers = { 'sec-fetch-site': 'same-origin' };
    const answer = await alone.send(startPlatformSignIn, { token: null, headers, body: {} });
    expect([answer.status, answer.body.error.code]).toEqual([503, 'sign_in_unavailable']);
    const { email, password } = alone.administrator;
    const login = await alone.send(platformLogin, { token: null, body: { email, password } });
    expect(login.status).toBe(200);
    await alone.drop();
  });
});
