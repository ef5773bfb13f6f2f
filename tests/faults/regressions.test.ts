/**
 * What went wrong in other gateways, B1 to B25: those that no other file has. Two processes of
 * inference and of the edge take part, so that nothing holds because one process remembers it.
 */
import type { RouteDefinition } from '@tollgate/contract/route';
import { rows } from '@tollgate/db/connect';
import { decodeId } from '@tollgate/runtime/ids';
import got from 'got';
import { paidRoutes } from '../../services/inference/src/routes.ts';
import { listDefinitions } from '@tollgate/generators/openapi/mounted';
import { nameOf } from '@tollgate/generators/openapi/operations';
import { sample } from '@tollgate/generators/openapi/sample';
import { DOT } from '../support/dot.ts';
import { eventually } from '../support/eventually.ts';
import { WAV_URL } from '../support/a-wav.ts';
import {
  GOOGLE,
  HEARERS,
  JUDGES,
  OPENAI,
  RANKS,
  VOICES,
  setUpFamily,
} from '../support/family-set-up.ts';
import { aFaultyStack } from '../support/faulty-stack.ts';
import type { Asked, FaultyStack, Got } from '../support/faulty-stack.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 240_000;
const NANO = 9;
/**
 * The provider counts 16 tokens more than the 200 that it was allowed, which is possible; under a
 * ceiling of the hold every call costs just what is held for it.
 */
const WHOLE_HOLD = '[[provider: tokens input=30 output=216]] x';
const underHold = (hold: bigint) => ({ 'x-svc-max-credits': creditsOf(hold) });

/**
 * A provider that takes every call and says nothing; it is given up on while the other tests run.
 */
const MUTE = 'mute';
const VIDEOS = 'google/veo-3.1-generate-preview';
/**
 * Makes and edits images, whole and as a stream; each at a provider of its own, so that no
 * credential fails too often.
 */
const IMAGES = 'gpt-image-1-mini';
const IMAGE_PROVIDERS = ['drawer', 'editor'] as const;
const JUDGE = 'mistral-moderation-latest';
const RANKER = 'bge-reranker-v2-m3';
const SPEECH = 'kokoro-82m';
const LISTENER = 'gpt-4o-transcribe';
const WHISPER = 'whisper-large-v3';

let stack: FaultyStack;
let replicas: [string, string];
let muted: Muted;
beforeAll(async () => {
  stack = await aFaultyStack({
    replicas: { inference: 2, edge: 2 },
    // A call as a whole may take 15 s, so that the mute provider is given up on before the other
    // tests have ended.
    env: { REPLICAS: '2', RESPONSES_STREAMING: 'true', UPSTREAM_TOTAL_SECONDS: '150' },
  });
  const { urls } = stack.demo.stack;
  replicas = [urls['public'] ?? '', urls['public-2'] ?? ''];
  await setUpFamily(stack.demo, { ...GOOGLE, models: [VIDEOS] });
  await setUpFamily(stack.demo, { ...RANKS, models: [`ranks/${RANKER}`] });
  await setUpFamily(stack.demo, { ...JUDGES, models: [`mistral/${JUDGE}`] });
  await setUpFamily(stack.demo, { ...VOICES, models: [`voices/${SPEECH}`] });
  await setUpFamily(stack.demo, { ...OPENAI, models: [`openai/${LISTENER}`] });
  for (const provider of IMAGE_PROVIDERS) {
    const models = [`${provider}/${IMAGES}`];
    await setUpFamily(stack.demo, { ...HEARERS, provider, path: '/openai/v1', models });
  }
  await setUpFamily(stack.demo, { ...HEARERS, models: [`groq/${WHISPER}`] });
  muted = await callTheMute();
}, START_MS);
afterAll(() => stack?.drop(), START_MS);
beforeEach(() => stack.money.begin());

const hits = async (): Promise<number> => (await stack.demo.invoice()).length;

const creditsOf = (nano: bigint): string => {
  const digits = nano.toString().padStart(NANO + 1, '0');
  return `${digits.slice(0, -NANO)}.${digits.slice(-NANO)}`;
};

/** Somebody with a key and a wallet of their own. */
interface Caller {
  userId: string;
  secret: string;
  grant(nano: bigint): Promise<void>;
  wallet(): Promise<Record<string, string>>;
}

let callers = 0;

/** Somebody without a credit, who has never called. */
async function aCaller(limits: object = {}): Promise<Caller> {
  callers += 1;
  const { demo } = stack;
  const user = await demo.platform<{ id: string }>('POST', '/users', {
    email: `regression-${callers}@tollgate.example`,
    password: 'a long enough password 3',
  });
  const userId = user.body.id;
  const key = await demo.platform<{ secret: string }>('POST', `/users/${userId}/keys`, {
    name: 'regression',
    mode: 'live',
    limits,
  });
  expect([user.status, key.status]).toEqual([201, 201]);
  return {
    userId,
    secret: key.body.secret,
    async grant(nano) {
      const amount = creditsOf(nano);
      const path = `/users/${userId}/credit-grants`;
      expect((await demo.platform('POST', path, { amount })).status).toBe(201);
    },
    async wallet() {
      const { body: users } = await demo.platform<
        { id: string; credits: Record<string, string> }[]
      >('GET', '/users');
      return users.find(({ id }) => id === userId)?.credits ?? {};
    },
  };
}

/** So many calls at once, every other one at the second replica. */
function atOnce(count: number, content: string, asked: Asked): Promise<Got[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      stack.chat(content, { ...asked, baseUrl: replicas[index % 2] ?? '' }),
    ),
  );
}

const countOf = (answers: readonly Got[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, some = []]) => [
      status,
      some.length,
    ]),
  );

/** What is held for one call, as its refusal says it. */
async function holdOf(secret: string): Promise<bigint> {
  const refused = await untilHeld(() => stack.chat(WHOLE_HOLD, { secret }));
  expect(refused.status).toBe(402);
  const { error } = JSON.parse(refused.text) as { error: { required: string } };
  return BigInt(error.required.replace('.', ''));
}

/**
 * A good body of each paid route. A route that has none here fails the tests that go over all of
 * them.
 */
const BODIES: Readonly<Record<string, (content: string) => object>> = {
  '/v1/chat/completions': (content) => ({
    model: stack.demo.env.TOLLGATE_MODEL,
    messages: [{ role: 'user', content }],
    max_tokens: 20,
  }),
  '/v1/responses': (content) => ({
    model: stack.demo.env.TOLLGATE_MODEL,
    input: content,
    max_output_tokens: 20,
  }),
  '/v1/messages': (content) => ({
    model: stack.demo.env.TOLLGATE_MODEL,
    messages: [{ role: 'user', content }],
    max_tokens: 20,
  }),
  '/v1/embeddings': (content) => ({ model: 'demo/demo-embed', input: content }),
  '/v1/images/generations': (content) => ({ model: `drawer/${IMAGES}`, prompt: content }),
  '/v1/images/edits': (content) => ({
    model: `editor/${IMAGES}`,
    prompt: content,
    images: [{ image_url: DOT }],
  }),
  '/v1/moderations': (content) => ({ model: `mistral/${JUDGE}`, input: content }),
  '/v1/rerank': (content) => ({ model: `ranks/${RANKER}`, query: content, documents: ['a'] }),
  '/v1/audio/speech': (input) => ({ model: `voices/${SPEECH}`, input, voice: 'x' }),
  '/v1/audio/transcriptions': (prompt) => ({
    model: `openai/${LISTENER}`,
    prompt,
    file: WAV_URL,
  }),
  '/v1/audio/translations': (prompt) => ({ model: `groq/${WHISPER}`, prompt, file: WAV_URL }),
  '/v1/videos': (content) => ({ model: VIDEOS, prompt: content, seconds: 4 }),
};

/** One way in which a paid route may be called. */
interface Way {
  name: string;
  path: string;
  more: object;
  headers: Record<string, string>;
  /** Whether the answer is a handle. */
  isLater: boolean;
}

/** What asks for a stream, where that is not `stream`. */
const STREAMED: Readonly<Record<string, object>> = {
  '/v1/audio/speech': { stream_format: 'sse' },
};

const WAYS: readonly Way[] = paidRoutes.flatMap(({ definition }) => {
  const { path, status, furtherAnswers = {}, requestHeaders = {} } = definition;
  const way = (name: string, more: object, headers: Record<string, string>): Way[] => [
    {
      name: `${path} ${name}`,
      path,
      more,
      headers,
      isLater: status === 202 || 'prefer' in headers,
    },
  ];
  const streams = '200 text/event-stream' in furtherAnswers;
  const defers = Object.keys(requestHeaders).some((name) => name.toLowerCase() === 'prefer');
  return [
    ...way('whole', {}, {}),
    ...(streams ? way('as a stream', STREAMED[path] ?? { stream: true }, {}) : []),
    ...(defers ? way('later', {}, { prefer: 'respond-async' }) : []),
  ];
});

/** The ways that answer at once. */
const NOW = WAYS.filter(({ isLater }) => !isLater);

function take(
  { path, more, headers }: Omit<Way, 'name' | 'isLater'>,
  content: string,
  secret?: string,
): Promise<Got> {
  const body = BODIES[path];
  if (body === undefined) throw new Error(`there is no body for ${path}`);
  return stack.send({
    path,
    headers,
    json: { ...body(content), ...more },
    ...(secret === undefined ? {} : { secret }),
  });
}

/** Calls that wait for nothing. */
interface Muted extends Pick<Caller, 'wallet'> {
  answers: Promise<Got>[];
  /** How many of them the provider has taken. */
  hits: number;
}

/** Asks again where a busy machine keeps billing from answering in time. */
async function untilHeld(ask: () => Promise<Got>): Promise<Got> {
  for (;;) {
    const answer = await ask();
    if (answer.code !== 'billing_unavailable') return answer;
  }
}

async function callTheMute(): Promise<Muted> {
  const models = ['demo-small', 'demo-embed'].map((name) => `${MUTE}/${name}`);
  const images = `${MUTE}-openai/${IMAGES}`;
  const judge = `${MUTE}-judges/${JUDGE}`;
  const ranker = `${MUTE}-ranks/${RANKER}`;
  const speech = `${MUTE}-voices/${SPEECH}`;
  const listener = `${MUTE}-openai/${LISTENER}`;
  const whisper = `${MUTE}-groq/${WHISPER}`;
  await setUpFamily(stack.demo, {
    family: 'openai-compatible',
    provider: MUTE,
    credential: { api_key: 'mute-key' },
    path: '/v1',
    models,
  });
  await setUpFamily(stack.demo, { ...RANKS, provider: `${MUTE}-ranks`, models: [ranker] });
  await setUpFamily(stack.demo, { ...JUDGES, provider: `${MUTE}-judges`, models: [judge] });
  await setUpFamily(stack.demo, { ...VOICES, provider: `${MUTE}-voices`, models: [speech] });
  await setUpFamily(stack.demo, { ...HEARERS, provider: `${MUTE}-groq`, models: [whisper] });
  await setUpFamily(stack.demo, {
    ...HEARERS,
    provider: `${MUTE}-openai`,
    path: '/openai/v1',
    models: [listener, images],
  });
  const caller = await aCaller();
  await caller.grant(1_000_000_000n);
  await stack.money.begin();
  const answers = NOW.map((way) => {
    const own: Readonly<Record<string, string | undefined>> = {
      '/v1/embeddings': models[1],
      '/v1/images/generations': images,
      '/v1/images/edits': images,
      '/v1/moderations': judge,
      '/v1/rerank': ranker,
      '/v1/audio/speech': speech,
      '/v1/audio/transcriptions': listener,
      '/v1/audio/translations': whisper,
    };
    const mute = { ...way, more: { ...way.more, model: own[way.path] ?? models[0] } };
    return untilHeld(() => take(mute, '[[provider: stall-before-first-byte]] x', caller.secret));
  });
  await eventually(async () => (await hits()) === NOW.length, 'the mute was not called');
  return { answers, wallet: () => caller.wallet(), hits: await hits() };
}

test('B2 300 calls at once on two replicas against credit for 100: 100 are served', async () => {
  const caller = await aCaller();
  const hold = await holdOf(caller.secret);
  await caller.grant(hold * 100n);
  const asked = { secret: caller.secret, headers: underHold(hold) };
  const answers = await atOnce(300, WHOLE_HOLD, asked);
  const { 200: served = 0, 402: refused = 0, 503: unheard = 0 } = countOf(answers);
  expect(served + refused + unheard).toBe(300);
  await eventually(async () => (await caller.wallet())['reserved'] === creditsOf(0n));
  // Where a busy machine kept billing from answering in time, credit is left; it buys what it is
  // worth and no more.
  let more = 0;
  const again = () => untilHeld(() => stack.chat(WHOLE_HOLD, asked));
  while ((await again()).status === 200) more += 1;
  expect(served + more).toBe(100);
  expect(await hits()).toBe(100);
  expect(await caller.wallet()).toMatchObject({
    available: creditsOf(0n),
    reserved: creditsOf(0n),
    consumed: creditsOf(hold * 100n),
  });
});

test('B3 the first calls of somebody unknown, twenty at once and without credit: 20 times 402', async () => {
  const { secret } = await aCaller();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_none, index) =>
      untilHeld(() => stack.chat('x', { secret, baseUrl: replicas[index % 2] ?? '' })),
    ),
  );
  expect(countOf(answers)).toEqual({ 402: 20 });
  expect(await hits()).toBe(0);
});

test('B4 every way into every paid route asks for credit first', async () => {
  const { userId, secret } = await aCaller();
  for (const way of WAYS) {
    const { status, code, text } = await untilHeld(() => take(way, 'x', secret));
    if (way.name === '/v1/responses as a stream') {
      expect([status, text]).toEqual([200, expect.stringContaining('"code":"insufficient_quota"')]);
    } else {
      expect([way.name, status, code]).toEqual([way.name, 402, 'insufficient_credit']);
    }
  }
  expect(await hits()).toBe(0);
  const entries = await rows(
    stack.money.owner,
    'select id from billing.entry where user_id = cast(:id as uuid)',
    { id: decodeId('usr', userId) },
  );
  expect(entries).toEqual([]);
});

/** Enough for every replica behind either edge to have one. */
const GOOD_ANSWERS = 6;

/** As many at once as one credential may fail without being paused. */
function inThrees(ways: readonly Way[]): Way[][] {
  const groups = Map.groupBy(ways, (way) => Math.floor(ways.indexOf(way) / 3));
  return [...groups.values()];
}

describe('B7 a provider that fails before its first word is paid nothing, whichever way it was called', () => {
  test.each(['status=401', 'status=500', 'cut-before-first-byte', 'error-first'])(
    '%s',
    async (directive) => {
      const content = `[[provider: ${directive}]] x`;
      let seen = 0;
      for (const some of inThrees(NOW)) {
        const cost = await stack.costOf(async () => {
          const answers = await Promise.all(some.map((way) => untilHeld(() => take(way, content))));
          expect(answers.map(({ status }) => status)).toEqual(some.map(() => 502));
        });
        expect(cost).toBe(0n);
        expect((await hits()) - seen).toBe(some.length);
        // A good answer of each replica, or the next failure would be one too many of its
        // credential.
        for (let turn = 0; turn < GOOD_ANSWERS; turn += 1) {
          const baseUrl = replicas[turn % 2] ?? '';
          expect((await untilHeld(() => stack.chat('x', { baseUrl }))).status).toBe(200);
        }
        seen = await hits();
      }
    },
  );
});

test('B16 a call of /v1/responses is one record, one charge and one request in the sums', async () => {
  const caller = await aCaller();
  await caller.grant(1_000_000_000n);
  const way = { path: '/v1/responses', more: {}, headers: {} };
  const { status, headers } = await untilHeld(() => take(way, 'Once.', caller.secret));
  expect(status).toBe(200);
  const requestId = headers['x-request-id'];
  const kept = (): Promise<{ id: string }[]> =>
    rows(stack.money.owner, 'select id from requests.record where request_id = :requestId', {
      requestId,
    });
  await eventually(async () => (await kept()).length > 0, 'there is no record');
  const [record, ...others] = await kept();
  expect(others).toEqual([]);
  const kinds = await rows<{ kind: string }>(
    stack.money.owner,
    'select kind from billing.entry where op_id = cast(:id as uuid) order by id',
    { id: record?.id },
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(['reserve', 'settle']);
  const { body } = await stack.demo.platform<{ data: unknown[] }>(
    'GET',
    `/requests?organization_id=${caller.userId}`,
  );
  expect(body.data).toHaveLength(1);
});

describe('what reaches a provider', () => {
  interface Hit {
    n: number;
    method: string;
  }
  const provider = (): string => `${stack.demo.stack.urls['provider']}/__invoice`;
  const methodsSince = async (): Promise<string[]> =>
    (await got(provider()).json<Hit[]>()).map(({ method }) => method);

  interface Known {
    id: string;
  }

  /** Ids of what is there, so that no route stops short for want of its object. */
  async function ids(): Promise<Record<string, string>> {
    const { demo } = stack;
    const firstOf = async (listed: Promise<{ body: Known[] }>): Promise<string> =>
      (await listed).body[0]?.id ?? '';
    const userId = (await demo.user<Known>('GET', '/me')).body.id;
    const deferred = await demo.v1<Known>(
      '/chat/completions',
      BODIES['/v1/chat/completions']?.('x'),
      { prefer: 'respond-async' },
    );
    const grants = await demo.platform<Known[]>('GET', `/users/${userId}/credit-grants`);
    return {
      user_id: userId,
      key_id: await firstOf(demo.user<Known[]>('GET', '/keys')),
      model_id: await firstOf(demo.platform<Known[]>('GET', '/models?provider=demo')),
      credential_id: await firstOf(demo.platform<Known[]>('GET', '/provider-credentials')),
      grant_id: Array.isArray(grants.body) ? (grants.body[0]?.id ?? '') : '',
      op_id: deferred.body.id,
      video_id: await aVideo(),
      action: 'resume',
      category: 'access_events',
    };
  }

  /** A video that has ended. */
  async function aVideo(): Promise<string> {
    const { body } = await stack.demo.v1<Known>('/videos', BODIES['/v1/videos']?.('x'));
    await videoEnded(body.id);
    return body.id;
  }

  function videoEnded(id: string): Promise<void> {
    return eventually(async () => {
      const { body } = await stack.demo.v1<{ status: string }>(`/videos/${id}`);
      return body.status === 'completed';
    }, 'the video does not end');
  }

  test('B18 is a paid route, or lists models for an administrator, and no other', async () => {
    const known = await ids();
    const tokens = { user: await token('user'), platform: await token('platform') };
    // The sessions that ask are ended by these.
    const definitions = listDefinitions().filter(({ path }) => !path.endsWith('/auth/logout'));
    // What changes or takes away comes last.
    const turns = ['key', 'none', 'user', 'platform'].flatMap((auth) =>
      ['get', 'post', 'put', 'patch', 'delete'].map((method) => `${auth} ${method}`),
    );
    const turnOf = ({ auth, method }: RouteDefinition): number =>
      turns.indexOf(`${auth} ${method}`);
    const reaching = new Map<string, string[]>();
    for (const route of definitions.toSorted((one, other) => turnOf(one) - turnOf(other))) {
      await got.delete(provider());
      const path = route.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
        String(known[name] ?? sample({ type: 'string' }, true, name)),
      );
      const body = BODIES[route.path]?.('x') ?? (route.body && sample(route.body, true));
      const secret = {
        key: stack.demo.env.TOLLGATE_API_KEY,
        user: tokens.user,
        platform: tokens.platform,
      }[route.auth as 'key'];
      const answer = await stack.send({
        path,
        method: route.method.toUpperCase(),
        ...(body === undefined ? {} : { json: body }),
        ...(secret === undefined ? {} : { secret }),
        ...(route.path.startsWith('/api/platform')
          ? { baseUrl: stack.demo.env.TOLLGATE_ADMIN_URL }
          : {}),
      });
      // A video is made while nobody waits.
      if (route.status === 202 && route.path === '/v1/videos') {
        await videoEnded((JSON.parse(answer.text) as Known).id);
      }
      const methods = await methodsSince();
      if (methods.length > 0) reaching.set(nameOf(route), [...new Set(methods)]);
    }
    const paid = paidRoutes.map(({ definition }) => {
      const isVideo = definition.path === '/v1/videos';
      return [nameOf(definition), isVideo ? ['POST', 'GET'] : ['POST']] as const;
    });
    const lists = ['test', 'sync-models'].map(
      (verb) =>
        [`POST /api/platform/provider-credentials/{credential_id}/${verb}`, ['GET']] as const,
    );
    expect(Object.fromEntries(reaching)).toEqual(Object.fromEntries([...paid, ...lists]));
  });

  async function token(plane: 'user' | 'platform'): Promise<string> {
    const { env } = stack.demo;
    const [url, email, password] =
      plane === 'user'
        ? [`${replicas[0]}/api/auth/login`, env.TOLLGATE_USER_EMAIL, env.TOLLGATE_USER_PASSWORD]
        : [
            `${env.TOLLGATE_ADMIN_URL}/api/platform/auth/login`,
            env.TOLLGATE_ADMIN_EMAIL,
            env.TOLLGATE_ADMIN_PASSWORD,
          ];
    const signedIn = await got.post(url, { json: { email, password } });
    return (JSON.parse(signedIn.body) as { access_token: string }).access_token;
  }

  test('B19 is nothing that goes through: what is not known below /v1 is 404', async () => {
    const unknown = [
      '/v1/completions',
      '/v1/edits',
      '/v1/images/variations',
      '/v1/audio/voices',
      '/v1/uploads',
      '/v1/vector_stores/vs_1/files',
      '/v1/fine_tuning/jobs',
      '/v1/assistants',
      '/v1/realtime',
      '/v1/complete',
      '/v1/messages/batches',
      '/v1/chat',
      '/v1/chat/completions/more',
      '/v1/openai/v1/chat/completions',
      '/v1/proxy/chat/completions',
      '/v1/v1/chat/completions',
      '/v1/api/chat',
    ];
    const json = BODIES['/v1/chat/completions']?.('x');
    const answers = await Promise.all(
      unknown.flatMap((path) => [stack.send({ path, json }), stack.send({ path, method: 'GET' })]),
    );
    expect(countOf(answers)).toEqual({ 404: unknown.length * 2 });
    expect(await methodsSince()).toEqual([]);
  });
});

test('B22 a budget is one for all replicas', async () => {
  const meter = await aCaller();
  const hold = await holdOf(meter.secret);
  const caller = await aCaller({ credits_per_day: creditsOf(hold * 5n) });
  await caller.grant(hold * 100n);
  const statuses: number[] = [];
  for (let call = 0; call < 10; call += 1) {
    const baseUrl = replicas[call % 2] ?? '';
    const asked = { secret: caller.secret, baseUrl, headers: underHold(hold) };
    statuses.push((await untilHeld(() => stack.chat(WHOLE_HOLD, asked))).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429, 429]);
  expect(await hits()).toBe(5);
  await eventually(async () => (await caller.wallet())['reserved'] === creditsOf(0n));
  expect(await caller.wallet()).toMatchObject({ consumed: creditsOf(hold * 5n) });
});

test('B7 a provider that says nothing is paid nothing, whichever way it was called', async () => {
  const answers = await Promise.all(muted.answers);
  for (const [index, { text }] of answers.entries()) {
    expect([NOW[index]?.name, text]).toEqual([
      NOW[index]?.name,
      expect.stringContaining('"code":"upstream_timeout"') as string,
    ]);
  }
  expect(muted.hits).toBe(NOW.length);
  await eventually(async () => (await muted.wallet())['reserved'] === creditsOf(0n));
  expect(await muted.wallet()).toMatchObject({ consumed: creditsOf(0n) });
});

test('after all of this every rule of the ledger holds', async () => {
  await expectLedgerHolds(stack.demo);
});
