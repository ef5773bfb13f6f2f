/** The configuration as one document, over a whole running system. */
import { storeIdOf } from '../fake-provider/openai/vector-stores.ts';
import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import * as fc from 'fast-check';
import got from 'got';
import { parse, stringify } from 'yaml';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { signInOf, TOLLGATE, tollgate, tollgateProcess } from '../support/tollgate.ts';
import type { Ran } from '../support/tollgate.ts';

const START_MS = 240_000;
const TEST_MS = 120_000;
/** Long enough to be shown in part, and found nowhere else. */
const SECRET = 'configured-secret-2f6c9d1e';

// oxlint-disable-next-line typescript/no-explicit-any -- documents of every shape.
type Anything = any;
interface Shown {
  changes: { action: string; noun: string; name: string; fields: { field: string }[] }[];
}

let demo: Demo;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  demo = await aSharedDemo();
  folder = await mkdtemp(join(tmpdir(), 'tollgate-configuration-'));
  env = {
    ...signInOf(demo.env),
    NEW_SECRET: SECRET,
    DEMO_DEMO_PROVIDER_API_KEY: 'demo-provider-key',
  };
}, START_MS);
afterAll(async () => {
  await demo?.stack.drop();
  await rm(folder, { recursive: true, force: true });
}, START_MS);

const run = async (...args: string[]): Promise<Ran> => {
  const ran = await tollgate(args, env);
  expect(`${ran.out}${ran.err}`).not.toContain(SECRET);
  return ran;
};
const keep = async (name: string, document: unknown): Promise<string> => {
  const file = join(folder, name);
  await writeFile(
    file,
    typeof document === 'string' ? document : stringify(document, { aliasDuplicateObjects: false }),
  );
  return file;
};
const exported = async (): Promise<Anything> => parse((await run('export')).out);
const planned = async (file: string, ...more: string[]): Promise<Shown['changes']> => {
  const { code, out, err } = await run('plan', file, '--json', ...more);
  expect(err).toBe('');
  const { changes } = JSON.parse(out) as Shown;
  expect(code).toBe(changes.length === 0 ? 0 : 2);
  return changes;
};
const applied = async (file: string, ...more: string[]): Promise<string> => {
  const { code, out, err } = await run('apply', file, ...more);
  expect([code, err]).toEqual([0, '']);
  return out;
};
/** What an apply would have changed, and the changes in the trail. */
const written = async (): Promise<Anything> => {
  const { body: events } = await demo.platform<Anything[]>('GET', '/audit-events?limit=1000');
  const changes = events.filter(({ action }) => /^(?:alias|credential|model|user)\./u.test(action));
  return { document: await exported(), changes: changes.length };
};
/** Models that chat, of those that have prices. */
const chatsOf = (document: Anything): [string, string] =>
  Object.keys(document.prices).filter((model) => !model.includes('embed')) as [string, string];
const titles = (changes: Shown['changes']): string[] =>
  changes.map(({ action, noun, name }) => `${action} ${noun} ${name}`);

test(
  'a token for machines is enough, and does what its role may',
  async () => {
    const tokenOf = async (role: string): Promise<string> => {
      const made = await demo.platform<{ token: string }>('POST', '/administrator-tokens', {
        name: `CI as ${role}`,
        role,
      });
      expect(made.status).toBe(201);
      return made.body.token;
    };
    const { TOLLGATE_ADMIN_URL = '' } = env;
    const by = async (token: string, ...args: string[]): Promise<Ran> => {
      const ran = await tollgate(args, { TOLLGATE_ADMIN_URL, TOLLGATE_TOKEN: token });
      expect(`${ran.out}${ran.err}`).not.toContain(token);
      return ran;
    };
    const days = randomInt(40, 60);
    const retention = { access_events: { days } };
    const file = await keep('token.yaml', { tollgate: 1, retention });
    const viewer = await tokenOf('viewer');
    const looked = await by(viewer, 'plan', file);
    expect([looked.code, looked.err]).toEqual([
      2,
      expect.stringMatching(/^not checked by the platform: .*needs the role/u),
    ]);
    const refused = await by(viewer, 'apply', file);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('needs the role')]);
    const operator = await tokenOf('operator');
    const { prices } = await exported();
    const dear = await keep('dear.yaml', {
      tollgate: 1,
      prices: Object.fromEntries(
        Object.entries<Anything>(prices).map(([model, one]) => [
          model,
          { ...one, prices: { ...one.prices, input: '0.4321' } },
        ]),
      ),
    });
    const notTheirs = await by(operator, 'plan', dear);
    expect([notTheirs.code, notTheirs.err]).toEqual([
      1,
      expect.stringMatching(
        /prices\["demo\/\S+"\] would be refused: This needs the role owner or finance/u,
      ),
    ]);
    expect((await by(operator, 'apply', file)).code).toBe(0);
    expect((await by(viewer, 'plan', file)).code).toBe(0);
    const wrong = await by(`tg_adm_${'0'.repeat(49)}`, 'plan', file);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('Sign in')]);
  },
  TEST_MS,
);

test(
  'what is exported plans to no change, and its secrets are references',
  async () => {
    const file = join(folder, 'whole.yaml');
    const { code, out } = await tollgateProcess(['export', '--out', file], env);
    expect([code, out]).toEqual([0, '']);
    const text = await readFile(file, 'utf8');
    expect(text).not.toContain('demo-provider-key');
    const document = parse(text);
    expect(Object.keys(document)).toEqual([
      'tollgate',
      'providers',
      'models',
      'prices',
      'aliases',
      'users',
      'limits',
      'vector_stores',
      'retention',
    ]);
    expect(document.providers.demo.credentials['Demo provider'].credential).toEqual({
      api_key: { env: 'DEMO_DEMO_PROVIDER_API_KEY' },
    });
    const plan = await tollgateProcess(['plan', file], env);
    expect([plan.code, plan.out, plan.err]).toEqual([
      0,
      'No changes: the running system is as the document says.\n',
      '',
    ]);
  },
  TEST_MS,
);

test(
  'one thing of each noun is changed, shown as exactly this, and applied',
  async () => {
    const document = await exported();
    const email = demo.env.TOLLGATE_USER_EMAIL;
    const [first, second] = chatsOf(document);
    document.providers.demo.credentials['A second one'] = {
      base_url: document.providers.demo.credentials['Demo provider'].base_url,
      credential: { api_key: { env: 'NEW_SECRET' } },
      secret_version: '2026-11',
      total_seconds: 900,
    };
    document.models[first].hard_output_tokens = 1_234;
    document.models[first].first_byte_seconds = 240;
    document.prices[first].prices.input = '0.123456';
    document.aliases.both = { targets: [{ model: first, retries: 1 }, { model: second }] };
    document.users['new@example.com'] = {
      name: 'A new one',
      uplift_bp: 150,
      model_uplifts: { [first]: 2_000 },
    };
    document.limits[email] = { credits_per_day: '12.50', requests_per_minute: 77 };
    document.retention.access_events.days += 1;
    const file = await keep('changed.yaml', document);
    const changes = await planned(file);
    expect(titles(changes)).toEqual([
      'add providers demo A second one',
      `change models ${first}`,
      `change prices ${first}`,
      'add aliases both',
      'add users new@example.com',
      `change limits ${email}`,
      'change retention access_events',
    ]);
    expect(changes.map(({ fields }) => fields.map(({ field }) => field))).toEqual([
      ['family', 'name', 'base_url', 'secret_version', 'total_seconds', 'credential'],
      ['hard_output_tokens', 'first_byte_seconds'],
      ['input'],
      ['strategy', 'enabled', 'targets'],
      ['name', 'uplift_bp', `model_uplifts["${first}"]`],
      ['requests_per_minute', 'credits_per_day'],
      ['days'],
    ]);
    const reported = await run('plan', file);
    expect(reported.out).toContain(`~ prices ${first}\n    input: "0.5" -> "0.123456"\n`);
    expect(reported.out).toMatch(/Plan: 3 to add, 4 to change, 0 to remove\.\n$/);
    expect(await applied(file)).toMatch(/Applied: 3 added, 4 changed, 0 removed\.\n$/);
    expect(await planned(file)).toEqual([]);
    expect(await applied(file)).toMatch(/^No changes/);

    const { body: users } = await demo.platform<Anything[]>('GET', `/users?search=new@example.com`);
    expect(users[0]).toMatchObject({ name: 'A new one', uplift_bp: 150, status: 'active' });
    const { body: events } = await demo.platform<Anything[]>('GET', '/audit-events?limit=50');
    const actions = events.map(({ action }) => action);
    for (const action of [
      'configuration.apply',
      'configuration.apply_end',
      'credential.create',
      'alias.create',
      'model.approve',
      'model.price',
      'user.create',
      'user.set_limits',
      'retention.set_policy',
    ]) {
      expect(actions).toContain(action);
    }
    expect(JSON.stringify(events)).not.toContain(SECRET);
  },
  TEST_MS,
);

test(
  'a secret is sent again for another version of it, and never for none',
  async () => {
    const document = await exported();
    const { credentials } = document.providers.demo;
    expect(credentials['A second one'].secret_version).toBe('2026-11');
    credentials['A second one'].credential = { api_key: { file: 'secret.txt' } };
    const file = await keep('secret.yaml', document);
    expect(await planned(file)).toEqual([]);
    credentials['A second one'].secret_version = '2026-12';
    await keep('secret.yaml', document);
    for (const command of ['plan', 'apply']) {
      const missing = await run(command, file);
      expect([missing.code, missing.out]).toEqual([1, '']);
      expect(missing.err).toMatch(
        /^\S+secret\.yaml:6:7: .*: \S+secret\.txt is not read \(ENOENT\)\n$/,
      );
    }
    await keep('secret.txt', `${SECRET}-next\n`);
    expect(titles(await planned(file))).toEqual(['change providers demo A second one']);
    await applied(file);
    const { body } = await demo.platform<Anything[]>('GET', '/provider-credentials');
    const kept = body.find(({ name }) => name === 'A second one');
    expect(kept).toMatchObject({ secret_version: '2026-12', last4: 'next' });
  },
  TEST_MS,
);

test(
  'a kept plan is applied as it is, and refused once the system has changed',
  async () => {
    const document = { tollgate: 1, retention: { sessions: { days: 61 } } };
    const file = await keep('kept.yaml', document);
    const plan = join(folder, 'kept.json');
    expect(titles(await planned(file, '--out', plan))).toEqual(['change retention sessions']);
    await demo.platform('PUT', '/retention-policies/sessions', { days: 62 });
    const refused = await run('apply', '--plan', plan);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(/has changed since this plan was made.*nothing was changed/);
    expect((await exported()).retention.sessions.days).toBe(62);
    await planned(file, '--out', plan);
    expect((await run('apply', '--plan', plan)).code).toBe(0);
    expect((await exported()).retention.sessions.days).toBe(61);
  },
  TEST_MS,
);

test(
  'what no document names is pruned where it is asked for, and users never are',
  async () => {
    const document = await exported();
    document.aliases = { other: document.aliases.both };
    document.users = {};
    document.limits = {};
    delete document.providers.demo.credentials['A second one'];
    const file = await keep('pruned.yaml', document);
    expect(titles(await planned(file))).toEqual(['add aliases other']);
    const changes = await planned(file, '--prune', 'aliases,providers');
    expect(titles(changes)).toEqual([
      'add aliases other',
      'remove aliases both',
      'remove providers demo A second one',
    ]);
    const none = await run('plan', await keep('none.yaml', { tollgate: 1 }), '--prune', 'models');
    expect([none.code, none.err]).toEqual([
      1,
      '--prune models: the document has no models, so all would go\n',
    ]);
    expect((await run('plan', file, '--prune', 'users')).code).toBe(1);
    const unserved = await run(
      'plan',
      await keep('unserved.yaml', { tollgate: 1, providers: {} }),
      '--prune',
      'providers',
    );
    expect([unserved.code, unserved.err]).toEqual([
      1,
      expect.stringMatching(/providers lack demo, whose credentials would go while demo\/\S+ is/u),
    ]);
    await applied(file, '--prune', 'aliases,providers');
    const after = await exported();
    expect(Object.keys(after.aliases)).toEqual(['other']);
    expect(Object.keys(after.providers.demo.credentials)).toEqual(['Demo provider']);
    expect(Object.keys(after.users)).toContain('new@example.com');
  },
  TEST_MS,
);

test(
  'the first failure ends an apply; it says what was done, and a second apply finishes',
  async () => {
    const [model] = chatsOf(await exported());
    const { prices } = await exported();
    // Only the platform knows which addresses may be called; its dry run stands before the changes.
    const document: Anything = {
      tollgate: 1,
      providers: {
        unreachable: {
          family: 'openai-compatible',
          credentials: {
            main: {
              base_url: 'http://169.254.169.254/v1',
              credential: { api_key: { env: 'NEW_SECRET' } },
            },
          },
        },
      },
      prices: { [model]: { prices: { ...prices[model].prices, input: '0.000007' } } },
      retention: { access_events: { days: 100 } },
      aliases: { early: { targets: [{ model }] } },
    };
    const file = await keep('failing.yaml', document);
    const failed = await run('apply', file);
    expect(failed.code).toBe(1);
    expect(failed.err).toMatch(
      /failing\.yaml:7:9: providers\.unreachable\.credentials\.main\.base_url .*/,
    );
    expect(failed.err).toContain('0 of 4 changes were made; not made:\n');
    const { body: events } = await demo.platform<Anything[]>(
      'GET',
      '/audit-events?action=configuration.apply_end&limit=1',
    );
    expect(events[0].details).toMatchObject({ outcome: 'failed', changes: 0 });
    delete document.providers;
    await keep('failing.yaml', document);
    await applied(file);
    expect(await planned(file)).toEqual([]);
  },
  TEST_MS,
);

test(
  'a broken document is refused before anything changes, with its line and its field',
  async () => {
    const now = await exported();
    const [model] = chatsOf(now);
    const vectors = Object.keys(now.models).find((name) => name.includes('embed')) ?? '';
    const good = now.prices[model].prices as Record<string, string>;
    const key = { api_key: { env: 'NEW_SECRET' } };
    const own = `prices["${model}"]`;
    const fresh = (provider: object): object => ({ providers: { fresh: provider } });
    const priced = (price: object): object => ({ prices: { [model]: price } });
    const upcoming = (...moments: string[]): object =>
      priced({
        prices: good,
        upcoming: moments.map((effective_at) => ({ effective_at, prices: good })),
      });
    const tiers = [200, 100].map((above_input_tokens) => ({ above_input_tokens, prices: good }));
    const broken: [part: object, reported: string][] = [
      [
        { retention: { access_events: { days: 1 } } },
        'retention.access_events.days must be 7 or more',
      ],
      [priced({ prices: { input: '7' } }), `${own}.prices.output needs a price`],
      [
        priced({ prices: { ...good, second: '1' } }),
        `${own}.prices.second is not charged for this model; leave it out. Prices of this model: input, cache_read, output, reasoning, request, image`,
      ],
      [
        { prices: { [vectors]: { prices: { input: '0.1', output: '0.1' } } } },
        `prices["${vectors}"].prices.output is not charged for this model; leave it out. Prices of this model: input, request`,
      ],
      [
        priced({
          prices: good,
          long_context: [{ above_input_tokens: 200, prices: { request: '1' } }],
        }),
        `${own}.long_context[0].prices.request has no price without the tier`,
      ],
      [
        priced({ prices: { ...good, input: '0' } }),
        `${own}.prices.input is zero; say allow_free to mean it`,
      ],
      [
        priced({ prices: { ...good, input: '0.0000007' } }),
        `${own}.prices.input may have 6 decimals at most`,
      ],
      [
        priced({ prices: { ...good, input: '1000001' } }),
        `${own}.prices.input is out of all proportion`,
      ],
      [
        priced({
          prices: good,
          long_context: [{ above_input_tokens: 200, prices: { input: '0' } }],
        }),
        `${own}.long_context[0].prices.input is zero; say allow_free to mean it`,
      ],
      [
        priced({ prices: good, long_context: tiers }),
        `${own}.long_context[1].above_input_tokens must be above that of the tier before`,
      ],
      [
        upcoming('2999-01-01T00:00:00Z'),
        `${own}.upcoming[0].effective_at is more than 5 years away`,
      ],
      [
        upcoming('2027-01-01T00:00:00Z', '2027-01-01T01:00:00+01:00'),
        `${own}.upcoming[1].effective_at is the moment of other prices of this list`,
      ],
      [
        upcoming('soon'),
        `${own}.upcoming[0].effective_at must be a moment such as 2026-12-31T00:00:00Z`,
      ],
      [
        { prices: { 'demo/none': { prices: good } } },
        'prices["demo/none"] is no model that is known',
      ],
      [
        fresh({ family: 'nobody', credentials: { a: { credential: key } } }),
        'providers.fresh.family is not one of the families',
      ],
      [
        fresh({ family: 'openai', credentials: { a: { credential: key } } }),
        'providers.fresh.family serves models of openai/ only',
      ],
      [
        {
          providers: {
            openai: {
              family: 'openai-compatible',
              credentials: { a: { base_url: 'https://example.com/v1', credential: key } },
            },
          },
        },
        'providers.openai is the prefix of another family',
      ],
      [
        fresh({ family: 'openai-compatible', credentials: { a: { credential: key } } }),
        'providers.fresh.credentials.a.base_url is required for the family openai-compatible',
      ],
      [
        fresh({ family: 'openai', credentials: { a: { credential: { api_key: 'sk' } } } }),
        'providers.fresh.family serves models of openai/ only',
      ],
      [
        {
          providers: {
            openai: { family: 'openai', credentials: { a: { credential: { api_key: 'sk' } } } },
          },
        },
        'providers.openai.credentials.a.credential.api_key is secret: say where it stands, with env or file',
      ],
      [
        {
          providers: {
            openai: {
              family: 'openai',
              credentials: { a: { credential: { ...key, colour: 'x' } } },
            },
          },
        },
        'providers.openai.credentials.a.credential.colour is no field of the family openai',
      ],
      [
        fresh({
          family: 'openai-compatible',
          credentials: {
            a: {
              base_url: 'https://example.com/v1',
              credential: { api_key: { env: 'NOT_SET_ANYWHERE' } },
            },
          },
        }),
        'providers.fresh.credentials.a cannot be read: the variable NOT_SET_ANYWHERE, which holds a secret, is not set',
      ],
      [
        { models: { 'demo/unlisted': {} } },
        'models["demo/unlisted"].limits.context_tokens is required for a model that is not listed yet, because its provider may not say it',
      ],
      [
        {
          models: { 'demo/unlisted': { limits: { context_tokens: 100 } } },
          prices: { 'demo/unlisted': { prices: good } },
        },
        'models["demo/unlisted"].limits.output_tokens is required for a model that is not listed yet, because its provider may not say it',
      ],
      [
        { models: { [model]: { limits: { context_tokens: 10, output_tokens: 20 } } } },
        `models["${model}"].limits.output_tokens is larger than context_tokens`,
      ],
      [
        { models: { 'nobody/x': {} } },
        'models["nobody/x"] is not known, and nobody has a credential of the provider nobody',
      ],
      [
        { models: { [model]: { parameters: { nothing: { supported: true } } } } },
        `models["${model}"].parameters.nothing is no parameter of this capability; an extra parameter of the provider needs a type`,
      ],
      [
        { models: { [model]: { state: 'rejected', enabled: true } } },
        `models["${model}"].enabled means nothing for a model that is rejected`,
      ],
      [
        { aliases: { x: { targets: [{ model: 'demo/none' }] } } },
        'aliases.x.targets[0].model is no approved model, and the document approves none of that id',
      ],
      [
        { aliases: { x: { targets: [{ model }, { model }] } } },
        'aliases.x.targets[1].model is a target already',
      ],
      [
        { aliases: { x: { targets: [{ model, weight: 3 }] } } },
        'aliases.x.targets[0].weight is for the strategy weighted',
      ],
      [
        { aliases: { x: { targets: [{ model }, { model: vectors }] } } },
        'aliases.x.targets[1].model is for embeddings, others are for chat',
      ],
      [
        { limits: { 'nobody@example.com': { requests_per_minute: 1 } } },
        'limits["nobody@example.com"] is no user, and the document makes none of that address',
      ],
      [{ users: { 'a..b@example.com': {} } }, 'users["a..b@example.com"] is no e-mail address'],
      [
        { users: { 'c@example.com': { model_uplifts: { 'demo/none': 5 } } } },
        'users["c@example.com"].model_uplifts["demo/none"] is no model that is known',
      ],
    ];
    for (const [part, reported] of broken) {
      // A good change stands in front: nothing of it may be made either.
      const retention = { sessions: { days: 777 }, ...(part as Anything).retention };
      const text = stringify({ tollgate: 1, ...part, retention }, { aliasDuplicateObjects: false });
      const file = await keep('broken.yaml', text);
      for (const command of ['plan', 'apply']) {
        const { code, out, err } = await run(command, file);
        const lines = err.trimEnd().split('\n');
        expect([reported, code, out]).toEqual([reported, 1, '']);
        expect(lines.map((line) => line.replace(/^.*?\.yaml:\d+:\d+: /u, ''))).toContain(reported);
        const steps = reported.split(' ', 1)[0]?.match(/"[^"]+"|\w+/gu) ?? [];
        const [, at] =
          /\.yaml:(\d+):/u.exec(lines.find((line) => line.endsWith(reported)) ?? '') ?? [];
        const line = text.split('\n')[Number(at) - 1] ?? '';
        // A field that lacks is shown where its parent stands.
        const isThere = steps.some((step) => line.includes(step.replaceAll('"', '')));
        expect([line, isThere]).toEqual([line, true]);
      }
    }
    expect((await exported()).retention).toEqual(now.retention);
  },
  TEST_MS,
);

test(
  'a proxy of a credential is a URL or a reference, applied once, exported without its password',
  async () => {
    const withProxy = (proxy_url: unknown): object => ({
      tollgate: 1,
      providers: {
        tunnelled: {
          family: 'openai-compatible',
          credentials: {
            main: {
              base_url: 'https://example.com/v1',
              credential: { api_key: { env: 'NEW_SECRET' } },
              proxy_url,
            },
          },
        },
      },
    });
    const shown = async (): Promise<unknown> =>
      (await exported()).providers.tunnelled.credentials.main.proxy_url;
    const open = await keep('proxy.yaml', withProxy('https://Proxy.example.com'));
    expect(titles(await planned(open))).toEqual(['add providers tunnelled main']);
    await applied(open);
    expect([await shown(), await planned(open)]).toEqual(['https://proxy.example.com', []]);
    const none = await keep('no-proxy.yaml', withProxy(null));
    await applied(none);
    expect([await shown(), await planned(none)]).toEqual([null, []]);
    const closed = await keep('closed.yaml', withProxy({ file: 'proxy-url' }));
    await writeFile(join(folder, 'proxy-url'), 'https://me:secret@proxy.example.com');
    const [change] = await planned(closed);
    expect(change?.fields).toEqual([{ field: 'proxy_url', from: null, to: '(read by reference)' }]);
    await applied(closed);
    expect([await shown(), await planned(closed)]).toEqual([
      { env: 'TUNNELLED_MAIN_PROXY_URL' },
      [],
    ]);
    const revealed = await keep('revealed.yaml', withProxy('https://me:secret@proxy.example.com'));
    const refused = await run('plan', revealed);
    expect(refused.err).toMatch(/credentials\.main\.proxy_url holds a user name or a password/u);
    const inside = await keep('inside.yaml', withProxy('https://10.0.0.1'));
    expect((await run('plan', inside)).err).toMatch(/\.proxy_url .*ALLOWED_PRIVATE_UPSTREAMS/u);
    const { body: all } = await demo.platform<Anything[]>('GET', '/provider-credentials');
    const { id } = all.find(({ provider }) => provider === 'tunnelled');
    const gone = await demo.platform('DELETE', `/provider-credentials/${id}`, {
      confirm_name: 'main',
    });
    expect(gone.status).toBe(200);
  },
  TEST_MS,
);

test(
  'what only the platform can refuse is a fault of the plan, which writes nothing',
  async () => {
    const [model] = chatsOf(await exported());
    const { base_url } = (await exported()).providers.demo.credentials['Demo provider'];
    const fresh = (main: object, more: object = {}): object => ({
      tollgate: 1,
      providers: { fresh: { family: 'openai-compatible', credentials: { main } } },
      ...more,
    });
    const secret = { credential: { api_key: { env: 'NEW_SECRET' } } };
    const nowhere = { 'fresh/nowhere': { limits: { context_tokens: 100, output_tokens: 10 } } };
    const listed = `fresh/${model.replace('demo/', '')}`;
    const limits = { context_tokens: 8_000, output_tokens: 2_000 };
    const priced = { [listed]: { prices: { input: '1' } } };
    const refused: [what: string, document: object, reported: RegExp[]][] = [
      [
        'an address that must not be called, and nothing that only follows from it',
        fresh({ base_url: 'http://169.254.169.254/v1', ...secret }, { models: nowhere }),
        [/^\S+refused\.yaml:7:9: providers\.fresh\.credentials\.main\.base_url .*$/u],
      ],
      [
        'a model that its provider does not list, without its prices and aliases',
        fresh(
          { base_url, ...secret },
          {
            models: nowhere,
            prices: { 'fresh/nowhere': { prices: { input: '1', output: '1' } } },
            aliases: { nowhere: { targets: [{ model: 'fresh/nowhere' }] } },
          },
        ),
        [
          /models\["fresh\/nowhere"\] would be refused: The provider fresh lists no model fresh\/nowhere\.$/u,
        ],
      ],
      [
        'a model of a provider that there is',
        { tollgate: 1, models: { 'demo/nowhere': { limits: { context_tokens: 100 } } } },
        [
          /models\["demo\/nowhere"\] would be refused: The provider demo lists no model demo\/nowhere\.$/u,
        ],
      ],
      [
        'a credential that its provider does not take',
        fresh(
          { base_url: String(base_url).replace(/\/v1$/u, '/nothing-here'), ...secret },
          { models: nowhere },
        ),
        [/models\["fresh\/nowhere"\] would be refused: /u],
      ],
      [
        'a provider without an active credential',
        fresh({ base_url, status: 'disabled', ...secret }, { models: nowhere }),
        [/models\["fresh\/nowhere"\] would be refused: models of fresh: nobody has an active/u],
      ],
      [
        'an approval of what a model listed just then cannot have, and prices that it needs',
        fresh(
          { base_url, ...secret },
          {
            models: {
              [listed]: {
                limits,
                dimensions: ['input', 'cache_read', 'output', 'reasoning', 'second'],
              },
            },
            prices: { [listed]: priced[listed] },
          },
        ),
        [/models\["fresh\/[^"]+"\]\.dimensions cannot have second/u],
      ],
      [
        'prices that a model listed just then lacks',
        fresh({ base_url, ...secret }, { models: { [listed]: { limits } }, prices: priced }),
        ['cache_read', 'output', 'reasoning'].map(
          (name) => new RegExp(`^\\S+ prices\\S+\\.prices\\.${name} needs a price$`, 'u'),
        ),
      ],
    ];
    const before = await written();
    for (const [what, document, reported] of refused) {
      const file = await keep('refused.yaml', document);
      const { code, out, err } = await run('plan', file);
      const lines = err.trimEnd().split('\n');
      expect([what, code, out, lines]).toEqual([
        what,
        1,
        '',
        reported.map((words) => expect.stringMatching(words) as string),
      ]);
      const applying = await run('apply', file);
      expect([what, applying.code, applying.err.split('\n')[0]]).toEqual([what, 1, lines[0]]);
      expect(applying.err).toMatch(/^0 of \d+ changes were made/mu);
    }
    expect(await written()).toEqual(before);
  },
  TEST_MS,
);

test(
  'an apply that is killed in the middle is finished by the next one',
  async () => {
    const many = Array.from({ length: 12 }, (_, n) => `killed${n}@example.com`);
    const document = {
      tollgate: 1,
      users: Object.fromEntries(many.map((email) => [email, { name: 'Killed', uplift_bp: 7 }])),
    };
    const file = await keep('killed.yaml', document);
    const child = execa(process.execPath, [TOLLGATE, 'apply', file], {
      env,
      extendEnv: false,
      reject: false,
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGKILL');
    await child;
    // The lease of the killed apply holds for a while, and nothing is tried beside an apply.
    const { out, err } = await run('plan', file, '--json');
    expect(err).toMatch(/^not checked by the platform: Another document is being applied/u);
    const left = (JSON.parse(out) as Shown).changes;
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(many.length);
    await applied(file);
    expect(await planned(file)).toEqual([]);
  },
  TEST_MS,
);

test(
  'a change behind the edge names its lease, and is not made under one that has ended',
  async () => {
    const { TOLLGATE_ADMIN_URL: url = '' } = env;
    const { body: token } = await demo.platform<{ token: string }>(
      'POST',
      '/administrator-tokens',
      { name: 'CI of the lease', role: 'operator' },
    );
    const changed = await got.put(`${url}/api/platform/retention-policies/sessions`, {
      throwHttpErrors: false,
      retry: { limit: 0 },
      headers: {
        authorization: `Bearer ${token.token}`,
        'x-svc-configuration-lease': 'cfl_01jqxz8y6e0000000000000000',
      },
      json: { days: 444 },
    });
    expect(changed.statusCode).toBe(409);
    expect((await exported()).retention.sessions.days).not.toBe(444);
  },
  TEST_MS,
);

test(
  'two applies at one moment do not mix: another document waits, the same one is taken over',
  async () => {
    const usersOf = (bp: number): object => ({
      tollgate: 1,
      users: Object.fromEntries(
        Array.from({ length: 5 }, (_, n) => [`both${n}@example.com`, { uplift_bp: bp }]),
      ),
    });
    await applied(await keep('both.yaml', usersOf(1)));
    const files = [await keep('one.yaml', usersOf(11)), await keep('two.yaml', usersOf(22))];
    const ends = await Promise.all(files.map((file) => run('apply', file)));
    const failed = ends.filter(({ code }) => code !== 0);
    for (const { err } of failed) expect(err).toMatch(/^apply: Another document is being applied/);
    const uplifts = new Set(
      Object.entries<Anything>((await exported()).users)
        .filter(([email]) => email.startsWith('both'))
        .map(([, user]) => user.uplift_bp),
    );
    expect(uplifts.size).toBe(1);
    const again = await Promise.all([1, 2].map(() => run('apply', files[0] ?? '')));
    for (const { code, err } of again)
      if (code !== 0) expect(err).toMatch(/lease of the configuration has ended/);
    await applied(files[0] ?? '');
    expect(await planned(files[0] ?? '')).toEqual([]);
  },
  TEST_MS,
);

test(
  'a model that nobody has listed yet is looked for, approved and priced in one apply',
  async () => {
    const document = await exported();
    const url = String(document.providers.demo.credentials['Demo provider'].base_url);
    const [model] = chatsOf(document);
    const name = model.replace('demo/', 'fresh/');
    const limits = document.models[model].limits;
    const file = await keep('fresh.yaml', {
      tollgate: 1,
      providers: {
        fresh: {
          family: 'openai-compatible',
          credentials: { main: { base_url: url, credential: { api_key: { env: 'NEW_SECRET' } } } },
        },
      },
      models: { [name]: { limits } },
      prices: { [name]: document.prices[model] },
      aliases: { fresh: { targets: [{ model: name }] } },
    });
    expect(titles(await planned(file))).toEqual([
      'add providers fresh main',
      `add models ${name}`,
      `add prices ${name}`,
      'add aliases fresh',
    ]);
    await applied(file);
    expect(await planned(file)).toEqual([]);
    await eventually(async () => {
      const { body } = await demo.v1<Anything>('/models');
      return body.data.some(({ id }: { id: string }) => id === name);
    });
  },
  TEST_MS,
);

/** Plain decimals without needless zeros, as the system shows them. */
const aDecimal = (decimals: number) =>
  fc
    .tuple(fc.nat({ max: 99 }), fc.integer({ min: 1, max: 10 ** decimals - 1 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(decimals, '0')}`.replace(/0+$/u, ''));

/** Documents about what the demo has. */
function aDocument([first, second]: [string, string], dimensions: readonly string[]) {
  const email = fc.constantFrom('ada@example.com', 'bob@example.com', 'eve@example.com');
  const user = fc.record(
    {
      name: fc.stringMatching(/^[A-Za-zäöü][ -~äöü]{0,20}[a-z]$/u),
      status: fc.constantFrom('active', 'suspended'),
      max_output_tokens: fc.option(fc.integer({ min: 1, max: 10_000_000 })),
      uplift_bp: fc.integer({ min: 0, max: 1_000_000 }),
      model_uplifts: fc.record({ [first]: fc.integer({ min: 0, max: 1_000_000 }) }),
    },
    { requiredKeys: ['name'] },
  );
  const limit = fc.record(
    {
      requests_per_minute: fc.integer({ min: 1, max: 1_000_000_000 }),
      concurrent_requests: fc.integer({ min: 1, max: 1_000_000 }),
      credits_per_day: aDecimal(9),
      credits_per_month: aDecimal(3),
    },
    { requiredKeys: ['requests_per_minute'] },
  );
  const model = fc.record(
    {
      enabled: fc.boolean(),
      hard_output_tokens: fc.option(fc.integer({ min: 1, max: 100_000 })),
      first_byte_seconds: fc.option(fc.integer({ min: 1, max: 3_600 })),
      total_seconds: fc.option(fc.integer({ min: 1, max: 3_600 })),
      parameters: fc.record({
        temperature: fc.constantFrom<object>(
          { supported: false },
          { supported: true, minimum: 0, maximum: 1 },
        ),
      }),
    },
    { requiredKeys: [] },
  );
  const price = fc.record({
    prices: fc.record(Object.fromEntries(dimensions.map((name) => [name, aDecimal(6)]))),
  });
  const target = fc.record({
    model: fc.constantFrom(first, second),
    weight: fc.integer({ min: 1, max: 1_000_000 }),
    retries: fc.integer({ min: 0, max: 3 }),
  });
  const alias = fc.record({
    strategy: fc.constant('weighted'),
    enabled: fc.boolean(),
    first_byte_seconds: fc.option(fc.integer({ min: 1, max: 3_600 })),
    total_seconds: fc.option(fc.integer({ min: 1, max: 3_600 })),
    targets: fc.uniqueArray(target, { minLength: 1, maxLength: 2, selector: (one) => one.model }),
  });
  const users = fc.dictionary(email, user, { minKeys: 1, maxKeys: 3 });
  return users.chain((made) =>
    fc.record(
      {
        tollgate: fc.constant(1),
        users: fc.constant(made),
        limits: fc.dictionary(fc.constantFrom(...Object.keys(made)), limit),
        models: fc.dictionary(fc.constantFrom(first, second), model),
        prices: fc.dictionary(fc.constantFrom(first, second), price),
        aliases: fc.dictionary(fc.constantFrom('one', 'two.1', 'constructor'), alias),
        retention: fc.record({
          sessions: fc.record({ days: fc.integer({ min: 90, max: 36_500 }) }),
        }),
      },
      { requiredKeys: ['tollgate', 'users'] },
    ),
  );
}

test(
  'whatever a document says is what is exported after it was applied',
  async () => {
    const before = await exported();
    const models = chatsOf(before);
    const dimensions = [
      ...new Set(models.flatMap((model) => before.models[model].dimensions as string[])),
    ];
    const seed = randomInt(2 ** 31);
    process.stdout.write(`configuration: SEED=${seed}\n`);
    const property = fc.asyncProperty(aDocument(models, dimensions), async (document) => {
      const on = Object.fromEntries(models.map((model) => [model, { enabled: true }]));
      await applied(await keep('on.yaml', { tollgate: 1, models: on }));
      const file = await keep('random.yaml', document);
      await applied(file);
      expect(await planned(file)).toEqual([]);
      expect(await exported()).toMatchObject(JSON.parse(JSON.stringify(document)));
    });
    await fc.assert(property, { seed, numRuns: 4, endOnFailure: true });
  },
  TEST_MS,
);

test(
  'vector stores are given to users, exported, never changed, and taken away by a prune',
  async () => {
    const me = demo.env.TOLLGATE_USER_EMAIL;
    const store = { name: 'Handbook', provider: 'openai', credential: 'main', user: me };
    const [one, two] = [storeIdOf(SECRET, 'one'), storeIdOf(SECRET, 'two')];
    const base_url = `${demo.stack.urls['provider']}/openai/v1`;
    const credentials = { main: { base_url, credential: { api_key: { env: 'NEW_SECRET' } } } };
    const document = {
      tollgate: 1,
      providers: { openai: { family: 'openai', credentials } },
      vector_stores: { [one]: store, [two]: { ...store, user: null } },
    };
    const absent = storeIdOf('another-account', 'one');
    const strange = { ...document, vector_stores: { [absent]: store } };
    const missing = await run('plan', await keep('stores-absent.yaml', strange));
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('no vector store')]);
    const file = await keep('stores.yaml', document);
    expect(titles(await planned(file))).toContain(`add vector_stores ${one}`);
    await applied(file);
    expect(await planned(file)).toEqual([]);
    expect((await exported()).vector_stores).toEqual(document.vector_stores);
    const changed = { ...document, vector_stores: { [one]: { ...store, name: 'Other' } } };
    const refused = await run('plan', await keep('stores-changed.yaml', changed));
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(one)]);
    const less = await keep('stores-less.yaml', { tollgate: 1, vector_stores: { [one]: store } });
    expect(titles(await planned(less, '--prune', 'vector_stores'))).toEqual([
      `remove vector_stores ${two}`,
    ]);
    await applied(less, '--prune', 'vector_stores');
    expect((await exported()).vector_stores).toEqual({ [one]: store });
  },
  TEST_MS,
);

test('no secret stands in any log', async () => {
  const { stdout } = await execa('grep', ['-rlF', SECRET, `${demo.stack.stateDir}/logs`], {
    reject: false,
  });
  expect(stdout).toBe('');
});
