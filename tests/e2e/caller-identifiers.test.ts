import { eventually } from '../support/eventually.ts';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { ANTHROPIC, BEDROCK, GOOGLE, OPENAI, setUpFamily } from '../support/family-set-up.ts';
import type { FamilySetUp } from '../support/family-set-up.ts';
import { aListeningProxy } from '../support/listening-proxy.ts';
import type { ListeningProxy } from '../support/listening-proxy.ts';

const START_MS = 240_000;
/** What callers choose. Nothing of it may reach a provider as it is. */
const CHOSEN = 'customer-4711@example.com';
const IN_SCOPE = /^[A-Za-z0-9_-]{43}$/u;

const SETUPS: readonly FamilySetUp[] = [
  { ...ANTHROPIC, models: ['anthropic/claude-sonnet-4-5'] },
  { ...GOOGLE, models: ['google/gemini-2.5-flash', 'google/gemini-embedding-001'] },
  {
    ...OPENAI,
    models: ['openai/gpt-5.2-codex'],
  },
  {
    family: 'openai-compatible',
    provider: 'compatible',
    credential: { api_key: 'a-vendor-key' },
    path: '/v1',
    models: ['compatible/demo-large', 'compatible/demo-embed'],
  },
  {
    family: 'openai-responses',
    provider: 'answering',
    credential: { api_key: 'a-vendor-key' },
    path: '/v1',
    models: ['answering/demo-reasoner'],
  },
  { family: 'ollama', credential: {}, path: '', models: ['ollama/demo-small:latest'] },
  {
    ...BEDROCK,
    models: [
      'bedrock/amazon.nova-lite-v1:0',
      'bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    ],
  },
];
const MODELS = SETUPS.flatMap(({ models }) => models);
const EMBEDDING = MODELS.filter((model) => model.includes('embed'));
const CHAT = MODELS.filter((model) => !model.includes('embed'));

const MESSAGES = [{ role: 'user', content: 'Hello' }];
const OF_OPENAI = { prompt_cache_key: CHOSEN, safety_identifier: CHOSEN, user: CHOSEN };
/** Every route with everything by which a caller may tell users apart there. */
const ROUTES: Readonly<Record<string, { path: string; body: object }>> = {
  chat: {
    path: '/chat/completions',
    body: { messages: MESSAGES, ...OF_OPENAI, metadata: { user_id: CHOSEN } },
  },
  'a stream of chat': {
    path: '/chat/completions',
    body: { messages: MESSAGES, ...OF_OPENAI, metadata: { user_id: CHOSEN }, stream: true },
  },
  responses: {
    path: '/responses',
    body: { input: 'Hello', ...OF_OPENAI, metadata: { user_id: CHOSEN } },
  },
  messages: {
    path: '/messages',
    body: { messages: MESSAGES, max_tokens: 50, metadata: { user_id: CHOSEN } },
  },
  'a stream of messages': {
    path: '/messages',
    body: { messages: MESSAGES, max_tokens: 50, metadata: { user_id: CHOSEN }, stream: true },
  },
};

let proxy: ListeningProxy;
let demo: Demo;
/** Two keys of one owner, and one of another owner. */
let keys: { own: string; same: string; other: string };
beforeAll(async () => {
  proxy = await aListeningProxy();
  demo = await aDemo({ env: { ALLOWED_PRIVATE_UPSTREAMS: proxy.address } });
  proxy.target = demo.stack.urls['provider'];
  for (const setup of SETUPS) await setUpFamily(demo, { ...setup, origin: proxy.origin });
  const user = await demo.platform<{ id: string }>('POST', '/users', {
    email: 'another-owner@tollgate.example',
    password: 'a password of another owner',
  });
  const { id } = user.body;
  await demo.platform('POST', `/users/${id}/credit-grants`, { amount: '10' });
  const wish = { name: 'identifiers', mode: 'live' };
  const other = await demo.platform<{ secret: string }>('POST', `/users/${id}/keys`, wish);
  const same = await demo.user<{ secret: string }>('POST', '/keys', wish);
  keys = {
    own: demo.env.TOLLGATE_API_KEY,
    same: same.body.secret,
    other: other.body.secret,
  };
}, START_MS);
afterAll(async () => {
  await demo?.stack.drop();
  await proxy?.close();
}, START_MS);

interface Named {
  prompt_cache_key?: string;
  metadata?: { user_id?: string };
}

/** What a provider gets of a call with this key, and that the call went well. */
async function sentWith(key: string, path: string, body: object): Promise<string> {
  proxy.take();
  const { status, body: answer } = await demo.v1(path, body, { authorization: `Bearer ${key}` });
  expect([status, status === 200 ? null : answer]).toEqual([200, null]);
  return proxy.take().join('\n');
}

describe.each(CHAT)('%s', (model) => {
  test.each(Object.entries(ROUTES))(
    'O06 gets of %s no name as the caller chose it, and none that another owner can have',
    async (_route, { path, body }) => {
      const own = await sentWith(keys.own, path, { ...body, model });
      const same = await sentWith(keys.same, path, { ...body, model });
      const other = await sentWith(keys.other, path, { ...body, model });
      expect(own).not.toBe('');
      expect(own + same + other).not.toContain(CHOSEN);
      const [ofOwn, ofSame, ofOther] = [own, same, other].map(namesIn);
      expect(ofSame).toEqual(ofOwn);
      for (const [at, name] of (ofOwn ?? []).entries()) {
        expect(name).toMatch(IN_SCOPE);
        expect(ofOther?.[at]).toMatch(IN_SCOPE);
        expect(ofOther?.[at]).not.toBe(name);
      }
    },
  );
});

function namesIn(text: string): string[] {
  const { prompt_cache_key: cache, metadata } = JSON.parse(text) as Named;
  return [cache, metadata?.user_id].filter((name) => name !== undefined);
}

test('names go where providers have a place for them', async () => {
  const namesOf = async (model: string, route: string): Promise<string[]> => {
    const { path, body } = ROUTES[route] ?? { path: '', body: {} };
    return namesIn(await sentWith(keys.own, path, { ...body, model }));
  };
  expect(await namesOf('openai/gpt-5.2-codex', 'chat')).toHaveLength(1);
  expect(await namesOf('answering/demo-reasoner', 'responses')).toHaveLength(1);
  expect(await namesOf('anthropic/claude-sonnet-4-5', 'messages')).toHaveLength(1);
});

test('a worker gives a name as every other process does', async () => {
  const { path, body } = ROUTES['chat'] ?? { path: '', body: {} };
  const asked = { ...body, model: 'openai/gpt-5.2-codex' };
  const atOnce = namesIn(await sentWith(keys.own, path, asked));
  proxy.take();
  const later = { authorization: `Bearer ${keys.own}`, prefer: 'respond-async' };
  expect((await demo.v1(path, asked, later)).status).toBe(202);
  let sent = '';
  await eventually(() => (sent = proxy.take().join('\n')) !== '', 'the worker has not asked');
  expect(namesIn(sent)).toEqual(atOnce);
});

test('other names are other names, of one owner as well', async () => {
  const asked = { model: 'anthropic/claude-sonnet-4-5', messages: MESSAGES, max_tokens: 50 };
  const one = await sentWith(keys.own, '/messages', { ...asked, metadata: { user_id: 'one' } });
  const two = await sentWith(keys.own, '/messages', { ...asked, metadata: { user_id: 'two' } });
  expect(one).not.toBe(two);
});

test.each(EMBEDDING)('%s gets no name with texts', async (model) => {
  for (const key of [keys.own, keys.other]) {
    const sent = await sentWith(key, '/embeddings', { model, input: 'Hello', user: CHOSEN });
    expect(sent).not.toBe('');
    expect(sent).not.toContain(CHOSEN);
  }
});
