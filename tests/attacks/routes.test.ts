/**
 * What every route has to withstand, from the definitions that the services mount: a new route is
 * attacked by being listed. `make test` sends a part of the bodies and queries, by a seed that it
 * prints; `make test-attacks` sends them all.
 */
import { randomInt, randomUUID } from 'node:crypto';
import type { RouteDefinition } from '@tollgate/contract/route';
import { newPublicId } from '@tollgate/runtime/ids';
import type { IdPrefix } from '@tollgate/runtime/ids';
import { aCampaign, belongingsOf, isControl, isPlatform, nameOf } from './campaign.ts';
import type { Campaign } from './campaign.ts';
import {
  brokenBodies,
  goodBody,
  mislabelledBodies,
  neededQuery,
  oddQueries,
  unfitBodies,
} from './flaws.ts';
import type { Flawed } from './flaws.ts';
import { callersOf, fuzzRequests } from '../fuzz/request-run.ts';
import { watchMoney } from '../support/soundness.ts';
import { aLookInside } from './processes-inside.ts';
import type { ProcessesInside } from './processes-inside.ts';
import { inTurn } from './send.ts';
import type { Shot } from './send.ts';
import type { Allowed, Hit } from './unhurt.ts';

const START_MS = 240_000;
/** A whole table sends thousands of requests. */
const TABLE_MS = 600_000;
const JSON_TYPE = { 'content-type': 'application/json' };
/** One attack in so many of the long tables is part of `make test`. */
const PART = process.env['TOLLGATE_ATTACKS'] === 'full' ? 1 : 24;
/** Requests made from the interface descriptions; `make fuzz` sends its share of a million. */
const FUZZ_INPUTS = PART === 1 ? 3_000 : 300;
const SEED = Number(process.env['SEED'] ?? randomInt(2 ** 31));

let war: Campaign;
let belongings: Record<string, string>;
let inside: ProcessesInside;

beforeAll(async () => {
  inside = await aLookInside();
  war = await aCampaign(inside.env);
  belongings = await belongingsOf(war);
}, START_MS);
afterAll(async () => {
  await war?.stop();
  await inside?.drop();
}, START_MS);

/** The routes that can reach a provider. */
const PAID = [
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/messages',
  '/v1/embeddings',
  '/v1/videos',
  '/v1/images/generations',
  '/v1/images/edits',
  '/v1/rerank',
  '/v1/moderations',
  '/v1/audio/speech',
  '/v1/audio/transcriptions',
  '/v1/audio/translations',
];
/** What kind of id a parameter takes. */
const PREFIXES: Readonly<Record<string, IdPrefix>> = {
  administrator_id: 'adm',
  token_id: 'tok',
  user_id: 'usr',
  key_id: 'key',
  grant_id: 'grt',
  credential_id: 'cred',
  model_id: 'mdl',
  alias_id: 'als',
  vector_store_id: 'vs',
  op_id: 'op',
  public_id: 'req',
  purge_id: 'prg',
  session_id: 'ses',
  video_id: 'vid',
  media_id: 'med',
  file_id: 'file',
  batch_id: 'batch',
  webhook_id: 'whk',
  message_id: 'msg',
  lease_id: 'cfl',
  reconciliation_id: 'rcn',
  spool_id: 'spl',
};
/** Parameters that are words. */
const WORDS: Readonly<Record<string, string>> = {
  action: 'suspend',
  queue: 'maintenance',
  job_id: 'repeat:sweep-ledger:1',
  category: 'request_records',
  model: 'nobody/knows',
  page: 'errors',
  file: 'index.html',
};

const paramsOf = ({ path }: RouteDefinition): string[] =>
  [...path.matchAll(/[:*](\w+)/g)].map(([, name = '']) => name);

/** The path with a fresh id for each parameter, but for those that are given. */
function addressOf(route: RouteDefinition, given: Record<string, string> = {}): string {
  return route.path.replaceAll(/[:*](\w+)/g, (_whole, name: string) => {
    const prefix = PREFIXES[name];
    const value = given[name] ?? WORDS[name] ?? (prefix === undefined ? '' : newPublicId(prefix));
    if (value === '') throw new Error(`say what ${name} of ${route.path} is`);
    return value;
  });
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const methodOf = ({ method }: RouteDefinition): string => method.toUpperCase();

function shotAt(route: RouteDefinition, more: Partial<Shot> = {}): Shot {
  const body = route.body === undefined ? {} : { body: JSON.stringify(goodBody(route)) };
  const headers = route.body === undefined ? {} : JSON_TYPE;
  const idempotency = { 'idempotency-key': randomUUID() };
  return {
    method: methodOf(route),
    path: addressOf(route),
    ...body,
    ...more,
    headers: { ...headers, ...idempotency, ...more.headers },
  };
}

interface Attack {
  route: RouteDefinition;
  what: string;
  shot: Shot;
}

/** Sends attacks; gives each answer beside what it answers. */
async function attackWith(
  attacks: readonly Attack[],
  allowed: Allowed = {},
): Promise<(Attack & { hit: Hit })[]> {
  const hits = await war.by(
    () => inTurn(attacks, ({ route, shot }) => war.send(route, shot)),
    allowed,
  );
  return attacks.map((attack, at) => ({ ...attack, hit: hits[at] as Hit }));
}

/** What an answer says, without what is different in every answer. */
const wordsOf = ({ status, text }: Hit): string =>
  `${status} ${text.replaceAll(/"request_id":"[^"]*"/g, '"request_id":""')}`;

const reported = ({ route, what, hit }: Attack & { hit: Hit }): string =>
  `${nameOf(route)}, ${what}: ${hit.status} ${hit.text.slice(0, 200)}`;

/** A part of a long table, another one for each seed. */
function partOf<One>(all: readonly One[]): One[] {
  let state = SEED >>> 0;
  return all.filter(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % PART === 0;
  });
}

describe('credentials', () => {
  test('K01, K09, K11, P02, P03, P04, P05, U19: none, half ones and those of another plane are refused alike', async () => {
    const { alice, administrator } = war;
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const everybodys: Record<string, Record<string, string>> = {
      nothing: {},
      'an empty header': { authorization: '' },
      'no word behind the scheme': { authorization: 'Bearer' },
      'a blank behind the scheme': { authorization: 'Bearer ' },
      'another scheme': { authorization: `Token ${alice.key}` },
      basic: { authorization: `Basic ${Buffer.from(`x:${alice.key}`).toString('base64')}` },
      'a random word': bearer(randomUUID()),
    };
    const cookies = (name: string, value: string) => ({
      cookie: `${name}=${value}`,
      'sec-fetch-site': 'same-origin',
    });
    const own: Record<string, Record<string, Record<string, string>>> = {
      key: {
        'a user’s token': bearer(alice.token),
        'an administrator’s token': bearer(administrator.token),
        'a session': bearer(alice.session),
        'a cookie': cookies('svc_access_token', alice.token),
        'a key in a cookie': cookies('svc_access_token', alice.key),
        'a key in api-key': { 'api-key': alice.key },
      },
      user: {
        'a key': bearer(alice.key),
        'an administrator’s token': bearer(administrator.token),
        'an administrator’s token as the user’s cookie': cookies(
          'svc_access_token',
          administrator.token,
        ),
        'a user’s token as the administrator’s cookie': cookies(
          'svc_platform_access_token',
          alice.token,
        ),
      },
      platform: {
        'a key': bearer(alice.key),
        'a user’s token': bearer(alice.token),
        'a user’s cookie': cookies('svc_access_token', alice.token),
        'a user’s session': cookies('svc_session', alice.session),
        'a user’s token as the administrator’s cookie': cookies(
          'svc_platform_access_token',
          alice.token,
        ),
        'an administrator’s token as the user’s cookie': cookies(
          'svc_access_token',
          administrator.token,
        ),
      },
    };
    const elsewhere = { 'a key in x-api-key': { 'x-api-key': alice.key } };
    const guarded = war.routes.filter(({ auth }) => auth !== 'none');
    const attacks = guarded.flatMap((route) =>
      Object.entries({
        ...everybodys,
        ...own[route.auth],
        ...(route.apiKeyHeader === true ? {} : elsewhere),
      }).map(([what, headers]) => ({
        route,
        what,
        shot: shotAt(route, { headers }),
      })),
    );
    expect(new Set(guarded.map(({ auth }) => auth))).toEqual(new Set(Object.keys(own)));
    const answers = await attackWith(attacks);
    expect(answers.filter(({ hit }) => hit.status !== 401).map(reported)).toEqual([]);
    const naming = answers.filter(({ hit }) => hit.headers['www-authenticate'] !== 'Bearer');
    expect(naming.map(reported)).toEqual([]);
    const words = Map.groupBy(answers, ({ route }) => route.auth);
    for (const plane of ['user', 'platform'] as const) {
      const bodies = new Set(words.get(plane)?.map(({ hit }) => wordsOf(hit)));
      expect([...bodies]).toHaveLength(1);
    }
  });

  test('E01: no address of the platform is known in public, whoever asks', async () => {
    const { administrator, sender } = war;
    const headers = { authorization: `Bearer ${administrator.token}` };
    const platform = war.routes.filter(isPlatform);
    const shots = platform.map((route) => shotAt(route, { headers }));
    const hits = await war.by(() => inTurn(shots, sender.public));
    expect(hits.filter(({ status }) => status !== 404)).toEqual([]);
    expect(new Set(hits.map(wordsOf)).size).toBe(1);
  });
});

describe('ids', () => {
  const MALFORMED = [
    'x',
    '0',
    '-1',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    '*',
    "'--",
    'usr_',
    randomUUID(),
    '00000000-0000-0000-0000-000000000000',
    'a'.repeat(2_000),
  ];
  /** Beyond an id that could be one; the edge lets none of it through. */
  const ESCAPES = ['%20', '%00', '%2F..', '%0d%0aX:%20y', ';x', '%C0%AF'];

  /** Requests to one address with one value after another for a parameter. */
  function shotsWith(route: RouteDefinition, name: string, ids: readonly string[]): Attack[] {
    const headers = war.credentials(route);
    return ids.map((id) => ({
      route,
      what: `${name} ${id.slice(0, 60)}`,
      shot: shotAt(route, { path: addressOf(route, { [name]: id }) + neededQuery(route), headers }),
    }));
  }

  test('O01, O02, Y10, Y11, A04, A05, A06, X06, G03: foreign, unknown and malformed ones are answered to the byte alike', async () => {
    const groups = war.routes.flatMap((route) =>
      paramsOf(route)
        .filter((name) => name in PREFIXES)
        .map((name) => ({ route, name, ...idsFor(route, name) })),
    );
    const answers = await attackWith(
      groups.flatMap(({ route, name, alike, escaped }) =>
        shotsWith(route, name, [...alike, ...escaped]),
      ),
    );
    const strange: string[] = [];
    for (const { alike, escaped } of groups) {
      const [first, ...others] = answers.splice(0, alike.length) as [(typeof answers)[0]];
      if (first.hit.status !== 404) strange.push(reported(first));
      const words = wordsOf(first.hit);
      strange.push(...others.filter(({ hit }) => wordsOf(hit) !== words).map(reported));
      const refused = answers.splice(0, escaped.length);
      strange.push(...refused.filter(({ hit }) => ![400, 404].includes(hit.status)).map(reported));
    }
    expect(strange).toEqual([]);
  });

  /**
   * An unknown id and those that have to be answered like it; then those that the edge does not let
   * through.
   */
  function idsFor(route: RouteDefinition, name: string): { alike: string[]; escaped: string[] } {
    const prefix = PREFIXES[name] as IdPrefix;
    const unknown = newPublicId(prefix);
    const foreign = isPlatform(route) ? [] : foreignOf(belongings[name]);
    const ofAnother = newPublicId(prefix === 'usr' ? 'key' : 'usr');
    const known = belongings[name] ?? unknown;
    return {
      alike: [unknown, ...foreign, ofAnother, unknown.toUpperCase(), ...MALFORMED],
      escaped: ESCAPES.map((tail) => known + tail),
    };
  }

  function foreignOf(id: string | undefined): string[] {
    return id === undefined ? [] : [id, id.toUpperCase(), `${id}x`];
  }

  test('O01: something of Bob’s stands behind every name that a user’s route takes', () => {
    const names = war.routes
      .filter((route) => ['user', 'key'].includes(route.auth))
      .flatMap(paramsOf)
      // Models are everybody's: what a key may not see is not there for it.
      .filter((name) => name !== 'model_id' && name !== 'model');
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => (belongings[name] ?? '') === '')).toEqual([]);
  });

  test('G10, T01: words that are none', async () => {
    const strange: string[] = [];
    for (const route of war.routes.filter(({ auth }) => auth === 'platform')) {
      for (const name of paramsOf(route).filter((one) => one in WORDS)) {
        const ids = ['resume ', 'RESUME', 'ledger', 'audit', '..x', 'x'.repeat(5_000)];
        const words = [...ids, ...MALFORMED].map(encodeURIComponent);
        const answers = await attackWith(shotsWith(route, name, words));
        strange.push(
          ...answers.filter(({ hit }) => ![400, 404, 422].includes(hit.status)).map(reported),
        );
      }
    }
    expect(strange).toEqual([]);
  });
});

/** Whether an address of one route is an address of the other, which has a parameter at its end. */
const isBeside = (one: RouteDefinition, other: RouteDefinition): boolean =>
  one.path !== other.path &&
  one.path.replace(/:\w+$/, '') === other.path.replace(/[^/]+$/, '') &&
  one.path.endsWith(':action');

test('P06, C35, A08: methods that an address does not take', async () => {
  const byPath = Map.groupBy(war.routes, ({ path }) => path);
  const attacks = [...byPath.values()].flatMap((routes) => {
    const [route] = routes as [RouteDefinition];
    const taken = new Set(routes.map(methodOf));
    if (taken.has('GET')) taken.add('HEAD');
    return METHODS.filter((method) => !taken.has(method)).map((method) => ({
      route,
      what: method,
      taken,
      shot: { method, path: addressOf(route), headers: war.credentials(route) },
    }));
  });
  const answers = await attackWith(attacks);
  const strange = answers.filter(({ what, hit, route }) => {
    const { taken } = attacks.find((one) => one.route === route && one.what === what) ?? {};
    const allow = [hit.headers['allow'] ?? ''].flat().join().split(', ');
    const honest = allow.every((method) => taken?.has(method));
    // Where a word takes the last step, what is no such word is told as a fault of the input.
    const isWord = war.routes.some((one) => methodOf(one) === what && isBeside(one, route));
    const must = isWord ? [404, 422] : [404, 405];
    return !must.includes(hit.status) || (hit.status === 405 && !honest);
  });
  expect(strange.map(reported)).toEqual([]);
});

test('B18: no route but those that cost asks a provider', async () => {
  const harmless = war.routes.filter(
    (route) => !PAID.includes(route.path) && (route.method === 'get' || route.path.includes('_id')),
  );
  const attacks = harmless.map((route) => ({
    route,
    what: 'as its users send it',
    shot: shotAt(route, { headers: war.credentials(route) }),
  }));
  expect(attacks.length).toBeGreaterThan(50);
  const answers = await attackWith(attacks, { shown: ['127.0.0.1'] });
  expect(answers.filter(({ hit }) => hit.status >= 500).map(reported)).toEqual([]);
});

describe('documentation', () => {
  const get = (path: string): Promise<Hit> => war.sender.public({ method: 'GET', path });

  test('P10: the public description knows nothing of the platform', async () => {
    const hit = await war.by(() => get('/api/openapi.json'));
    const { paths } = JSON.parse(hit.text) as { paths: Record<string, unknown> };
    const known = Object.keys(paths);
    expect(known).toContain('/v1/chat/completions');
    expect(known.filter((path) => path.startsWith('/api/platform'))).toEqual([]);
  });

  test('S09: the page shows our description, whatever its address asks for', async () => {
    const evil = encodeURIComponent('https://evil.example/openapi.json').replaceAll('%2F', '/');
    const [plain, ...asked] = await war.by(() =>
      inTurn(['', `?url=${evil}`, `?configUrl=${evil}`, '?urls.primaryName=x'], (query) =>
        get(`/api/docs${query}`),
      ),
    );
    expect(plain?.status).toBe(200);
    expect(asked.map(({ text }) => text)).toEqual(asked.map(() => plain?.text));
  });
});

/**
 * The contract of a model judges what a route of `/v1` leaves to it, so that a key without the
 * model is told of that first.
 */
const refusalsOf = ({ path }: RouteDefinition, { statuses }: Flawed): readonly number[] =>
  path.startsWith('/v1/') ? [...statuses, 404] : statuses;

describe(`bodies and queries, one in ${PART} by SEED=${SEED}`, () => {
  async function expectRefused(flawsOf: (route: RouteDefinition) => Flawed[]): Promise<void> {
    const all = war.routes
      .filter(({ body }) => body !== undefined)
      .flatMap((route) =>
        flawsOf(route).map((flawed) => ({
          route,
          what: flawed.flaw,
          statuses: refusalsOf(route, flawed),
          shot: {
            method: methodOf(route),
            path: addressOf(route),
            headers: {
              ...flawed.headers,
              'idempotency-key': randomUUID(),
              ...war.credentials(route),
            },
            body: flawed.body,
          },
        })),
      );
    const attacks = partOf(all);
    expect(attacks.length).toBeGreaterThan(0);
    const answers = await attackWith(attacks);
    const strange = answers.filter(
      ({ hit }, at) => !(attacks[at]?.statuses ?? []).includes(hit.status),
    );
    expect(strange.map(reported)).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  }

  test(
    'C02, C04, C07, C09: what is no JSON, twice, too deep or no text',
    () => expectRefused((route) => brokenBodies(route, isControl(route) ? 422 : 400)),
    TABLE_MS,
  );

  test(
    'C05, C06: bodies of other types, packed ones that are damaged, unknown or bombs',
    () => expectRefused((route) => mislabelledBodies(route, isControl(route) ? 422 : 400)),
    TABLE_MS,
  );

  test(
    'C01, C10, C11, C13, U03, S04, G02, Y04: members that are wrong, missing or too many',
    () => expectRefused((route) => unfitBodies(route, isControl(route) ? 422 : 400)),
    TABLE_MS,
  );

  test('C01: no body at all', async () => {
    const needing = war.routes.filter(
      ({ body, bodyOptional }) => body !== undefined && bodyOptional !== true,
    );
    const attacks = needing.flatMap((route) =>
      [{}, JSON_TYPE].map((headers) => ({
        route,
        what: 'no body',
        shot: {
          method: methodOf(route),
          path: addressOf(route),
          headers: { ...headers, ...war.credentials(route), 'content-length': '0' },
        },
      })),
    );
    const answers = await attackWith(attacks);
    const strange = answers.filter(({ route, hit, shot }) => {
      const typed = shot.headers?.['content-type'] !== undefined;
      const must = isControl(route) ? [422] : [400, ...(typed ? [] : [415])];
      return !must.includes(hit.status);
    });
    expect(strange.map(reported)).toEqual([]);
  });

  test(
    'X01, X02, X03, X04, X12, Y12, M03: parameters of queries',
    async () => {
      const all = war.routes
        .filter(({ query }) => query !== undefined)
        .flatMap((route) =>
          oddQueries(route).map(({ query, refused }) => ({
            route,
            what: query.slice(0, 60),
            refused,
            shot: shotAt(route, {
              path: `${addressOf(route)}?${query}`,
              headers: war.credentials(route),
            }),
          })),
        );
      const attacks = partOf(all);
      // Reports show the addresses that callers came from, which is this machine's own here.
      const answers = await attackWith(attacks, { shown: ['127.0.0.1'] });
      const strange = answers.filter(({ route, hit }, at) => {
        const fault = isControl(route) ? 422 : 400;
        const must = attacks[at]?.refused === true ? [fault] : [200, 404, fault];
        return !must.includes(hit.status);
      });
      expect(strange.map(reported)).toEqual([]);
    },
    TABLE_MS,
  );
});

test(
  `${FUZZ_INPUTS} requests made from the interface descriptions by SEED=${SEED} are answered, and hurt nobody`,
  async () => {
    const { demo, unhurt } = war;
    const money = await watchMoney(demo);
    const callers = await callersOf(demo);
    await money.begin();
    await unhurt.by(
      async () => {
        const run = await fuzzRequests(demo, callers, { seed: SEED, inputs: FUZZ_INPUTS });
        expect(run.findings).toEqual([]);
        expect(run.inputs).toBe(FUZZ_INPUTS);
        // Were all of them refused, nothing behind the checks would have been met.
        expect(run.outcomes['200']).toBeGreaterThan(FUZZ_INPUTS / 50);
        return [];
      },
      { bought: true },
    );
    await money.sound('fuzz', { usageLies: true, unbilled: FUZZ_INPUTS });
    await money.close();
  },
  START_MS,
);

test('D05: after all of this no process has a member more on what every object inherits from', async () => {
  const { stack } = war.demo;
  const processes = Object.keys(stack.env).filter((name) => name !== 'migrate');
  expect(processes.length).toBeGreaterThan(6);
  for (const name of processes) {
    const { added } = await inside.ask(stack, name);
    expect([name, added]).toEqual([name, { object: [], list: [], function: [], text: [] }]);
  }
});
