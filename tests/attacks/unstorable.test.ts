/** Texts that PostgreSQL cannot keep, and jobs that nobody of ours has sent. */
import { WAV_URL } from '../support/a-wav.ts';
import { Queue } from 'bullmq';
import type { RouteDefinition } from '@tollgate/contract/route';
import { QUEUES } from '@tollgate/contract/queues';
import { rows } from '@tollgate/db/connect';
import { Redis } from 'ioredis';
import { DOT } from '../support/dot.ts';
import { eventually } from '../support/eventually.ts';
import { aCampaign, isControl, nameOf } from './campaign.ts';
import type { Campaign } from './campaign.ts';
import { goodBody } from './flaws.ts';
import { inTurn } from './send.ts';
import type { Shot } from './send.ts';
import type { Hit } from './unhurt.ts';

const START_MS = 240_000;
const JSON_TYPE = { 'content-type': 'application/json' };
const UNSTORABLE = ['a\u0000b', '\ud800', 'a\udc00b'];

let war: Campaign;
beforeAll(async () => {
  war = await aCampaign();
}, START_MS);
afterAll(() => war?.stop(), START_MS);

const paramOf = ({ text }: Hit): string | null =>
  (JSON.parse(text) as { error: { param: string | null } }).error.param;

describe('paid routes', () => {
  const asked = { role: 'user', content: 'Say something.' };
  const called = (call: object): object[] => [
    asked,
    { role: 'assistant', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: 'x' },
  ];
  const CASES: [string, (bad: string) => object, string][] = [
    ['/chat/completions', (model) => ({ model, messages: [asked] }), 'model'],
    ['/responses', (model) => ({ model, input: 'x' }), 'model'],
    ['/embeddings', (model) => ({ model, input: 'x' }), 'model'],
    ['/images/generations', (model) => ({ model, prompt: 'x' }), 'model'],
    ['/images/edits', (model) => ({ model, prompt: 'x', images: [{ image_url: DOT }] }), 'model'],
    ['/moderations', (model) => ({ model, input: 'x' }), 'model'],
    ['/rerank', (model) => ({ model, query: 'x', documents: ['x'] }), 'model'],
    ['/audio/speech', (model) => ({ model, input: 'x', voice: 'x' }), 'model'],
    ['/audio/speech', (voice) => ({ input: 'x', voice }), 'voice'],
    ['/audio/transcriptions', (model) => ({ model, file: WAV_URL }), 'model'],
    ['/audio/translations', (model) => ({ model, file: WAV_URL }), 'model'],
    ['/audio/transcriptions', (language) => ({ language, file: WAV_URL }), 'language'],
    ['/chat/completions', (user) => ({ messages: [asked], user }), 'user'],
    ['/chat/completions', (name) => ({ messages: [{ ...asked, name }] }), 'messages[0].name'],
    [
      '/chat/completions',
      (id) => ({
        messages: called({ id, type: 'function', function: { name: 'f', arguments: '' } }),
      }),
      'messages[1].tool_calls[0].id',
    ],
    ['/chat/completions', (tag) => ({ messages: [asked], metadata: { tag } }), 'metadata.tag'],
  ];

  test.each(CASES)(
    'C39: %s, text %#: refused with the field, before anything is kept',
    async (path, bodyOf, param) => {
      const model = war.demo.env.TOLLGATE_MODEL;
      const shots = UNSTORABLE.map((bad): Shot => ({
        method: 'POST',
        path: `/v1${path}`,
        headers: { ...JSON_TYPE, authorization: `Bearer ${war.alice.key}` },
        body: JSON.stringify({ model, ...bodyOf(bad) }),
      }));
      const hits = await war.by(() => inTurn(shots, war.sender.public));
      expect(hits.map(({ status }) => status)).toEqual([400, 400, 400]);
      expect(hits.map(paramOf)).toEqual([param, param, param]);
    },
  );

  test('C39: refused requests leave records, and those of everybody behind them are kept too', async () => {
    const keptOf = async (id: string): Promise<bigint> => {
      const [found] = await rows<{ count: bigint }>(
        war.unhurt.owner,
        'select count(*) from requests.record where request_id = :id',
        { id },
      );
      return found?.count ?? 0n;
    };
    const shotOf = (key: string, id: string, model: string): Shot => ({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { ...JSON_TYPE, authorization: `Bearer ${key}`, 'x-request-id': id },
      body: JSON.stringify({ model, messages: [asked], max_tokens: 5 }),
    });
    const shots = [
      ...UNSTORABLE.map((bad, at) => shotOf(war.alice.testKey, `poison-${at}`, bad)),
      shotOf(war.bob.key, 'behind-poison', war.demo.env.TOLLGATE_MODEL),
    ];
    const hits = await war.unhurt.by(() => inTurn(shots, war.sender.public), {
      bought: true,
      shown: ['behind-poison'],
    });
    expect(hits.map(({ status }) => status)).toEqual([400, 400, 400, 200]);
    await eventually(async () => (await keptOf('behind-poison')) === 1n);
    await eventually(async () => (await keptOf('poison-2')) === 1n);
  });
});

/** Every way to put a text in place of one text of a document. */
function* withText(value: unknown, text: string): Generator {
  if (typeof value === 'string') yield text;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    for (const changed of withText(inner, text)) {
      if (Array.isArray(value)) yield value.with(Number(name), changed);
      else yield { ...value, [name]: changed };
    }
  }
}

test('P11: control planes refuse them in every text of every body, and as names of fields', async () => {
  const routes = war.routes.filter((route) => isControl(route) && route.body !== undefined);
  const attacks = routes.flatMap((route) => {
    const good = goodBody(route, true);
    return UNSTORABLE.flatMap((bad) => [...withText(good, bad), { ...good, [bad]: 1 }]).map(
      (body) => ({ route, body: JSON.stringify(body) }),
    );
  });
  expect(attacks.length).toBeGreaterThan(100);
  const hits = await war.by(() =>
    inTurn(attacks, ({ route, body }) => war.send(route, shotAt(route, body))),
  );
  const strange = hits
    .map((hit, at) => ({ ...attacks[at], hit }))
    .filter(({ hit }) => hit.status !== 422)
    .map(({ route, body, hit }) => `${route && nameOf(route)} ${body}: ${hit.status} ${hit.text}`);
  expect(strange).toEqual([]);
});

function shotAt(route: RouteDefinition, body: string): Shot {
  return {
    method: route.method.toUpperCase(),
    path: route.path.replaceAll(/:(\w+)/g, 'x'),
    headers: { ...JSON_TYPE, 'idempotency-key': 'p11', ...war.credentials(route) },
    body,
  };
}

test('X14: control planes refuse a NUL in every query', async () => {
  const routes = war.routes.filter((route) => isControl(route) && route.query !== undefined);
  const attacks = routes.flatMap((route) => {
    const { properties = {} } = route.query as { properties?: Record<string, unknown> };
    return Object.keys(properties).map((name) => ({ route, name }));
  });
  expect(attacks.length).toBeGreaterThan(20);
  const hits = await war.by(() =>
    inTurn(attacks, ({ route, name }) => {
      const path = `${route.path.replaceAll(/:(\w+)/g, 'x')}?${name}=a%00b`;
      return war.send(route, { method: 'GET', path, headers: war.credentials(route) });
    }),
  );
  const strange = hits
    .map((hit, at) => ({ ...attacks[at], hit }))
    .filter(({ hit }) => hit.status !== 422)
    .map(({ route, name, hit }) => `${route && nameOf(route)} ${name}: ${hit.status} ${hit.text}`);
  expect(strange).toEqual([]);
});

test('N10: jobs that somebody has made up reach no statement, and the others are run', async () => {
  const connection = new Redis(war.demo.stack.connections.redisUrl, { maxRetriesPerRequest: null });
  const forged: unknown[] = [
    null,
    'x',
    [],
    {},
    { id: null },
    { id: 'a\u0000b' },
    { id: "' or true --" },
    { id: { toSQL: 1 } },
    { id: ['x'] },
  ];
  const queues = [QUEUES.async, QUEUES.retention].map((name) => new Queue(name, { connection }));
  try {
    const jobs = await Promise.all(
      queues.flatMap((queue) => forged.map((data) => queue.add('run', data, { attempts: 5 }))),
    );
    await eventually(async () => {
      const states = await Promise.all(jobs.map((job) => job.getState()));
      return states.every((state) => state === 'failed');
    }, 'forged jobs wait');
    const reasons = await Promise.all(
      queues.map(async (queue) => (await queue.getFailed()).map((job) => job.failedReason)),
    );
    expect(new Set(reasons.flat())).toEqual(new Set(['the job names no uuid']));
    const operation = await war.demo.v1<{ id: string }>(
      '/chat/completions',
      { model: war.demo.env.TOLLGATE_MODEL, messages: [{ role: 'user', content: 'x' }] },
      { authorization: `Bearer ${war.alice.key}`, prefer: 'respond-async' },
    );
    expect(operation.status).toBe(202);
    await eventually(async () => {
      const [found] = await rows<{ count: bigint }>(
        war.unhurt.owner,
        `select count(*) from requests.operation where state in ('queued', 'running')`,
      );
      return found?.count === 0n;
    }, 'an operation waits behind forged jobs');
  } finally {
    await Promise.all(queues.map((queue) => queue.close()));
    connection.disconnect();
  }
});
