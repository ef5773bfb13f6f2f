/**
 * Marks in every place where a secret can go in, traffic of every kind, and then a search of every
 * place where one could stand.
 */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { rows } from '@tollgate/db/connect';
import got from 'got';
import { Redis } from 'ioredis';
import { listDefinitions } from '@tollgate/generators/openapi/mounted';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { DOT } from '../support/dot.ts';
import { eventually } from '../support/eventually.ts';
import { contentsIn } from '../support/open-call.ts';
import { WAV_URL } from '../support/a-wav.ts';
import { HEARERS, JUDGES, PICTURES, RANKS, VOICES, setUpFamily } from '../support/family-set-up.ts';
import { aLookInside } from './processes-inside.ts';
import type { ProcessesInside } from './processes-inside.ts';
import { sendHit, watchUnhurt } from './unhurt.ts';
import type { Hit, Sent, Unhurt } from './unhurt.ts';

const START_MS = 240_000;
const FLUX = 'pictures/flux-1-dev';
const QWEN = 'pictures/qwen-image-edit';
const JUDGE = 'mistral/mistral-moderation-latest';
const BGE = 'ranks/bge-reranker-v2-m3';
const KOKORO = 'voices/kokoro-82m';
const WHISPER = 'groq/whisper-large-v3';
/** Long enough to be found nowhere by chance, and of no telling shape. */
const canary = (name: string): string => `${name}q${randomBytes(12).toString('hex')}`;

/** What callers, users and administrators hand in, by where it goes in. */
const GIVEN = {
  authorization: canary('bearer'),
  apiKeyHeader: canary('header'),
  cookie: canary('cookie'),
  query: canary('query'),
  field: canary('field'),
  wrongPassword: canary('wrong'),
  password: canary('password'),
  newPassword: canary('changed'),
  providerKey: canary('provider'),
  secondProviderKey: canary('rotated'),
  setupToken: canary('setup'),
  baseUrlUser: canary('baseurl'),
  organization: canary('organization'),
  requestId: canary('requestid'),
  thrown: canary('thrown'),
};
/** What models are asked and say. */
const SPOKEN = {
  prompt: canary('prompt'),
  system: canary('system'),
  argument: canary('argument'),
  embedded: canary('embedded'),
  answer: canary('answer'),
  later: canary('later'),
  kept: canary('kept'),
};
const USER = { email: 'canary@tollgate.example', password: GIVEN.password };

let demo: Demo;
let unhurt: Unhurt;
let inside: ProcessesInside;
/** Everything that must not be found, by its name. */
const hidden: Record<string, string> = { ...GIVEN };
/** Every refusal on the way. */
const refusals: Hit[] = [];
beforeAll(async () => {
  inside = await aLookInside();
  demo = await aDemo({ timerScale: 0.1, pages: true, env: inside.env });
  unhurt = await watchUnhurt(demo);
  await setUpFamily(demo, { ...PICTURES, models: [FLUX, QWEN] });
  await setUpFamily(demo, { ...RANKS, models: [BGE] });
  await setUpFamily(demo, { ...JUDGES, models: [JUDGE] });
  await setUpFamily(demo, { ...VOICES, models: [KOKORO] });
  await setUpFamily(demo, { ...HEARERS, models: [WHISPER] });
}, START_MS);
afterAll(async () => {
  await unhurt?.close();
  await demo?.stack.drop();
  await inside?.drop();
}, START_MS);

const JSON_TYPE = { 'content-type': 'application/json' };
async function send(url: string, sent: Sent = {}): Promise<Hit> {
  const hit = await sendHit(url, sent);
  if (hit.status >= 400) refusals.push(hit);
  return hit;
}
const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Hit> =>
  send(url, { headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });
const at = (path: string): string => `${demo.stack.urls['public']}${path}`;
const within = (path: string): string => `${demo.env.TOLLGATE_ADMIN_URL}/api/platform${path}`;
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** Goes in wherever a secret can; gives the user's key. */
async function bringIn(): Promise<{ key: string; platform: string }> {
  const login = await post(within('/auth/login'), {
    email: demo.env.TOLLGATE_ADMIN_EMAIL,
    password: demo.env.TOLLGATE_ADMIN_PASSWORD,
  });
  const platform = (JSON.parse(login.text) as { access_token: string }).access_token;
  const made = await post(within('/users'), USER, bearer(platform));
  const { id } = JSON.parse(made.text) as { id: string };
  await post(within(`/users/${id}/credit-grants`), { amount: '10' }, bearer(platform));
  const signedIn = await post(at('/api/auth/login'), USER);
  const { access_token: access } = JSON.parse(signedIn.text) as { access_token: string };
  const cookies = [signedIn.headers['set-cookie'] ?? []].flat();
  const key = await post(at('/api/keys'), { name: 'canary', mode: 'live' }, bearer(access));
  const { secret } = JSON.parse(key.text) as { secret: string };
  Object.assign(hidden, { accessToken: access, platformToken: platform, apiKey: secret });
  cookies.forEach((cookie, n) => {
    hidden[`cookie ${n}`] = /=([^;]+)/u.exec(cookie)?.[1] ?? '';
  });

  await post(at('/api/auth/login'), { ...USER, password: GIVEN.wrongPassword });
  await post(at('/api/auth/login'), { email: [GIVEN.field], password: { a: GIVEN.wrongPassword } });
  await post(at('/api/setup'), { ...USER, name: 'x', setup_token: GIVEN.setupToken });
  const change = { current_password: GIVEN.password, new_password: GIVEN.newPassword };
  const changed = await post(at('/api/auth/change-password'), change, bearer(access));
  expect(changed.status).toBeLessThan(300);
  return { key: secret, platform };
}

/** Secrets where none belongs: each is refused or passed over. */
async function bringInWhereNoneBelongs(key: string): Promise<void> {
  const ask = (headers: Record<string, string>, more: object = {}): Promise<Hit> =>
    post(
      at('/v1/chat/completions'),
      { model: demo.env.TOLLGATE_MODEL, messages: [{ role: 'user', content: 'Hi.' }], ...more },
      headers,
    );
  await ask(bearer(GIVEN.authorization));
  await ask(bearer(`svc_live_${GIVEN.authorization}`));
  await ask({ authorization: `Basic ${GIVEN.authorization}` });
  await ask({ 'x-api-key': GIVEN.apiKeyHeader, cookie: `svc_session=${GIVEN.cookie}` });
  await ask({ ...bearer(key), 'x-api-key': GIVEN.apiKeyHeader, cookie: `a=${GIVEN.cookie}` });
  await ask({
    ...bearer(key),
    'x-organization-id': GIVEN.organization,
    'proxy-authorization': GIVEN.authorization,
  });
  await ask({ ...bearer(key), 'x-request-id': `<${GIVEN.requestId}>` });
  await ask(bearer(key), { api_key: GIVEN.field });
  await ask(bearer(key), { metadata: { api_key: { deep: [GIVEN.field] } } });
  for (const path of ['/v1/models', '/api/me', '/nowhere', '/v1/nowhere']) {
    await send(at(`${path}?api_key=${GIVEN.query}&token=${GIVEN.query}`), {});
    await send(at(path), { headers: { ...bearer(GIVEN.authorization), cookie: GIVEN.cookie } });
  }
  await send(at('/v1/chat/completions'), {
    headers: { ...JSON_TYPE, ...bearer(key) },
    body: `{"model":"x","broken":"${GIVEN.field}`,
  });
}

/** A provider with a key of its own, told a second one, tested, refused and listed. */
async function bringInProvider(platform: string): Promise<void> {
  const id = await setUpFamily(demo, {
    family: 'openai-compatible',
    provider: 'canary',
    credential: { api_key: GIVEN.providerKey },
    path: '/v1',
    models: ['canary/demo-small'],
  });
  await rotateUnderLoad(id);
  await demo.platform('POST', `/provider-credentials/${id}/test`);
  const refused = { family: 'openai', name: 'x', credential: { api_key: ` ${GIVEN.field}\r\n` } };
  await post(within('/provider-credentials'), refused, bearer(platform));
  const named = {
    family: 'openai-compatible',
    provider: 'named',
    name: 'x',
    base_url: `https://user:${GIVEN.baseUrlUser}@acme.example/v1`,
    credential: { api_key: GIVEN.field },
  };
  await post(within('/provider-credentials'), named, bearer(platform));
  await demo.control({
    behaviour: `status=401 message="the key ${GIVEN.secondProviderKey} is wrong"`,
    times: 1,
  });
}

const statusesUnderRotation: number[] = [];

/** Gives the provider another key while calls are under way, and goes on until that one is used. */
async function rotateUnderLoad(id: string): Promise<void> {
  const call = async (): Promise<void> => {
    const { status } = await demo.v1('/chat/completions', {
      model: 'canary/demo-small',
      messages: [{ role: 'user', content: '[[provider: delay=50]] Hi.' }],
      max_tokens: 10,
    });
    statusesUnderRotation.push(status);
  };
  const used = { isNew: false };
  await demo.clearInvoice();
  const callers = Array.from({ length: 4 }, async () => {
    while (!used.isNew) await call();
  });
  await eventually(() => statusesUnderRotation.length > 4);
  const rotate = { credential: { api_key: GIVEN.secondProviderKey } };
  expect((await demo.platform('PATCH', `/provider-credentials/${id}`, rotate)).status).toBe(200);
  try {
    await eventually(
      async () => (await demo.invoice()).at(-1)?.credential === GIVEN.secondProviderKey.slice(-4),
      'the new key is not used',
    );
  } finally {
    used.isNew = true;
    await Promise.all(callers);
  }
  await demo.clearInvoice();
  await call();
  const after = (await demo.invoice()).map(({ credential }) => credential);
  expect(after).toEqual([GIVEN.secondProviderKey.slice(-4)]);
}

/** Calls of each kind; everything that is said is a canary. */
async function speak(key: string): Promise<void> {
  const headers = bearer(key);
  const chat = (content: string, more: object = {}, extra: Record<string, string> = {}) =>
    post(
      at('/v1/chat/completions'),
      {
        model: demo.env.TOLLGATE_MODEL,
        messages: [
          { role: 'system', content: SPOKEN.system },
          { role: 'user', content },
        ],
        max_tokens: 100,
        ...more,
      },
      { ...headers, ...extra },
    );
  const say = `[[provider: say="${SPOKEN.answer}"]] ${SPOKEN.prompt}`;
  const tool = { name: 'look', parameters: { type: 'object', description: SPOKEN.argument } };
  await chat(say, { model: 'canary/demo-small' });
  for (const stream of [false, true]) {
    const { text } = await chat(say, { stream });
    expect(stream ? contentsIn(text).join('') : text).toContain(SPOKEN.answer);
    await chat(say, { stream, tools: [{ type: 'function', function: tool }] });
    await chat(`[[provider: cut after=2]] ${SPOKEN.prompt}`, { stream });
    await chat(`[[provider: status=400 message="${SPOKEN.prompt}"]] ${SPOKEN.prompt}`, { stream });
    await chat(`[[provider: garbage]] ${SPOKEN.prompt}`, { stream });
  }
  await chat(`${SPOKEN.prompt}\n{"level":"error","msg":"forged"}`);
  await chat(SPOKEN.prompt, { temperature: SPOKEN.prompt, [SPOKEN.argument]: 1 });
  await chat(SPOKEN.prompt, { model: SPOKEN.prompt.slice(0, 20) });
  await post(at('/v1/images/generations'), { model: FLUX, prompt: SPOKEN.prompt }, headers);
  const shown = [{ image_url: DOT }];
  const edit = { model: QWEN, prompt: SPOKEN.prompt, images: shown };
  await post(at('/v1/images/edits'), edit, headers);
  const ranking = { model: BGE, query: SPOKEN.prompt, documents: [SPOKEN.prompt] };
  await post(at('/v1/rerank'), ranking, headers);
  await post(at('/v1/moderations'), { model: JUDGE, input: SPOKEN.prompt }, headers);
  const spoken = { model: KOKORO, input: SPOKEN.prompt, voice: 'x' };
  await post(at('/v1/audio/speech'), spoken, headers);
  const heard = { model: WHISPER, prompt: SPOKEN.prompt, file: WAV_URL };
  await post(at('/v1/audio/transcriptions'), heard, headers);
  await post(at('/v1/embeddings'), { model: 'demo/demo-embed', input: SPOKEN.embedded }, headers);
  await post(
    at('/v1/responses'),
    { model: demo.env.TOLLGATE_MODEL, input: SPOKEN.prompt, instructions: SPOKEN.system },
    headers,
  );
  await post(
    at('/v1/messages'),
    {
      model: demo.env.TOLLGATE_MODEL,
      system: SPOKEN.system,
      messages: [{ role: 'user', content: SPOKEN.prompt }],
      max_tokens: 20,
    },
    headers,
  );
  const handle = await chat(SPOKEN.later, {}, { prefer: 'respond-async' });
  expect(handle.status).toBe(202);
  const statusUrl = (JSON.parse(handle.text) as { status_url: string }).status_url;
  await eventually(async () => {
    const polled = await send(new URL(statusUrl, demo.stack.urls['public']).href, { headers });
    return polled.status === 200;
  }, 'the operation did not end');
  await chat(SPOKEN.kept, {}, { 'idempotency-key': 'canary-1' });
}

/**
 * A text as it may stand in a table or in memory: plain, in hexadecimal, or in base64 at any of its
 * three phases.
 */
function shapesOf(text: string): string[] {
  const phases = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
      .toString('base64')
      .slice(4, -4),
  );
  return [text, Buffer.from(text).toString('hex'), ...phases];
}

function foundIn(location: string, text: string, wanted: Record<string, string>): string[] {
  return Object.entries(wanted)
    .filter(
      ([, value]) => value.length >= 12 && shapesOf(value).some((shape) => text.includes(shape)),
    )
    .map(([name]) => `${name} in ${location}`);
}

/** What the compressed columns of a row hold. */
function unpacked(line: string): string {
  return [...line.matchAll(/\\x(1f8b[0-9a-f]+)/gu)]
    .map(([, hex = '']) => gunzipSync(Buffer.from(hex, 'hex')).toString('latin1'))
    .join('\n');
}

/** Every row of every table, as text. */
async function tablesOf(): Promise<Map<string, string>> {
  const tables = await rows<{ name: string }>(
    unhurt.owner,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const found = await rows<{ line: string }>(
      unhurt.owner,
      `select cast(t.* as text) as line from ${name} t`,
    );
    texts.set(name, found.map(({ line }) => line + unpacked(line)).join('\n'));
  }
  expect(texts.size).toBeGreaterThan(20);
  return texts;
}

/** Every key of Redis with its value, as bytes. */
async function redisOf(): Promise<string> {
  const redis = new Redis(demo.stack.connections.redisUrl);
  // A dump packs long texts otherwise.
  await redis.config('SET', 'rdbcompression', 'no');
  const texts: string[] = [];
  for await (const keys of redis.scanStream({ count: 1_000 }) as AsyncIterable<string[]>) {
    for (const key of keys) {
      const value = await redis.dumpBuffer(key);
      texts.push(`${key} ${value?.toString('latin1') ?? ''}`);
    }
  }
  redis.disconnect();
  return texts.join('\n');
}

async function logsOf(): Promise<Map<string, string>> {
  const names = [
    ...Object.keys(demo.stack.env).filter((name) => name !== 'migrate'),
    'postgres',
    'redis',
  ];
  const texts = await Promise.all(names.map((name) => demo.stack.logs(name)));
  return new Map(names.map((name, n) => [name, texts[n] ?? '']));
}

describe('L01: canaries in every place where a secret can go in', () => {
  let key: string;
  let platform: string;
  let user: string;
  beforeAll(async () => {
    const { keys } = demo.stack;
    Object.assign(hidden, {
      pepper: keys.keyPepper,
      masterKey: keys.credentialMasterKey.keys['v1'],
      userTokenKey: keys.userTokenKey.d,
      platformTokenKey: keys.platformTokenKey.d,
      setup: keys.setupToken,
      postgres: keys.postgresPassword,
      redis: keys.redisPassword,
      redisOfServices: keys.redisServicePassword,
      administrator: keys.admin.password,
      demoUser: keys.user.password,
      demoKey: demo.env.TOLLGATE_API_KEY,
      demoTestKey: demo.env.TOLLGATE_TEST_KEY,
    });
    for (const [name, value] of Object.entries(keys.rolePasswords)) hidden[`role ${name}`] = value;
    for (const [name, value] of Object.entries(keys.signing)) {
      hidden[`signing key of ${name}`] = String(value.d);
    }
    ({ key, platform } = await bringIn());
    unhurt.hide(...Object.values(hidden));
    await bringInWhereNoneBelongs(key);
    await bringInProvider(platform);
    await speak(key);
    const login = await post(at('/api/auth/login'), { ...USER, password: GIVEN.newPassword });
    user = (JSON.parse(login.text) as { access_token: string }).access_token;
    Object.assign(hidden, { secondAccessToken: user });
    await inside.die(demo.stack, 'account', GIVEN.thrown);
    await demo.stack.kill('worker', 'SIGTERM');
    await demo.stack.ready();
  }, START_MS);

  test('L01: what is looked for is found, plain, in hexadecimal, in base64 and packed', () => {
    const wanted = { mark: GIVEN.field };
    const bytes = Buffer.from(`before ${GIVEN.field} behind`);
    const packed = `(\\x${gzipSync(bytes).toString('hex')},1)`;
    const shapes = [bytes.toString(), bytes.toString('hex'), bytes.toString('base64')];
    for (const text of [...shapes, unpacked(packed)]) {
      expect(foundIn('here', text, wanted)).toEqual(['mark in here']);
    }
    expect(foundIn('here', packed, wanted)).toEqual([]);
  });

  const everything = (): Record<string, string> => ({ ...hidden, ...SPOKEN });

  test('L01, L02: none stands in a log, and each line of a log is one event', async () => {
    const logs = await logsOf();
    for (const [name, text] of logs) {
      expect(text.length).toBeGreaterThan(0);
      expect(foundIn(`the log of ${name}`, text, everything())).toEqual([]);
      expect(text).not.toContain('forged');
      if (name === 'postgres' || name === 'redis') continue;
      for (const line of text.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
    }
  });

  test('a worker whose Redis is there never says that the queue is away', async () => {
    expect(await demo.stack.logs('worker')).not.toContain('the queue is away');
  });

  test('L04, L01: a process that dies of a refused call says so, and nothing of what the call carried', async () => {
    const text = await demo.stack.logs('account');
    expect(text).toMatch(/"level":"fatal".*ECONNREFUSED.*uncaught error/);
    expect(foundIn('the last words', text, { thrown: GIVEN.thrown })).toEqual([]);
  });

  test('L01: no secret stands in any table, and what was said only where it is kept for its caller', async () => {
    const tables = await tablesOf();
    const found = [...tables].flatMap(([name, text]) => foundIn(name, text, hidden));
    expect(found).toEqual([]);
    const spoken = [...tables].flatMap(([name, text]) => foundIn(name, text, SPOKEN));
    // The echo of a prompt is a part of its answer, which is kept for who asks again.
    expect(
      spoken.filter((location) => !/in requests\.(?:idempotency|operation)$/u.test(location)),
    ).toEqual([]);
    expect(spoken).toContain('kept in requests.idempotency');
  });

  test('K16: of a key there is no more than its beginning and its end', async () => {
    const tables = await tablesOf();
    const long = [...tables].flatMap(([name, text]) =>
      [...text.matchAll(/svc_(?:live|test)_[0-9A-Za-z]{5,}/gu)].map(
        ([match]) => `${match} in ${name}`,
      ),
    );
    expect(long).toEqual([]);
  });

  test('L01: none stands in Redis, neither as a name nor as a value', async () => {
    const text = await redisOf();
    expect(text.length).toBeGreaterThan(0);
    expect(foundIn('redis', text, everything())).toEqual([]);
  });

  test('L01: none stands in what can be read or taken away, on any route', async () => {
    const tokens: Record<string, string> = { user, platform, key };
    const routes = listDefinitions().filter(
      ({ method, path }) => method === 'get' && !path.includes(':'),
    );
    expect(routes.length).toBeGreaterThan(30);
    for (const { path, auth } of routes) {
      const token = tokens[auth];
      const base = path.startsWith('/api/platform') ? 'internal' : 'public';
      const headers = token === undefined ? {} : bearer(token);
      const hit = await sendHit(`${demo.stack.urls[base]}${path}`, { headers });
      expect([path, hit.status < 500, hit.text.length > 0]).toEqual([path, true, true]);
      expect(foundIn(path, hit.text + JSON.stringify(hit.headers), everything())).toEqual([]);
    }
  });

  test('X05: the details of each request hold neither a secret nor what was said, for its user and for administrators', async () => {
    const listed = await sendHit(at('/api/requests?limit=200'), { headers: bearer(user) });
    const { data } = JSON.parse(listed.text) as { data: { public_id: string }[] };
    expect(data.length).toBeGreaterThan(15);
    for (const { public_id: id } of data) {
      const own = await sendHit(at(`/api/requests/${id}`), { headers: bearer(user) });
      const theirs = await sendHit(within(`/requests/${id}`), { headers: bearer(platform) });
      expect([own.status, theirs.status]).toEqual([200, 200]);
      expect(foundIn(id, own.text + theirs.text, everything())).toEqual([]);
    }
  });

  test('L01: none stands in a refusal', () => {
    expect(refusals.length).toBeGreaterThan(25);
    const texts = refusals.map(({ text, headers }) => text + JSON.stringify(headers));
    expect(foundIn('a refusal', texts.join('\n'), hidden)).toEqual([]);
  });

  test('L01: none stands in a metric, in an argument of a process or in the spool', async () => {
    const names = Object.keys(demo.stack.env).filter((name) => name !== 'migrate');
    for (const name of names) {
      const metrics = await got(`${demo.stack.urls[`${name}-metrics`]}/metrics`).text();
      expect(metrics.length).toBeGreaterThan(0);
      expect(foundIn(`the metrics of ${name}`, metrics, everything())).toEqual([]);
    }
    for (const name of [...names, 'postgres', 'redis']) {
      const line = await readFile(`/proc/${demo.stack.pid(name)}/cmdline`, 'latin1');
      expect(line.length).toBeGreaterThan(0);
      expect(foundIn(`the arguments of ${name}`, line, everything())).toEqual([]);
    }
    const spool = join(demo.stack.stateDir, 'spool');
    for (const entry of await readdir(spool, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const text = await readFile(join(entry.parentPath, entry.name), 'latin1');
      expect(foundIn(`the spool file ${entry.name}`, text, everything())).toEqual([]);
    }
  });

  test('V06: another key of a provider under load fails no call, and is the only one used from then on', () => {
    expect(statusesUnderRotation.length).toBeGreaterThan(5);
    expect(statusesUnderRotation.filter((status) => status !== 200)).toEqual([]);
  });

  test('V01: of a provider’s key administrators see the end, and the table has it sealed', async () => {
    const { body } = await demo.platform<{ provider: string }[]>('GET', '/provider-credentials');
    const shown = JSON.stringify(body.find(({ provider }) => provider === 'canary'));
    expect(shown).toContain(GIVEN.secondProviderKey.slice(-4));
    expect(shown).not.toContain(GIVEN.secondProviderKey.slice(-6));
  });
});
