import { finishPlatformSignIn, startPlatformSignIn } from '@tollgate/contract/routes/admin/auth';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aFalseProvider } from '../support/false-provider.ts';
import type { FalseProvider, Falsehood } from '../support/false-provider.ts';
import { settingsFor } from '../support/openid-provider.ts';

let provider: FalseProvider;
let admin: RunningAdmin;

beforeAll(async () => {
  provider = await aFalseProvider();
  admin = await anAdmin({ oidc: settingsFor(provider.issuer) });
});
afterAll(async () => {
  await admin?.drop();
  await provider?.stop();
});

let address = 0;
const signIn = async (falsehood: Falsehood, more = '') => {
  const begun = await admin.send(startPlatformSignIn, {
    token: null,
    headers: { 'sec-fetch-site': 'same-origin' },
    body: {},
  });
  const [line = ''] = [begun.headers['set-cookie'] ?? []].flat();
  const asked = new URL(begun.body.authorization_url).searchParams;
  provider.say(asked.get('nonce') ?? '', falsehood);
  address += 1;
  const path = `${finishPlatformSignIn.path}?code=c&state=${asked.get('state') ?? ''}${more}`;
  return admin.request('GET', path, {
    token: null,
    headers: {
      cookie: line.split(';')[0] ?? '',
      accept: 'application/json',
      'x-forwarded-for': `198.51.100.${address}`,
    },
  });
};
const SECONDS = Math.floor(Date.now() / 1_000);
const sessions = async (): Promise<unknown> =>
  (await admin.owner.raw('select count(*)::int as n from identity.administrator_session')).rows;

test('the false provider is believed while it tells the truth', async () => {
  expect((await signIn({})).status).toBe(200);
});

test.each<[string, Falsehood]>([
  ['another audience', { claims: { aud: 'somebody-else' } }],
  ['several audiences for another client', { claims: { aud: ['tollgate', 'x'], azp: 'x' } }],
  ['another issuer', { claims: { iss: 'https://evil.example' } }],
  ['an end that is past', { claims: { iat: SECONDS - 900, exp: SECONDS - 600 } }],
  ['a beginning that is to come', { claims: { nbf: SECONDS + 900 } }],
  ['another nonce', { claims: { nonce: 'of another sign-in' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['no subject', { claims: { sub: undefined } }],
  ['a subject without end', { claims: { sub: 's'.repeat(256) } }],
  ['no signature', { signing: 'none' }],
  ['the signature of a stranger', { signing: 'stranger' }],
  ['a signature with the secret of the client', { signing: 'secret' }],
  ['no token', { answer: { status: 200, body: '{"access_token":"x","token_type":"Bearer"}' } }],
  ['no JSON', { answer: { status: 200, body: '<html>' } }],
  ['a code that is none', { answer: { status: 400, body: '{"error":"invalid_grant"}' } }],
])('J21: an ID token with %s signs nobody in', async (_what, falsehood) => {
  const before = await sessions();
  const { status, body, headers } = await signIn(falsehood);
  expect([status, body.error.code, body.error.reason]).toEqual([
    403,
    'sign_in_refused',
    'rejected',
  ]);
  expect(String(headers['set-cookie'])).not.toContain('svc_platform_access_token');
  expect(await sessions()).toEqual(before);
});

test('J22: the callback of another issuer', async () => {
  const { body } = await signIn({}, `&iss=${encodeURIComponent('https://evil.example')}`);
  expect(body.error.reason).toBe('rejected');
});

test.each<[string, unknown]>([
  ['an object', { owners: true }],
  ['a number', 1],
  ['texts in one text', 'owners,staff'],
  ['lists in a list', [['owners']]],
  ['a word of every object', '__proto__'],
  ['ten thousand strangers', Array.from({ length: 10_000 }, (_, index) => `g${index}`)],
])('J23: a claim of groups with %s has no role', async (_what, groups) => {
  const { status, body } = await signIn({ claims: { groups } });
  expect([status, body.error.reason]).toEqual([403, 'no_role']);
});

test('J23: one text is one group', async () => {
  expect((await signIn({ claims: { groups: 'staff' } })).status).toBe(200);
});

test.each<[string, Falsehood]>([
  ['huge', { answer: { status: 200, body: `{"x":"${'x'.repeat(400_000)}"}` } }],
  ['broken', { answer: { status: 500, body: 'x' } }],
  ['silent', { silent: true }],
])(
  'J24: an answer that is %s is no answer, and everything else goes on',
  async (_what, falsehood) => {
    const { status, body } = await signIn(falsehood);
    expect([status, body.error.code]).toEqual([503, 'sign_in_unavailable']);
    expect((await signIn({})).status).toBe(200);
  },
);
