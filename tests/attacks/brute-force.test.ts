/**
 * Guessing of keys, passwords and ids, and floods of what costs nothing to ask for. Work is
 * counted, not timed.
 */
import { rows } from '@tollgate/db/connect';
import { createPasswords } from '@tollgate/identity/password-hashing';
import { mintSecret, readPepper } from '@tollgate/keys/secret';
import { decodeId, newPublicId } from '@tollgate/runtime/ids';
import { Redis } from 'ioredis';
import { eventually } from '../support/eventually.ts';
import { aCampaign, belongingsOf } from './campaign.ts';
import type { Campaign, Person } from './campaign.ts';
import { forgedKey } from './forged-key.ts';
import { inTurn } from './send.ts';
import type { Shot } from './send.ts';
import { apart } from './timing.ts';
import type { Pair } from './timing.ts';
import { sendHit } from './unhurt.ts';
import type { Hit } from './unhurt.ts';

const START_MS = 240_000;
const FULL_MS = 600_000;
const IS_FULL = process.env['TOLLGATE_ATTACKS'] === 'full';
const GUESSES = 25;
/**
 * More than may wait for a hash; `make test-attacks` sends more than an address may fail at as
 * well.
 */
const LOGINS = IS_FULL ? 200 : 90;
/** What an address may fail at in a minute. */
const FAILURES_MAX = 100;
const HEALTH_QUESTIONS = IS_FULL ? 1_000 : 400;
const POLLS = IS_FULL ? 2_000 : 400;
/** Idempotency keys of one user. */
const KEYS_MAX = 60;
/** A look at the key that is shown, and one at its owner's choices. */
const BY_DIGEST = 'where digest = any';
/** Looks for a key among those of one owner. */
const BY_OWNER = 'owner_id = $2 and deleted_at is null';
/** Asked for readiness alone. */
const CLOCK = 'extract(epoch from clock_timestamp()) * 1000';

let war: Campaign;
let belongings: Record<string, string>;
beforeAll(async () => {
  war = await aCampaign({ IDEMPOTENT_CALLS_MAX: String(KEYS_MAX) });
  belongings = await belongingsOf(war);
  // Each statement becomes a line of PostgreSQL's log at once.
  await war.unhurt.owner.raw(`alter system set log_statement = 'all'`);
  await war.unhurt.owner.raw('select pg_reload_conf()');
  await eventually(async () => (await statementsIn('clock_timestamp()', askReady)) > 0);
}, START_MS);
afterAll(() => war?.stop(), START_MS);

/** How many statements with these words the database is told while something is done. */
async function statementsIn(words: string, work: () => Promise<unknown>): Promise<number> {
  const reported = async (): Promise<number> =>
    (await war.demo.stack.logs('postgres')).split(words).length - 1;
  const before = await reported();
  await work();
  return (await reported()) - before;
}

const get = (path: string, token?: string): Shot => ({
  method: 'GET',
  path,
  ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
});
const askReady = (): Promise<Hit> => sendHit(`${war.demo.stack.urls['account']}/health/ready`);
const withKey = (secret: string): Promise<Hit> => war.sender.public(get('/v1/models', secret));
const wordsOf = ({ status, text }: Hit): string =>
  `${status} ${text.replaceAll(/"request_id":"[^"]*"/g, '')}`;

/** Well-made secrets that nobody has. */
const unknownKeys = (): string[] =>
  Array.from({ length: GUESSES }, () => mintSecret('live', OTHER_PEPPER).secret);
const OTHER_PEPPER = readPepper(
  Buffer.from('a pepper of somebody else, not ours').toString('base64'),
);

describe('guessing keys', () => {
  test('K02, K05: what can be no key is refused without a look into the database', async () => {
    const { key } = war.alice;
    const other = (at: number): string => {
      const letter = key.at(at) === 'A' ? 'B' : 'A';
      return key.slice(0, at) + letter + key.slice(at + 1);
    };
    const [stranger = ''] = unknownKeys();
    const guesses = [
      other(key.length - 1),
      other(20),
      key.toUpperCase(),
      key.slice(0, 20) + stranger.slice(20),
      key.slice(0, -1),
      `${key}A`,
      key.replace('live', 'test'),
      "svc_live_' OR 1=1--",
      "svc_live_x'; DROP TABLE keys.api_key",
      ...['$1', '%', '_', '\\', 'a'.repeat(8_000)].map((end) => `svc_live_${end}`),
      ...Array.from({ length: GUESSES }, (_, n) => `svc_live_${String(n).padStart(49, '0')}`),
    ];
    let hits: Hit[] = [];
    const looks = await statementsIn(BY_DIGEST, async () => {
      hits = await inTurn(guesses, withKey);
    });
    expect(hits.filter(({ status }) => status !== 401)).toEqual([]);
    expect(looks).toBe(0);
  });

  test('K03, K14: a well-made key that nobody has costs one look, whatever it begins with and however often it comes', async () => {
    const groups = [
      unknownKeys(),
      Array.from({ length: GUESSES }, () => forgedKey(war.alice.key.slice(0, 20))),
    ];
    const words = new Set<string>();
    for (const guesses of groups) {
      const looks = await statementsIn(BY_DIGEST, async () => {
        const hits = await war.by(() => inTurn([...guesses, ...guesses], withKey));
        for (const hit of hits) words.add(wordsOf(hit));
      });
      // The bystander that is looked after may be seen for the first time, too.
      expect([looks >= GUESSES, looks <= GUESSES * 2]).toEqual([true, true]);
    }
    expect([...words]).toEqual([expect.stringMatching(/^401 .*"invalid_api_key"/)]);
  });
});

describe('guessing ids', () => {
  test('O05: an id of somebody else costs the same statements as one of nobody', async () => {
    const { alice } = war;
    const foreign = belongings['key_id'] ?? '';
    const ask = (id: string) => () =>
      inTurn(Array.from({ length: GUESSES }), () =>
        war.sender.public(get(`/api/keys/${id}/insights`, alice.token)),
      );
    const costs: number[][] = [];
    for (const id of [foreign, newPublicId('key')]) {
      costs.push([
        await statementsIn(BY_OWNER, ask(id)),
        await statementsIn('from requests.rollup', ask(id)),
      ]);
    }
    // The key is looked for among those of the caller, and nothing else is asked.
    expect(costs).toEqual([
      [GUESSES, 0],
      [GUESSES, 0],
    ]);
  });

  test('A06: neighbours of an operation are nobody’s', async () => {
    const own = belongings['op_id'] ?? '';
    const letters = '0123456789abcdefghjkmnpqrstvwxyz';
    const neighbours = letters.split('').map((letter) => own.slice(0, -1) + letter);
    const path = (id: string): Shot => get(`/v1/async/${id}`, war.bob.key);
    const hits = await war.by(() => inTurn(neighbours, (id) => war.sender.public(path(id))));
    const found = hits.filter(({ status }) => status !== 404);
    expect(found).toHaveLength(1);
    expect(new Set(hits.filter((hit) => !found.includes(hit)).map(wordsOf)).size).toBe(1);
  });
});

describe('floods', () => {
  test('S06: readiness is asked for by everybody and looked up once a second', async () => {
    for (const name of ['account', 'inference', 'billing', 'admin']) {
      const url = `${war.demo.stack.urls[name]}/health/ready`;
      const looks = await statementsIn(CLOCK, async () => {
        const hits = await inTurn(Array.from({ length: HEALTH_QUESTIONS }), () => sendHit(url));
        expect([name, new Set(hits.map(wordsOf)).size]).toEqual([name, 1]);
      });
      // Every process looks now and then; a look for each question would be four times as many.
      expect([name, looks < HEALTH_QUESTIONS / 4]).toEqual([name, true]);
    }
    const health = () => war.sender.public(get('/health/ready'));
    const looks = await statementsIn(CLOCK, () =>
      war.by(() => inTurn(Array.from({ length: HEALTH_QUESTIONS }), health)),
    );
    expect(looks).toBeLessThan(HEALTH_QUESTIONS / 4);
  });

  test('A09, A01: polls without end are answered or refused with a wait, cost nothing, and the work goes on', async () => {
    const { alice, demo, unhurt, sender } = war;
    const chat = {
      model: demo.env.TOLLGATE_MODEL,
      messages: [{ role: 'user', content: '[[provider: delay=1500]] Later.' }],
      max_tokens: 20,
    };
    const accepted = await sender.public({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: {
        authorization: `Bearer ${alice.key}`,
        'content-type': 'application/json',
        prefer: 'respond-async',
      },
      body: JSON.stringify(chat),
    });
    expect(accepted.status).toBe(202);
    const { status_url: path } = JSON.parse(accepted.text) as { status_url: string };
    const poll = (): Promise<Hit> => sendHit(demo.stack.urls['public'] + path, { headers });
    const headers = { authorization: `Bearer ${alice.key}` };
    const hits = await unhurt.by(() => Promise.all(Array.from({ length: POLLS }, poll)), {
      bought: true,
    });
    const statuses = new Set(hits.map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 202, 429, 503].includes(status))).toEqual([]);
    const active = hits.filter(({ status }) => status === 202);
    for (const hit of hits.filter(({ status }) => status !== 200)) {
      expect(Number(hit.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(active.length).toBeGreaterThan(0);
    await eventually(async () => (await poll()).status === 200, 'the operation did not end');
    // One hold and one charge, however often somebody asked.
    const { id } = JSON.parse(accepted.text) as { id: string };
    const kinds = await rows<{ kind: string }>(
      unhurt.owner,
      'select kind from billing.entry where op_id = cast(:id as uuid) order by id',
      { id: decodeId('op', id) },
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['reserve', 'settle']);
  });
});

test('I-10: keys of operations without end are refused at a bound; known ones are answered, and nobody else is refused', async () => {
  const { alice, bob, sender, unhurt } = war;
  const ask = ({ testKey }: Person, key?: string): Promise<Hit> =>
    sender.public({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: {
        authorization: `Bearer ${testKey}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify({ model: 'sandbox/echo', messages: [{ role: 'user', content: 'Hi.' }] }),
    });
  const first = await ask(bob, 'key-0');
  expect(first.status).toBe(200);
  const hits: Hit[] = [];
  while (hits.at(-1)?.status !== 429 && hits.length < KEYS_MAX * 3) {
    hits.push(await unhurt.by(() => ask(bob, `key-${hits.length + 1}`), { bought: true }));
  }
  const refused = hits.at(-1);
  expect(JSON.parse(refused?.text ?? '')).toMatchObject({
    error: { code: 'rate_limit_exceeded', param: 'Idempotency-Key' },
  });
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  const [kept] = await rows<{ count: bigint }>(
    unhurt.owner,
    `select count(*) as count from requests.idempotency where user_id = cast(:id as uuid)`,
    { id: decodeId('usr', bob.id) },
  );
  // What is taken while somebody counts comes on top.
  expect(Number(kept?.count)).toBeLessThan(KEYS_MAX * 1.5);
  const again = await ask(bob, 'key-0');
  expect([again.status, again.headers['x-idempotent-replay'], again.text]).toEqual([
    200,
    'true',
    first.text,
  ]);
  expect((await ask(bob)).status).toBe(200);
  expect((await ask(alice, 'key-1')).status).toBe(200);
});

describe('Redis', () => {
  const REFUSED: readonly string[][] = [
    ['config', 'get', '*'],
    ['config', 'set', 'dir', '/tmp'],
    ['flushall'],
    ['flushdb'],
    ['keys', '*'],
    ['debug', 'sleep', '0'],
    ['monitor'],
    ['shutdown', 'nosave'],
    ['acl', 'setuser', 'default', 'nopass'],
    ['replicaof', '127.0.0.1', '1'],
    ['module', 'list'],
    ['migrate', '127.0.0.1', '1', 'x', '0', '10'],
    ['save'],
    ['client', 'kill', 'type', 'normal'],
    ['eval', "return redis.call('flushall')", '0'],
    ['eval', "return redis.call('config', 'get', 'requirepass')", '0'],
  ];
  const to = (url: string): Redis =>
    new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
  const reported = async (
    redis: Redis,
    [command = '', ...rest]: readonly string[],
  ): Promise<string> =>
    redis.call(command, ...rest).then(
      () => `${command} was done`,
      (error: unknown) => String(error),
    );

  test('N05: tells nobody anything without a password, and does nothing for services that they do not need', async () => {
    const { stack } = war.demo;
    const [own, others] = [stack.env['account'], stack.env['inference']];
    const url = own?.['REDIS_URL'] ?? '';
    expect(url).toBe(others?.['REDIS_URL']);
    const { port } = new URL(url);
    const strangers = [`redis://127.0.0.1:${port}`, `redis://tollgate:guessed@127.0.0.1:${port}`];
    for (const stranger of strangers) {
      const redis = to(stranger);
      redis.on('error', () => undefined);
      for (const command of [['get', 'x'], ['info'], ['set', 'x', '1'], ...REFUSED]) {
        expect(await reported(redis, command)).toMatch(/NOAUTH|WRONGPASS|Connection is closed/);
      }
      redis.disconnect();
    }
    const service = to(url);
    for (const command of REFUSED) {
      expect([command, await reported(service, command)]).toEqual([
        command,
        expect.stringMatching(/NOPERM|No permissions|can't run this command|not allowed/),
      ]);
    }
    expect(await service.ping()).toBe('PONG');
    service.disconnect();
  });
});

describe('guessing passwords', () => {
  const logIn = (email: string, password: string): Promise<Hit> =>
    sendHit(`${war.demo.stack.urls['public']}/api/auth/login`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });

  test('U18, U02: a burst of logins is refused beyond a bound, and calls of models go on', async () => {
    const { demo, unhurt, sender, alice } = war;
    const ask = (): Promise<Hit> =>
      sender.public({
        method: 'POST',
        path: '/v1/chat/completions',
        headers: { authorization: `Bearer ${alice.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model: demo.env.TOLLGATE_MODEL,
          messages: [{ role: 'user', content: 'Hi.' }],
          max_tokens: 10,
        }),
      });
    const burst = { isOver: false };
    const calls: Hit[] = [];
    const hits = await unhurt.by(
      async () => {
        const logins = Promise.all(
          Array.from({ length: LOGINS }, (_, n) => logIn(`nobody-${n}@attacks.example`, `no ${n}`)),
        ).finally(() => (burst.isOver = true));
        while (!burst.isOver) calls.push(await ask());
        return logins;
      },
      { bought: true },
    );
    const counted = (wanted: number): number =>
      hits.filter(({ status }) => status === wanted).length;
    expect(counted(401) + counted(429)).toBe(LOGINS);
    // An address may fail so often in a minute; what waits for a hash is bounded as well.
    expect(counted(401)).toBeLessThanOrEqual(FAILURES_MAX);
    expect(counted(401)).toBeGreaterThan(0);
    for (const { status, headers } of hits) {
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
  });

  test('U02: whoever has the right password and was here before is let in all the same', async () => {
    const { TOLLGATE_USER_EMAIL: email, TOLLGATE_USER_PASSWORD: password } = war.demo.env;
    expect((await logIn(email, password)).status).toBe(200);
  });
});

/**
 * Ratios of medians mean something on a machine that does nothing else; `make test-attacks` looks
 * at them.
 */
(IS_FULL ? describe : describe.skip)('the time that answers take', () => {
  async function expectAlike(pair: Pair, bound: number): Promise<void> {
    expect(await apart(pair, bound)).toBeLessThan(bound);
  }

  test(
    'K14: keys with and without a known beginning, medians within 5 %',
    async () => {
      const one = (): Promise<Hit> => withKey(forgedKey(war.alice.key.slice(0, 20)));
      const other = (): Promise<Hit> => withKey(forgedKey('svc_live_'));
      await expectAlike({ one, other, times: 2_000 }, 0.05);
    },
    FULL_MS,
  );

  test(
    'O05: a foreign id and an unknown one, medians within 5 %',
    async () => {
      const ask = (id: string) => () =>
        war.sender.public(get(`/api/keys/${id}/insights`, war.alice.token));
      const one = ask(belongings['key_id'] ?? '');
      const other = ask(newPublicId('key'));
      await expectAlike({ one, other, times: 2_000 }, 0.05);
    },
    FULL_MS,
  );

  test(
    'U01: a wrong password of somebody and of nobody, medians within 10 %',
    async () => {
      const passwords = await createPasswords();
      const hash = await passwords.hash('a password that somebody has');
      const one = (): Promise<boolean> => passwords.verify(hash, 'a wrong password');
      const other = (): Promise<boolean> => passwords.verify(null, 'a wrong password');
      await expectAlike({ one, other, times: 100 }, 0.1);
    },
    FULL_MS,
  );
});

test('S05: without the database every process says that it is not ready, and no more than why', async () => {
  const { stack } = war.demo;
  await stack.stop('postgres');
  try {
    const names = ['account', 'admin', 'inference', 'billing', 'worker'];
    const reported = await Promise.all(names.map(expectNotReady));
    expect(reported.filter((text) => !text.includes('database'))).toEqual([]);
    const [ready, models] = [
      await war.sender.public(get('/health/ready')),
      await withKey(war.alice.key),
    ];
    expect(ready.text).not.toMatch(/127\.|postgres|tollgate_/);
    expect(models.text).not.toMatch(/127\.|postgres|tollgate_/);
  } finally {
    await stack.start('postgres');
  }
});

async function expectNotReady(name: string): Promise<string> {
  const url = war.demo.stack.urls[name] ?? '';
  let hit: Hit = { status: 0, headers: {}, text: '' };
  await eventually(async () => {
    hit = await sendHit(`${url}/health/ready`);
    return hit.status === 503;
  }, `${name} stays ready`);
  expect([name, JSON.parse(hit.text)]).toEqual([
    name,
    { status: 'not_ready', reasons: expect.stringMatching(/^[a-z_]+(?:,[a-z_]+)*$/) },
  ]);
  expect((await sendHit(`${url}/health/live`)).status).toBe(200);
  return hit.text;
}
