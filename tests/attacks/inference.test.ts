/** Hostile keys, headers and bodies on the routes that cost, through the edge. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { recordChange } from '@tollgate/db/changes';
import { row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { isRetryable } from '@tollgate/db/failures';
import { mintSecret, readPepper } from '@tollgate/keys/secret';
import { decodeId } from '@tollgate/runtime/ids';
import { WAV_URL } from '../support/a-wav.ts';
import { HEARERS, JUDGES, PICTURES, RANKS, VOICES, setUpFamily } from '../support/family-set-up.ts';
import { eventually } from '../support/eventually.ts';
import { aCampaign } from './campaign.ts';
import type { Campaign, Person } from './campaign.ts';
import { inTurn } from './send.ts';
import type { Shot } from './send.ts';
import type { Hit } from './unhurt.ts';

const START_MS = 240_000;
const CHAT = '/v1/chat/completions';
const RESPONSES = '/v1/responses';
const EMBEDDINGS = '/v1/embeddings';
const IMAGES = '/v1/images/generations';
const FLUX = 'pictures/flux-1-dev';
const MODERATIONS = '/v1/moderations';
const JUDGE = 'mistral/mistral-moderation-latest';
const RERANK = '/v1/rerank';
const BGE = 'ranks/bge-reranker-v2-m3';
const SPEECH = '/v1/audio/speech';
const KOKORO = 'voices/kokoro-82m';
const TRANSCRIPTIONS = '/v1/audio/transcriptions';
const WHISPER = 'groq/whisper-large-v3';
const MESSAGES = '/v1/messages';
const COUNT = '/v1/messages/count_tokens';
const QUOTE = '/v1/chat/completions/quote';
const LOCK_TRIES_MAX = 10;
/** `make test-attacks` makes as many as the case says. */
const MANY_MODELS = process.env['TOLLGATE_ATTACKS'] === 'full' ? 5_000 : 500;

let war: Campaign;
let model: string;
beforeAll(async () => {
  war = await aCampaign();
  model = war.demo.env.TOLLGATE_MODEL;
  await setUpFamily(war.demo, { ...PICTURES, models: [FLUX] });
  await setUpFamily(war.demo, { ...RANKS, models: [BGE] });
  await setUpFamily(war.demo, { ...JUDGES, models: [JUDGE] });
  await setUpFamily(war.demo, { ...VOICES, models: [KOKORO] });
  await setUpFamily(war.demo, { ...HEARERS, models: [WHISPER] });
}, START_MS);
afterAll(() => war?.stop(), START_MS);

type Headers = Record<string, string | string[]>;

const messages = [{ role: 'user', content: 'Say something.' }];
const chat = (more: object = {}): object => ({ model, messages, max_tokens: 20, ...more });

function shotAt(path: string, body: unknown, headers: Headers = {}): Shot {
  return {
    method: 'POST',
    path,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${war.alice.key}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

interface Envelope {
  error: { code: string; param: string | null };
}
const codeOf = ({ text }: Hit): string => (JSON.parse(text) as Envelope).error.code;
const reported = (what: string, hit: Hit): string =>
  `${what}: ${hit.status} ${hit.text.slice(0, 200)}`;

/** Sends every shot; none may be answered otherwise than by one of the statuses. */
async function expectRefused(
  shots: Readonly<Record<string, Shot>>,
  ...statuses: number[]
): Promise<Hit[]> {
  const hits = await war.by(() => inTurn(Object.values(shots), war.sender.public));
  const strange = Object.keys(shots)
    .map((what, at): [string, Hit] => [what, hits[at] as Hit])
    .filter(([, { status }]) => !statuses.includes(status));
  expect(strange.map(([what, hit]) => reported(what, hit))).toEqual([]);
  return hits;
}

const shotsOf = (all: readonly string[], make: (one: string) => Shot): Record<string, Shot> =>
  Object.fromEntries(all.map((one) => [JSON.stringify(one).slice(0, 60), make(one)]));

const wordsOf = ({ status, text }: Hit): string =>
  `${status} ${text.replaceAll(/"request_id":"[^"]*"/g, '')}`;

describe('keys', () => {
  const withKey = (key: string): Shot => shotAt(CHAT, chat(), { authorization: `Bearer ${key}` });

  test('K02, K03, K05, K12: what looks like a key, nearly is one, or is somebody else’s secret', async () => {
    const { key } = war.alice;
    const last = key.at(-1) === '0' ? '1' : '0';
    const pepper = readPepper(war.demo.stack.keys.keyPepper);
    const body = randomBytes(64).toString('base64url').replaceAll(/[-_]/g, 'x');
    const hits = await expectRefused(
      shotsOf(
        [
          "svc_live_' OR 1=1--",
          "svc_live_x'; DROP TABLE keys.api_key",
          'svc_live_$1',
          'svc_live_%',
          'svc_live__',
          'svc_live_\\',
          `svc_live_${'a'.repeat(10_000)}`,
          'svc_live_',
          `svc_live_${body.slice(0, 49)}`,
          mintSecret('live', pepper).secret,
          mintSecret('test', pepper).secret,
          key.slice(0, -1) + last,
          key.slice(0, -1),
          `${key}0`,
          key.toUpperCase(),
          key.replace('svc_live_', 'svc_test_'),
          `${key.slice(0, 20)}${body.slice(0, key.length - 20)}`,
          ['sk', 'proj', 'abcdefghij'.repeat(4)].join('-'),
          ['sk', 'ant', 'api03', 'abcdefghij'.repeat(4)].join('-'),
        ],
        withKey,
      ),
      401,
    );
    const codes = new Set(hits.map(codeOf));
    expect(codes).toEqual(new Set(['invalid_api_key']));
    const wrongSum = withKey(key.slice(0, -1) + last);
    const unknown = withKey(mintSecret('live', pepper).secret);
    const alike = await expectRefused({ wrongSum, unknown }, 401);
    expect(new Set(alike.map(wordsOf)).size).toBe(1);
  });

  test('K04: a key with something behind it', async () => {
    const { key } = war.alice;
    const { key: other } = war.bob;
    const behind = [
      ' x',
      `,${other}`,
      `, Bearer ${other}`,
      ` ${other}`,
      '\u00a0',
      '\u00ad',
      ';',
      '"',
    ];
    await expectRefused(
      shotsOf(behind, (tail) => withKey(key + tail)),
      400,
      401,
    );
  });

  test('K01: two keys in two lines', async () => {
    const { alice, bob } = war;
    const authorization = [`Bearer ${alice.key}`, `Bearer ${bob.key}`];
    const two = shotAt(CHAT, chat());
    const lines = Object.entries({ ...two.headers }).filter(([name]) => name !== 'authorization');
    const [hit] = await expectRefused(
      { two: { ...two, headers: { ...Object.fromEntries(lines), Authorization: authorization } } },
      400,
    );
    expect(codeOf(hit as Hit)).toBe('invalid_header');
  });

  test('K13: a test key has no live model, and a live key no sandbox', async () => {
    const { alice } = war;
    const bearer = { authorization: `Bearer ${alice.testKey}` };
    await expectRefused(
      {
        'live with a test key': shotAt(CHAT, chat(), bearer),
        'the sandbox with a live key': shotAt(CHAT, chat({ model: 'sandbox/echo' })),
      },
      404,
    );
  });
});

describe('headers', () => {
  test('I-01: idempotency keys that are none', async () => {
    await expectRefused(
      shotsOf(
        ['', ' ', 'a'.repeat(201), 'a b', 'a\tb', '\u00e4', 'a, b'].map((one) => one),
        (key) => shotAt(CHAT, chat(), { 'idempotency-key': key }),
      ),
      400,
    );
    const twice = shotAt(CHAT, chat(), { 'idempotency-key': ['a', 'a'] });
    await expectRefused({ twice }, 400);
  });

  test('C27: ceilings of costs that are none', async () => {
    const odd = '0 -1 +1 1e3 0x10 5,0 1e-30 NaN Infinity 0.0000000001 1. . 00x 1_000'.split(' ');
    await expectRefused(
      shotsOf([...odd, '', '0'.repeat(40), '\u00d9\u00a5', '1 1'], (value) =>
        shotAt(CHAT, chat(), { 'x-svc-max-credits': value }),
      ),
      400,
    );
    const smallest = shotAt(CHAT, chat(), { 'x-svc-max-credits': '0.000000001' });
    await expectRefused({ smallest }, 402);
    await expectRefused({ twice: shotAt(CHAT, chat(), { 'x-svc-max-credits': ['1', '1'] }) }, 400);
  });

  test('C40: sessions that are none', async () => {
    const none = ['', ' ', 'a b', 'a, b', "'--", '"', '<a>', '\u00e4', '$(id)', 'a'.repeat(129)];
    const shots = shotsOf(none, (value) => shotAt(CHAT, chat(), { 'x-svc-session-id': value }));
    await expectRefused(shots, 400);
    await expectRefused({ twice: shotAt(CHAT, chat(), { 'x-svc-session-id': ['a', 'a'] }) }, 400);
    const ids: string[] = [];
    for (const name of ['x-claude-code-session-id', 'session-id', 'thread-id']) {
      for (const value of ["not'one", ['a', 'a']]) {
        const hit = await war.unhurt.by(
          () => war.sender.public(shotAt(CHAT, chat(), { [name]: value })),
          { bought: true },
        );
        expect([name, hit.status]).toEqual([name, 200]);
        ids.push(String(hit.headers['x-request-id']));
      }
    }
    const kept = (): Promise<{ session_id: string | null }[]> =>
      rows(
        war.unhurt.owner,
        'select session_id from requests.record where request_id = any(:ids)',
        { ids },
      );
    await eventually(async () => (await kept()).length === ids.length);
    expect(await kept()).toEqual(ids.map(() => ({ session_id: null })));
  });

  test('C30: a stream that is to be answered later', async () => {
    for (const prefer of [
      'respond-async',
      'RESPOND-ASYNC; wait=5',
      'return=minimal, respond-async',
    ]) {
      const shot = shotAt(CHAT, chat({ stream: true }), { prefer });
      const [hit] = await expectRefused({ [prefer]: shot }, 400);
      expect(hit === undefined ? '' : (JSON.parse(hit.text) as Envelope).error.param).toBe(
        'stream',
      );
    }
  });

  test('C35, B19, L05: addresses beside the routes', async () => {
    const paths = [
      '/v1/completions',
      '/v1/chat/completions/',
      '/v1/chat/completions/x',
      '/v1/chat',
      '/v1/engines',
      '/v1/uploads',
      '/v1/images/variations',
      '/v1/audio/voices',
      '/v1/messages/batches',
      '/v1/Chat/Completions',
      '/v1/async',
      '/v1beta/models',
      '/metrics',
      '/v1/metrics',
      '/.env',
    ];
    await expectRefused(
      shotsOf(paths, (path) => shotAt(path, chat())),
      404,
    );
  });
});

describe('bodies', () => {
  const refusedChats = (all: readonly object[]): Record<string, Shot> =>
    Object.fromEntries(
      all.map((more) => [JSON.stringify(more).slice(0, 90), shotAt(CHAT, chat(more))]),
    );

  test('C08: floods of keys, messages and letters', async () => {
    const keys = Array.from({ length: 200_000 }, (_, at) => `"k${at}":0`).join(',');
    await expectRefused({ keys: shotAt(CHAT, `{${keys}}`) }, 400);
    const many = Array.from({ length: 3_000 }, () => messages[0]);
    await expectRefused(refusedChats([{ messages: many }]), 400);
    const long = [{ role: 'user', content: 'a'.repeat(10_000_000) }];
    await expectRefused({ long: shotAt(CHAT, chat({ messages: long })) }, 400, 402);
    await expectRefused({ 'too long': shotAt(CHAT, ' '.repeat(20_971_521)) }, 413);
  });

  test('C15: models that are none', async () => {
    const names = ['x', '../x', 'a/b/c/d', 'demo/', '/', '\u0000', '%2f', 'demo/demo-small ', '*'];
    await expectRefused(refusedChats(names.map((name) => ({ model: name }))), 400, 404);
    await expectRefused(
      refusedChats([{ model: 'demo/demo-embed' }, { model: model.toUpperCase() }]),
      400,
      404,
    );
  });

  test('C17, C09, C13, C16, C19, C25: what points elsewhere, steers, or lies out of bounds', async () => {
    const content = (part: object): object => ({ messages: [{ role: 'user', content: [part] }] });
    const image = (url: string): object => content({ type: 'image_url', image_url: { url } });
    await expectRefused(
      refusedChats([
        image('http://169.254.169.254/'),
        image('https://10.0.0.1/a.png'),
        image('file:///etc/passwd'),
        image('data:text/html;base64,AAAA'),
        content({ type: 'input_file', file_id: 'x' }),
        content({ type: 'text', text: 'x', url: 'http://x' }),
        { api_base: 'http://x' },
        { extra_headers: { host: 'x' } },
        { metadata: { api_base: { url: 'http://x' } } },
        { messages: [{ role: 'user', content: 'x', api_key: 'sk-x' }] },
        { messages: [{ role: 'root', content: 'x' }] },
        { messages: [{ role: 'tool', content: 'x' }] },
        { messages: [{ role: 'user', content: 5 }] },
        { stream: 'true' },
        { stream: 1 },
        { stream_options: { include_usage: true } },
        { stream: true, stream_options: { include_usge: true } },
        { n: 129 },
        { best_of: 2 },
        { temperature: 1e308 },
        { top_p: -1 },
        { seed: 2 ** 63 },
        { stop: Array.from({ length: 1_000 }, () => 'x') },
        { logit_bias: Object.fromEntries(Array.from({ length: 301 }, (_, at) => [at, 1])) },
        { constructor: { prototype: { a: 1 } } },
      ]),
      400,
    );
  });

  test('C20: tools that are too many, named twice or named oddly', async () => {
    const tool = (name: string, more: object = {}): object => ({
      type: 'function',
      function: { name, ...more },
    });
    await expectRefused(
      refusedChats([
        { tools: Array.from({ length: 513 }, (_, at) => tool(`t${at}`)) },
        { tools: [tool('same'), tool('same')] },
        { tools: [tool('a'.repeat(65))] },
        { tools: [tool('a b')] },
        { tools: [tool('\u00e4')] },
        { tools: [tool('')] },
        { tools: [tool('x', { parameters: [] })] },
        { tools: [tool('x', { parameters: 'object' })] },
        { tools: [tool('x', { url: 'http://x' })] },
        { tools: [{ type: 'web_search' }] },
        { tool_choice: { type: 'function', function: { name: 'absent' } } },
      ]),
      400,
    );
  });

  test('C12: both names of the ceiling, alike or not', async () => {
    const two = refusedChats([
      { max_tokens: 5, max_completion_tokens: 5 },
      { max_tokens: 5, max_completion_tokens: 6 },
    ]);
    const hits = await expectRefused(two, 400);
    expect(hits.map(codeOf)).toEqual(['unsupported_parameter', 'unsupported_parameter']);
    await expectRefused(refusedChats([{ max_tokens: 5, max_completion_tokens: 0 }]), 400);
    const absent = shotAt(CHAT, chat({ max_completion_tokens: null }));
    const served = await war.unhurt.by(() => war.sender.public(absent), { bought: true });
    expect(served.status).toBe(200);
  });

  test('C33: labels beyond their bounds', async () => {
    await expectRefused(
      refusedChats([
        { user: 'a'.repeat(513) },
        { metadata: { a: 'a'.repeat(513) } },
        { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`k${at}`, 'x'])) },
      ]),
      400,
    );
  });

  test('C37: texts that careless patterns run on for ever', async () => {
    const names = [`${'a'.repeat(1_000_000)}!`, '('.repeat(100_000), ' '.repeat(1_000_000)];
    await expectRefused(
      refusedChats([
        ...names.map((name) => ({ model: name })),
        ...names.map((name) => ({ tools: [{ type: 'function', function: { name } }] })),
        ...names.map((url) => ({
          messages: [
            {
              role: 'user',
              content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${url}!` } }],
            },
          ],
        })),
      ]),
      400,
    );
  });

  test('R03, R04, R05, R06, R09: inputs, tools and formats of responses', async () => {
    const ask = (more: object): Shot => shotAt(RESPONSES, { model, input: 'x', ...more });
    const all: object[] = [
      { input: [] },
      { input: [{ type: 'item_reference', id: 'x' }] },
      { input: [{ type: 'function_call_output', call_id: 'x' }] },
      { input: [{ type: 'function_call_output', call_id: 'unknown', output: 'x' }] },
      { input: Array.from({ length: 10_000 }, () => ({ role: 'user', content: 'x' })) },
      { tools: [{ type: 'web_search' }] },
      { tools: [{ type: 'file_search', vector_store_ids: [] }] },
      { tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] },
      { tools: [{ type: 'mcp', server_label: 'x', server_url: 'http://169.254.169.254' }] },
      { tools: [{ type: 'image_generation', input_image_mask: { file_id: 'file-x' } }] },
      {
        tools: [{ type: 'function', name: 'x', parameters: {} }],
        tool_choice: { type: 'function', function: { name: 'x' } },
      },
      { text: { format: { type: 'json_schema', name: 'x' } } },
      { text: { format: { type: 'json_schema', name: 'x', schema: 'x' } } },
      { previous_response_id: 'resp_x' },
      { conversation: 'x' },
      { background: true },
      { store: true },
    ];
    const shots = all.map((more): [string, Shot] => [JSON.stringify(more).slice(0, 90), ask(more)]);
    await expectRefused(Object.fromEntries(shots), 400);
    await expectRefused({ embedding: ask({ model: 'demo/demo-embed' }) }, 400, 404);
  });

  test('R13: grammars that grow or run for ever, and large tools, are words to be counted', async () => {
    const custom = (name: string, syntax: string, definition: string): object => ({
      type: 'custom',
      name,
      format: { type: 'grammar', syntax, definition },
    });
    const ask = (tools: object[]): Shot =>
      shotAt(RESPONSES, { model, input: 'x', max_output_tokens: 20, tools });
    const doubling = Array.from({ length: 60 }, (_, at) => `r${at}: r${at + 1} r${at + 1}`);
    const large = Array.from({ length: 25 }, (_, at) =>
      custom(`t${at}`, 'lark', 'x '.repeat(32_000)),
    );
    const shots = [
      ask([custom('a', 'lark', [...doubling, 'r60: "a"'].join('\n'))]),
      ask([custom('a', 'regex', `^(a+)+$${'(a|a)*'.repeat(999)}`)]),
      ask(large),
    ];
    const hits = await war.by(() => inTurn(shots, war.sender.public), { bought: true });
    expect(hits.map(({ status }) => status)).toEqual([200, 200, 400]);
    expect(codeOf(hits[2] as Hit)).toBe('context_length_exceeded');
  });

  test('R13: large tools of messages are words to be counted', async () => {
    const tools = (count: number, description: string): object[] =>
      Array.from({ length: count }, (_, at) => ({
        name: `t${at}`,
        description,
        input_schema: { type: 'object', properties: {} },
      }));
    const ask = (given: object[]): Shot => shotAt(MESSAGES, chat({ max_tokens: 20, tools: given }));
    const shots = [ask(tools(25, 'x '.repeat(1_000))), ask(tools(25, 'x '.repeat(32_000)))];
    const hits = await war.by(() => inTurn(shots, war.sender.public), { bought: true });
    expect(hits.map(({ status }) => status)).toEqual([200, 400]);
    expect(codeOf(hits[1] as Hit)).toBe('context_length_exceeded');
  });

  test('F01, F02, F03: turns, tools and addresses of messages, asked and counted', async () => {
    const turns = (content: unknown): object => ({ messages: [{ role: 'user', content }] });
    const result = { type: 'tool_result', tool_use_id: 'unknown', content: 'x' };
    const use = { type: 'tool_use', id: 'a', name: 'x', input: {} };
    const inner = 'http://169.254.169.254/latest';
    const all: object[] = [
      { messages: [] },
      turns([]),
      turns([7]),
      turns([{ type: 'text' }]),
      turns([{ type: '__proto__' }]),
      turns([result]),
      { messages: [{ role: 'assistant', content: [use] }] },
      { messages: [{ role: 'assistant', content: [use, use] }, ...messages] },
      { messages: Array.from({ length: 10_000 }, () => messages[0]) },
      { system: [{ type: 'image' }] },
      { tools: [{ type: 'web_search_20250305', name: 'x' }] },
      { tools: [{ type: 'code_execution_20250825', name: 'x' }] },
      {
        tools: [
          { name: 'x', input_schema: {} },
          { type: 'mcp_toolset', name: 'y' },
        ],
      },
      { mcp_servers: [{ type: 'url', url: inner, name: 'x' }] },
      { container: { skills: [] } },
      { speed: 'fast' },
      { inference_geo: 'us' },
      { cache_control: { type: 'ephemeral', ttl: '2h' } },
      turns([{ type: 'image', source: { type: 'url', url: inner } }]),
      turns([{ type: 'image', source: { type: 'file', file_id: 'x' } }]),
      turns([{ type: 'document', source: { type: 'url', url: inner } }]),
      turns([{ type: 'container_upload', file_id: 'x' }]),
    ];
    const counted = (more: object): object => ({ model, messages, ...more });
    const shots = all.flatMap((more): [string, Shot][] => [
      [JSON.stringify(more).slice(0, 90), shotAt(MESSAGES, chat(more))],
    ]);
    await expectRefused(Object.fromEntries(shots), 400);
    const counts = all
      .slice(10)
      .map((more): [string, Shot] => [
        JSON.stringify(more).slice(0, 90),
        shotAt(COUNT, counted(more)),
      ]);
    await expectRefused(Object.fromEntries(counts), 400);
    await expectRefused({ embedding: shotAt(MESSAGES, chat({ model: 'demo/demo-embed' })) }, 400);
  });

  test('F04: keys in two places, and headers that buy or break something', async () => {
    const ask = (headers: Headers): Shot => shotAt(MESSAGES, chat(), headers);
    const other = war.bob.key;
    await expectRefused(
      {
        'two keys': ask({ 'x-api-key': other }),
        'a key and a half': ask({ 'x-api-key': `${war.alice.key}x` }),
        'one that is none': ask({ authorization: '', 'x-api-key': 'svc_live_nobody' }),
      },
      401,
    );
    await expectRefused(
      {
        twice: ask({ 'x-api-key': [war.alice.key, other] }),
        'another version': ask({ 'anthropic-version': '2023-01-01' }),
        'a line of features': ask({ 'anthropic-beta': 'a,'.repeat(200) }),
        'an odd feature': ask({ 'anthropic-beta': 'a;b' }),
      },
      400,
    );
  });

  test('F05: floods to be counted', async () => {
    const count = (more: object): Shot => shotAt(COUNT, { model, messages, ...more });
    const content = 'a word '.repeat(2_000_000);
    const tools = Array.from({ length: 25 }, (_, at) => ({
      name: `t${at}`,
      description: 'x '.repeat(32_000),
      input_schema: { type: 'object' },
    }));
    const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`) as object;
    await expectRefused(
      {
        'a long text': count({ messages: [{ role: 'user', content }] }),
        'large tools': count({ tools }),
        'a deep block': count({ messages: [{ role: 'user', content: [{ type: 'x', deep }] }] }),
      },
      200,
    );
    await expectRefused({ 'too long': shotAt(COUNT, ' '.repeat(20_971_521)) }, 413);
  });

  test('C41: quotes', async () => {
    const messages = [{ role: 'user', content: 'x' }];
    const quote = (more: object, headers: Headers = {}): Shot =>
      shotAt(QUOTE, { model, messages, ...more }, headers);
    const content = 'a word '.repeat(2_000_000);
    const parameters = { type: 'object', description: 'x '.repeat(32_000) };
    const tools = Array.from({ length: 25 }, (_, at) => ({
      type: 'function',
      function: { name: `t${at}`, parameters },
    }));
    await expectRefused(
      {
        'a long text': quote({ messages: [{ role: 'user', content }] }),
        'large tools': quote({ tools }),
        'a model for embeddings': quote({ model: 'demo/demo-embed' }),
        'a picture elsewhere': quote({
          messages: [
            {
              role: 'user',
              content: [{ type: 'image_url', image_url: { url: 'http://127.0.0.1/x.png' } }],
            },
          ],
        }),
        'a wallet of somebody else': quote({ user_id: war.bob.key }),
        'no body': shotAt(QUOTE, ''),
      },
      400,
    );
    await expectRefused({ 'no such model': quote({ model: 'demo/none' }) }, 404);
    await expectRefused({ 'half a key': quote({}, { authorization: 'Bearer svc_live_x' }) }, 401);
    await expectRefused({ 'too long': shotAt(QUOTE, ' '.repeat(20_971_521)) }, 413);
    const flood = Array.from({ length: 100 }, (_, at) => [`quote ${at}`, quote({})] as const);
    const hits = await expectRefused(Object.fromEntries(flood), 200);
    expect(new Set(hits.map(({ text }) => text)).size).toBe(1);
  });

  test('B01, B02, B03, B05: inputs and formats of embeddings', async () => {
    const ask = (more: object): Shot =>
      shotAt(EMBEDDINGS, { model: 'demo/demo-embed', input: 'x', ...more });
    const all: object[] = [
      { input: '' },
      { input: [] },
      { input: [''] },
      { input: null },
      { input: Array.from({ length: 3_000 }, () => 'x') },
      { input: [[['x']]] },
      { input: [1, 'x'] },
      { input: [-1] },
      { input: { toString: 1 } },
      { input_type: 'search_query' },
      { input_type: 'x' },
      { truncate: 'end' },
      { encoding_format: 'hex' },
      { dimensions: 1e9 },
      { dimensions: 0 },
      { dimensions: -1 },
      { dimensions: 1.5 },
    ];
    const shots = all.map((more): [string, Shot] => [JSON.stringify(more).slice(0, 90), ask(more)]);
    await expectRefused(Object.fromEntries(shots), 400);
    await expectRefused({ chat: ask({ model }) }, 400, 404);
  });

  test('B01, B02, B03: inputs of moderations', async () => {
    const ask = (more: object): Shot => shotAt(MODERATIONS, { model: JUDGE, input: 'x', ...more });
    const url = 'https://example.com/a.png';
    const all: object[] = [
      { input: '' },
      { input: null },
      { input: 1 },
      { input: [] },
      { input: [''] },
      { input: [1] },
      { input: ['x', { type: 'text', text: 'x' }] },
      { input: [{ type: 'text' }] },
      { input: [{ type: 'text', text: '' }] },
      { input: [{ type: 'file', file: {} }] },
      { input: [{ type: 'image_url', image_url: url }] },
      { input: [{ type: 'image_url', image_url: { url: 'file:///etc/passwd' } }] },
      { input: [{ type: 'image_url', image_url: { url, detail: 'high' } }] },
      { input: [{ type: 'image_url', image_url: { url } }] },
      { input: Array.from({ length: 1_001 }, () => 'x') },
      { stream: true },
      { svg: { model: 'gpt-5' } },
    ];
    const shots = all.map((more): [string, Shot] => [JSON.stringify(more).slice(0, 90), ask(more)]);
    await expectRefused(Object.fromEntries(shots), 400);
    await expectRefused({ chat: ask({ model }) }, 400, 404);
  });

  test('B01, B02, B03: queries, documents and terms of rerank calls', async () => {
    const ask = (more: object): Shot =>
      shotAt(RERANK, { model: BGE, query: 'x', documents: ['a', 'b'], ...more });
    const all: object[] = [
      { query: '' },
      { query: null },
      { query: ['x'] },
      { documents: [] },
      { documents: null },
      { documents: 'a' },
      { documents: [''] },
      { documents: [1] },
      { documents: [null] },
      { documents: [['a']] },
      { documents: [{ title: 'a' }] },
      { documents: [{ text: '' }] },
      { documents: [{ text: 'a', n: 1 }] },
      { documents: [{ text: 'a', title: 'b' }] },
      { documents: Array.from({ length: 10_001 }, () => 'a') },
      { top_n: 0 },
      { top_n: -1 },
      { top_n: 1.5 },
      { top_n: '1' },
      { top_n: 1e9 },
      { return_documents: 'true' },
      { rank_fields: ['text'] },
      { rank_fields: [] },
      { max_tokens_per_doc: 0 },
      { max_tokens_per_doc: 1 },
      { documents: [{ text: 'a', image: 'https://example.com/a.png' }] },
      { priority: 0 },
      { svg: { model: 'gpt-5' } },
    ];
    const shots = all.map((more): [string, Shot] => [JSON.stringify(more).slice(0, 90), ask(more)]);
    await expectRefused(Object.fromEntries(shots), 400);
    await expectRefused({ chat: ask({ model }) }, 400, 404);
  });

  test('B01, B02, B03: prompts and terms of images', async () => {
    const ask = (more: object): Shot => shotAt(IMAGES, { model: FLUX, prompt: 'x', ...more });
    const all: object[] = [
      { prompt: '' },
      { prompt: null },
      { prompt: ['x'] },
      { prompt: 'x'.repeat(32_001) },
      { n: '1' },
      { n: '10' },
      { n: 0 },
      { n: -1 },
      { n: 1.5 },
      { n: 11 },
      { n: 1e9 },
      { n: { toString: 1 } },
      { size: '0x0' },
      { size: '1x1' },
      { size: '99999x99999' },
      { size: '999999x999999' },
      { size: '1024X1024' },
      { size: 1_024 },
      { size: '1024x1024\u0000' },
      { quality: 'high' },
      { quality: '__proto__' },
      { resolution: '4k' },
      { response_format: 'url' },
      { response_format: 'b64_json ' },
      { stream: true },
      { stream: 'true' },
      { partial_images: 3 },
      { image: 'data:image/png;base64,iVBORw0KGgo=' },
      { svg: { model: 'gpt-5' } },
      { webhook: 'https://example.com' },
    ];
    const shots = all.map((more): [string, Shot] => [JSON.stringify(more).slice(0, 90), ask(more)]);
    await expectRefused(Object.fromEntries(shots), 400);
    await expectRefused({ chat: ask({ model }) }, 400, 404);
  });
});

describe('texts to be read aloud', () => {
  test('B01, B02, B03: texts, voices and terms of speech', async () => {
    const ask = (more: object): Shot =>
      shotAt(SPEECH, { model: KOKORO, input: 'x', voice: 'x', ...more });
    const all: object[] = [
      { input: '' },
      { input: null },
      { input: ['x'] },
      { input: 'x'.repeat(4_097) },
      { input: '🦊'.repeat(4_097) },
      { voice: '' },
      { voice: null },
      { voice: 'x\u0000' },
      { voice: 'x'.repeat(129) },
      { voice: { id: '' } },
      { voice: { id: 'x', name: 'x' } },
      { voice: ['x'] },
      { instructions: 'x' },
      { instructions: 'x'.repeat(4_097) },
      { response_format: 'exe' },
      { response_format: 'MP3' },
      { response_format: 'text/html' },
      { speed: 0 },
      { speed: -1 },
      { speed: 1e9 },
      { speed: '1' },
      { stream_format: 'SSE' },
      { stream_format: true },
      { stream: true },
      { ssml: '<speak/>' },
      { callback: 'https://example.com' },
    ];
    const shots = all.map((more): [string, Shot] => [JSON.stringify(more).slice(0, 90), ask(more)]);
    await expectRefused(Object.fromEntries(shots), 400);
    await expectRefused({ chat: ask({ model }) }, 400, 404);
  });
});

describe('wallets', () => {
  test('C29, B3, B4: an empty one on every paid route and mode, twenty at once', async () => {
    const { demo } = war;
    const user = await demo.platform<{ id: string }>('POST', '/users', {
      email: `poor-${randomUUID()}@attacks.example`,
      password: 'a password for a campaign',
    });
    const key = await demo.platform<{ secret: string }>('POST', `/users/${user.body.id}/keys`, {
      name: 'poor',
      mode: 'live',
    });
    const poor = { authorization: `Bearer ${key.body.secret}` };
    const later = { ...poor, prefer: 'respond-async' };
    const kept = (): Headers => ({ ...poor, 'idempotency-key': randomUUID() });
    const responses = { model, input: 'x', max_output_tokens: 20 };
    const ways: Record<string, Shot> = {
      chat: shotAt(CHAT, chat(), poor),
      'a chat as a stream': shotAt(CHAT, chat({ stream: true }), poor),
      'a chat for later': shotAt(CHAT, chat(), later),
      'a chat under a key': shotAt(CHAT, chat(), kept()),
      responses: shotAt(RESPONSES, responses, poor),
      'responses for later': shotAt(RESPONSES, responses, later),
      embeddings: shotAt(EMBEDDINGS, { model: 'demo/demo-embed', input: 'x' }, poor),
      images: shotAt(IMAGES, { model: FLUX, prompt: 'x' }, poor),
      rerank: shotAt(RERANK, { model: BGE, query: 'x', documents: ['x'] }, poor),
      moderations: shotAt(MODERATIONS, { model: JUDGE, input: 'x' }, poor),
      speech: shotAt(SPEECH, { model: KOKORO, input: 'x', voice: 'x' }, poor),
      transcriptions: shotAt(TRANSCRIPTIONS, { model: WHISPER, file: WAV_URL }, poor),
    };
    const hits = await expectRefused(ways, 402);
    expect(new Set(hits.map(codeOf))).toEqual(new Set(['insufficient_credit']));
    const first = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`the first calls, ${at}`, shotAt(CHAT, chat(), poor)]),
    );
    await expectRefused(first, 402);
  });

  test('O04: who is named in the body does not pay', async () => {
    const { alice, bob, unhurt, sender } = war;
    const consumed = async (id: string): Promise<bigint> => {
      const sql = 'select consumed_n from billing.wallet where user_id = cast(:id as uuid)';
      const named = { id: decodeId('usr', id) };
      const wallet = await row<{ consumed_n: bigint }>(unhurt.owner, sql, named);
      return wallet?.consumed_n ?? 0n;
    };
    const before = [await consumed(alice.id), await consumed(bob.id)];
    const body = chat({ user: bob.id, metadata: { user_id: bob.id, organization_id: bob.id } });
    const headers = { 'x-organization-id': bob.id, 'x-svc-user': bob.id };
    const hit = await unhurt.by(() => sender.public(shotAt(CHAT, body, headers)), { bought: true });
    expect([200, 400]).toContain(hit.status);
    await eventually(async () => (await consumed(alice.id)) > (before[0] ?? 0n));
    expect(await consumed(bob.id)).toBe(before[1]);
  });
});

describe('what is text stays text', () => {
  const served = async (body: object, headers: Headers = {}): Promise<Hit> =>
    war.unhurt.by(() => war.sender.public(shotAt(CHAT, body, headers)), { bought: true });

  test('C18, C32: marks, lone halves of pairs and imitated frames come back as they are, whole and streamed', async () => {
    const bearer = { authorization: `Bearer ${war.alice.testKey}` };
    const texts = [
      'data: [DONE]\n\ndata: {"x":1}\n\n',
      '\r\n\r\nHTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\n\r\n',
      '\u001b[31mred\u001b[0m \u0007',
      '=cmd|calc!A0 <script>alert(1)</script>',
      '\u202Eright to left\u202C \u200D\u200B',
      '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
      `a${'\u0301'.repeat(200)}`,
      'with \u0000 inside',
      'half \ud800 a pair',
    ];
    for (const content of texts) {
      const body = { model: 'sandbox/echo', messages: [{ role: 'user', content }] };
      const whole = await served(body, bearer);
      expect([content, whole.status]).toEqual([content, 200]);
      const answer = JSON.parse(whole.text) as { choices: [{ message: { content: string } }] };
      const echoed = answer.choices[0].message.content;
      const stream = await served({ ...body, stream: true }, bearer);
      const frames = stream.text.split('\n\n').filter((frame) => frame !== '');
      expect(frames.at(-1)).toBe('data: [DONE]');
      const pieces = frames.slice(0, -1).map((frame) => {
        expect(frame).toMatch(/^data: \{[^\n\r]*\}$/);
        const { choices } = JSON.parse(frame.slice(6)) as {
          choices: { delta: { content?: string } }[];
        };
        return choices[0]?.delta.content ?? '';
      });
      expect(pieces.join('')).toBe(echoed);
      expect(echoed).toContain(content.isWellFormed() ? content.trim() : 'half ');
    }
  });

  test('C38, I-08: one request under one key, its members in another order and its numbers written otherwise', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await served(chat(), key);
    expect(first.status).toBe(200);
    const other = `{ "max_tokens" : 2.0e1, "messages":${JSON.stringify(messages)} ,"model":${JSON.stringify(model)}}`;
    const again = await war.by(() => war.sender.public(shotAt(CHAT, other, key)));
    expect([again.status, again.headers['x-idempotent-replay'], again.text]).toEqual([
      200,
      'true',
      first.text,
    ]);
  });

  test('I-03, I-04: one value under a test key is its own, and on another route it is refused', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const test = { ...key, authorization: `Bearer ${war.alice.testKey}` };
    expect((await served(chat(), key)).status).toBe(200);
    const sandbox = await served({ model: 'sandbox/echo', messages }, test);
    expect([sandbox.status, sandbox.headers['x-svc-provider']]).toEqual([200, 'sandbox']);
    const elsewhere = {
      responses: shotAt(RESPONSES, { model, input: 'x' }, key),
      embeddings: shotAt(EMBEDDINGS, { model: 'demo/demo-embed', input: 'x' }, key),
      images: shotAt(IMAGES, { model: FLUX, prompt: 'x' }, key),
      rerank: shotAt(RERANK, { model: BGE, query: 'x', documents: ['x'] }, key),
      moderations: shotAt(MODERATIONS, { model: JUDGE, input: 'x' }, key),
      speech: shotAt(SPEECH, { model: KOKORO, input: 'x', voice: 'x' }, key),
      transcriptions: shotAt(TRANSCRIPTIONS, { model: WHISPER, file: WAV_URL }, key),
    };
    const hits = await expectRefused(elsewhere, 409);
    expect(hits.map(codeOf)).toEqual(hits.map(() => 'idempotency_key_mismatch'));
  });

  test('K12, C36: a provider’s secret beside a good key goes nowhere, and JSON is what there is', async () => {
    const secret = `sk-proj-${createHash('sha256').update(randomUUID()).digest('hex')}`;
    await war.demo.clearInvoice();
    const hit = await served(chat(), {
      'x-api-key': secret,
      'api-key': secret,
      'x-goog-api-key': secret,
      accept: 'text/html',
      'accept-encoding': 'identity;q=0',
    });
    expect([hit.status, hit.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^application\/json/),
    ]);
    expect(hit.text).not.toContain(secret);
    const invoice = await war.demo.invoice();
    expect(invoice.map(({ credential }) => credential === secret.slice(-4))).toEqual([false]);
    const stored = await rows(
      war.unhurt.owner,
      `select 1 from requests.record r where r::text like :secret`,
      { secret: `%${secret}%` },
    );
    expect(stored).toEqual([]);
  });
});

describe('the list of models', () => {
  const listed = async ({ key }: Person, query = ''): Promise<string> => {
    const headers = { authorization: `Bearer ${key}` };
    const hit = await war.unhurt.by(() =>
      war.sender.public({ method: 'GET', path: `/v1/models${query}`, headers }),
    );
    expect(hit.status).toBe(200);
    return hit.text;
  };
  const idsIn = (text: string): string[] =>
    (JSON.parse(text) as { data: { id: string }[] }).data.map(({ id }) => id);
  const asUser = (person: Person, method: string, path: string, body?: object): Promise<Hit> =>
    war.sender.public({
      method,
      path,
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  test('M01: is that of the caller’s own decisions, and tells nobody’s prices', async () => {
    const { alice, bob, demo } = war;
    const raised = await demo.platform('PUT', `/users/${bob.id}/pricing-uplift`, {
      uplift_bp: 7_500,
    });
    expect(raised.status).toBe(200);
    const models = async (person: Person): Promise<UserModel[]> =>
      JSON.parse((await asUser(person, 'GET', '/api/models')).text) as UserModel[];
    const priceOf = async (person: Person): Promise<string | undefined> =>
      (await models(person)).find((one) => one.model === model)?.prices['output'];
    expect(Number(await priceOf(bob))).toBeCloseTo(Number(await priceOf(alice)) * 1.75, 12);
    const off = (await models(alice)).find((one) => one.model === 'demo/demo-large');
    const path = `/api/models/${off?.id}`;
    expect((await asUser(alice, 'PUT', path, { enabled: false })).status).toBe(200);
    await eventually(async () => !idsIn(await listed(alice)).includes('demo/demo-large'));
    const [own, others] = [await listed(alice), await listed(bob)];
    expect(idsIn(others)).toContain('demo/demo-large');
    expect(idsIn(others).filter((id) => !idsIn(own).includes(id))).toEqual(['demo/demo-large']);
    expect(own + others).not.toMatch(/price|uplift|credit/u);
    const shownTo = (text: string): number =>
      Number(
        (JSON.parse(text) as { data: { id: string; pricing: { completion: string } }[] }).data.find(
          ({ id }) => id === model,
        )?.pricing.completion,
      );
    await expectRefused({ off: shotAt(CHAT, chat({ model: 'demo/demo-large' })) }, 404);
    expect((await asUser(alice, 'PUT', path, { enabled: true })).status).toBe(200);
    await eventually(async () => idsIn(await listed(alice)).includes('demo/demo-large'));
    expect(shownTo(await listed(bob))).toBeCloseTo(shownTo(await listed(alice)) * 1.75, 18);
  });

  test('M03: is the same whatever a query asks for that means nothing, and no page is larger than allowed', async () => {
    const plain = await listed(war.alice);
    for (const query of ['limit[]=1', "q='%20or%201=1--", '__proto__=x', 'a=1&a=2'])
      expect([query, await listed(war.alice, `?${query}`)]).toEqual([query, plain]);
    const headers = { authorization: `Bearer ${war.alice.key}` };
    for (const query of ['limit=1e9', 'limit=-1', 'limit=1&limit=2', "after_id='%20or%201=1--"]) {
      const path = `/v1/models?${query}`;
      const { status } = await war.sender.public({ method: 'GET', path, headers });
      expect([query, status]).toEqual([query, query.startsWith('limit') ? 400 : 200]);
    }
  });

  test(`M04: of ${MANY_MODELS} comes from memory, while nobody may read the catalogue or the keys`, async () => {
    const { owner } = war.unhurt;
    // Each as an approved model of its own, with a price.
    await owner.transaction(async (trx) => {
      await trx.raw(
        `with source as (select * from catalog.model where public_id = ?),
           made as (
             insert into catalog.model (id, provider, family, upstream_model, public_id, state, draft, contract)
             select billing.uuid7(now()), provider, family, upstream_model || '-' || n,
               public_id || '-' || n, state, draft, contract
             from source, generate_series(1, ${MANY_MODELS}) n returning id)
         insert into catalog.price_version (id, model_id, prices, effective_at, created_by)
         select billing.uuid7(now()), made.id, price.prices, now(), price.created_by
         from made, lateral (
           select prices, created_by from catalog.price_version
           where model_id = (select id from source) order by effective_at desc limit 1) price`,
        [model],
      );
      await recordChange(trx, 'catalog', null);
    });
    await eventually(async () => idsIn(await listed(war.bob)).length > MANY_MODELS);
    const askLocked = async (trx: Knex.Transaction): Promise<void> => {
      const tables = await trx.raw(
        `select cast(cast(oid as regclass) as text) as name from pg_class
         where relkind = 'r' and relnamespace in ('catalog'::regnamespace, 'keys'::regnamespace)`,
      );
      for (const { name } of tables.rows as { name: string }[]) {
        await trx.raw(`lock table ${name} in access exclusive mode`);
      }
      const ask = (): Promise<Hit> =>
        war.sender.public({
          method: 'GET',
          path: '/v1/models',
          headers: { authorization: `Bearer ${war.bob.key}` },
        });
      const hits = await inTurn(Array.from({ length: 8 }), ask);
      expect(hits.map(({ status }) => status)).toEqual(hits.map(() => 200));
      expect(idsIn(hits.at(-1)?.text ?? '').length).toBeGreaterThan(MANY_MODELS);
    };
    // Whoever reads several tables just then may make a deadlock of the locks, which come one after
    // the other.
    for (let tries = 1; ; tries += 1) {
      const failure = await owner.transaction(askLocked).then(
        () => null,
        (error: unknown) => error,
      );
      if (failure === null) break;
      if (!isRetryable(failure) || tries === LOCK_TRIES_MAX) throw failure;
    }
  });
});

interface UserModel {
  id: string;
  model: string;
  prices: Record<string, string>;
}
