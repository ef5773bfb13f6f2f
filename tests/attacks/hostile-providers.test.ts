import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { row, rows } from '@tollgate/db/connect';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { setUpFamily } from '../support/family-set-up.ts';
import { contentsIn, openCall } from '../support/open-call.ts';
import { removeStateDir } from '@tollgate/deploy/local/paths';
import { aStateDir } from '../support/state-dir.ts';
import { anAuthority } from './certificates.ts';
import { expectOurs } from './ours.ts';
import { RAW_MODEL, aRawProvider, exactly, streaming, wholly } from './raw-provider.ts';
import type { RawProvider, Script } from './raw-provider.ts';
import { sendHit, watchUnhurt } from './unhurt.ts';
import type { Hit, Unhurt } from './unhurt.ts';

const START_MS = 240_000;
const MODEL = `raw/${RAW_MODEL}`;
/** What the hostile provider knows and no caller may see. */
const KEY = 'wednesdays-are-for-sailing';

let demo: Demo;
let unhurt: Unhurt;
let raw: RawProvider;
let credential: string;
let folder: string;
const secured: Record<string, RawProvider> = {};

beforeAll(async () => {
  raw = await aRawProvider();
  const authority = await anAuthority();
  const stranger = await anAuthority();
  const here = { ip: '127.0.0.1' };
  const good = await authority.issue(here);
  secured['good'] = await aRawProvider(good);
  secured['expired'] = await aRawProvider(await authority.issue(here, { from: -9, to: -1 }));
  secured['of an unknown authority'] = await aRawProvider(await stranger.issue(here));
  secured['of another host'] = await aRawProvider(await authority.issue({ name: 'other.example' }));
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  secured['of TLS 1.0'] = await aRawProvider({ ...good, ...old });
  folder = await aStateDir();
  const trusted = join(folder, 'authority.pem');
  await writeFile(trusted, authority.certificate);
  const ports = [raw, ...Object.values(secured)].map(({ port }) => `127.0.0.1:${port}`);
  demo = await aDemo({
    timerScale: 0.1,
    env: { ALLOWED_PRIVATE_UPSTREAMS: ports.join(','), NODE_EXTRA_CA_CERTS: trusted },
  });
  unhurt = await watchUnhurt(demo);
  unhurt.hide(KEY);
  credential = await setUpFamily(demo, {
    family: 'openai-compatible',
    provider: 'raw',
    credential: { api_key: KEY },
    origin: `http://127.0.0.1:${raw.port}`,
    path: '/v1',
    models: [MODEL],
  });
}, START_MS);
afterAll(async () => {
  await unhurt?.close();
  await demo?.stack.drop();
  await raw?.close();
  await Promise.all(Object.values(secured).map((provider) => provider.close()));
  if (folder !== undefined) await removeStateDir(folder);
}, START_MS);

const bodyOf = (more: object): Record<string, unknown> => ({
  model: MODEL,
  messages: [{ role: 'user', content: 'And then?' }],
  max_tokens: 200,
  ...more,
});

/** One call, whose answer is ours whatever the provider said. */
async function ask(more: object = {}): Promise<Hit> {
  const body = bodyOf(more);
  const hit = await unhurt.by(
    () =>
      sendHit(`${demo.env.TOLLGATE_BASE_URL}/chat/completions`, {
        headers: {
          authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      }),
    { bought: true },
  );
  expectOurs(hit, String(body['model']));
  return hit;
}

async function reported(script: Script, more: object = {}): Promise<Hit> {
  raw.play(script);
  return ask(more);
}

const steered = (directive: string, more: object = {}): Promise<Hit> =>
  ask({
    model: demo.env.TOLLGATE_MODEL,
    messages: [{ role: 'user', content: `[[provider: ${directive}]] And then?` }],
    ...more,
  });

const codeOf = ({ text }: Hit): string | undefined =>
  (JSON.parse(text) as { error?: { code: string } }).error?.code;

const USAGE = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
const completion = (message: object, more: object = {}): string =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: RAW_MODEL,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: null, ...message },
        finish_reason: 'stop',
      },
    ],
    usage: USAGE,
    ...more,
  });
/** Stands for what no writer of JSON could write. */
const DEEP = '5,000 deep';
const deepened = (text: string): string =>
  text.replaceAll(`"${DEEP}"`, '['.repeat(5_000) + ']'.repeat(5_000));
const HONEST = completion({ content: 'Well.' });
const chunk = (delta: object, more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'c', created: 1, model: RAW_MODEL, choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`;
const FINISH = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: USAGE })}\n\n`;
const DONE = 'data: [DONE]\n\n';

/** Failures in a row would shut the credential. */
async function serveOnce(): Promise<void> {
  const hit = await reported(wholly(HONEST));
  expect(hit.status).toBe(200);
}

interface Wallet {
  consumed: string;
  reserved: string;
}
const consumed = async (): Promise<bigint> => {
  const { body } = await demo.user<Wallet>('GET', '/credits');
  expect(body.reserved).toBe('0.000000000');
  return BigInt(body.consumed.replace('.', ''));
};

describe('W02: the head of a reply', () => {
  const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
  const LENGTH = `Content-Length: ${HONEST.length}\r\n`;
  const SIZE = HONEST.length.toString(16);
  afterEach(serveOnce);

  test.each([false, true])(
    'W02: none of its headers reach the caller, stream: %s',
    async (stream) => {
      const hit = await steered('hostile-headers', { stream });
      expect(hit.status).toBe(200);
      expect(JSON.stringify(hit.headers)).not.toMatch(/stranger|stolen|elsewhere/);
    },
  );

  test.each([
    ['garbage that says it is Brotli', `${OK}Content-Encoding: br\r\n${LENGTH}\r\n${HONEST}`],
    ['garbage that says it is gzip', `${OK}Content-Encoding: gzip\r\n${LENGTH}\r\n${HONEST}`],
    [
      'a length and chunks',
      `${OK}${LENGTH}Transfer-Encoding: chunked\r\n\r\n${SIZE}\r\n${HONEST}\r\n0\r\n\r\n`,
    ],
    ['two lengths', `${OK}${LENGTH}Content-Length: 7\r\n\r\n${HONEST}`],
    ['a length with a sign', `${OK}Content-Length: +${HONEST.length}\r\n\r\n${HONEST}`],
    [
      'a chunk size that is none',
      `${OK}Transfer-Encoding: chunked\r\n\r\n0x5\r\n${HONEST}\r\n0\r\n\r\n`,
    ],
    ['NUL in a header', `${OK}X-Nul: a\u0000b\r\n${LENGTH}\r\n${HONEST}`],
    ['a blank before the colon', `${OK}X-Blank : a\r\n${LENGTH}\r\n${HONEST}`],
    ['a header of a megabyte', `${OK}X-Long: ${'a'.repeat(1_048_576)}\r\n${LENGTH}\r\n${HONEST}`],
    ['another protocol', `HTTP/9.9 200 OK\r\n${LENGTH}\r\n${HONEST}`],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ])('W02: %s is no answer', async (_name, bytes) => {
    const before = await consumed();
    const hit = await reported(exactly(bytes));
    expect(hit.status).toBe(502);
    expect(codeOf(hit)).toMatch(/^upstream_/);
    expect(await consumed()).toBe(before);
  });
});

test.each(['xchunked', 'chunked, identity'])(
  'W02: a transfer coding %j is not handed on',
  async (coding) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: ${coding}\r\n`;
    const hit = await reported(exactly(`${head}\r\n${HONEST}`));
    expect(hit.status).toBe(200);
    expect(JSON.stringify(hit.headers)).not.toContain(coding);
  },
);

describe('W03: bytes of a stream that want to be frames of ours', () => {
  afterEach(serveOnce);

  test('W03: an end mark inside of a text stays inside of it', async () => {
    const text = 'a\n\ndata: [DONE]\n\nevent: x\r\rid: 1\n\ndata: {"choices":[]}\n\n\u2028\u0000';
    const hit = await reported(streaming(chunk({ content: text }) + FINISH + DONE), {
      stream: true,
    });
    expect(contentsIn(hit.text)).toEqual([text]);
    expect(hit.text.endsWith(DONE)).toBe(true);
  });

  test.each([
    ['event, id and retry', 'event: x\nid: 7\nretry: 1\nflavour: plain\n'],
    ['comments', ': data: [DONE]\n: x\n\n'],
    ['an id with NUL', 'id: a\u0000b\n'],
    ['a byte order mark', '\uFEFF'],
    ['empty lines', '\n\n\r\n\r\r'],
  ])('W03: %s around frames are dropped', async (_name, noise) => {
    const hit = await reported(streaming(noise + chunk({ content: 'Well.' }) + FINISH + DONE), {
      stream: true,
    });
    expect(contentsIn(hit.text)).toEqual(['Well.']);
    expect(hit.text).not.toMatch(/event:|id:|retry:|flavour/);
  });

  test.each([
    [
      'an unescaped line break',
      `data: {"choices":[{"index":0,"delta":{"content":"b\n\n${DONE}"}}]}\n\n`,
    ],
    ['CR alone inside of a frame', `data: {"choices":[{"index":0,"delta"\r\rdata: [DONE]\r\r`],
    [
      'a frame of ours, sent as an error',
      `data: {"error":{"message":"${KEY}","code":"internal_error"}}\n\n`,
    ],
    ['bytes that are no UTF-8', 'data: {"choices":[{"index":0,"delta":{"content":"\\ud83d'],
  ])('W03: %s ends the stream as a broken one', async (_name, broken) => {
    const before = await consumed();
    const hit = await reported(streaming(chunk({ content: 'Well.' }) + broken), { stream: true });
    expect(hit.status).toBe(200);
    expect(contentsIn(hit.text)).toEqual(['Well.']);
    expect(hit.text).toContain('upstream_stream_interrupted');
    expect(hit.text).not.toContain('[DONE]');
    expect(await consumed()).toBeGreaterThan(before);
  });

  test('W03: an end without a finish reason is one end of ours', async () => {
    const sent = `${chunk({ content: 'Well.' })}${DONE}${chunk({ content: 'More.' })}${DONE}`;
    const hit = await reported(streaming(sent), { stream: true });
    expect(contentsIn(hit.text)).toEqual(['Well.']);
    expect(hit.text.match(/"finish_reason":"stop"/gu)).toHaveLength(1);
    expect(hit.text.match(/\[DONE\]/gu)).toHaveLength(1);
  });
});

describe('W04: calls of tools beyond all bounds', () => {
  const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }];
  const call = (more: object = {}): object => ({
    id: 'call_1',
    type: 'function',
    function: { name: 'look', arguments: '{}' },
    ...more,
  });
  const CALLS: [string, object[]][] = [
    [
      '10,000 at once',
      Array.from({ length: 10_000 }, (_, n) => call({ index: n, id: `call_${n}` })),
    ],
    ['arguments of 5 MB', [call({ function: { name: 'look', arguments: 'a'.repeat(5_242_880) } })]],
    [
      'arguments that are an object 5,000 deep',
      [call({ function: { name: 'look', arguments: DEEP } })],
    ],
    ['further fields 5,000 deep', [call({ extra_content: { raw: DEEP } })]],
    ['further fields of 5 MB', [call({ extra_content: { raw: 'a'.repeat(5_242_880) } })]],
    ['a name of 1 MB', [call({ function: { name: 'a'.repeat(1_048_576), arguments: '{}' } })]],
    ['an id of 1 MB', [call({ id: 'a'.repeat(1_048_576) })]],
    ['no name', [call({ function: { arguments: '{}' } })]],
  ];
  const INDEXES: [string, object[]][] = [
    ['index 1e9', [call({ index: 1e9 })]],
    ['a negative index', [call({ index: -1 })]],
    ['a fraction as index', [call({ index: 0.5 })]],
    ['a word as index', [call({ index: '__proto__' })]],
  ];
  afterEach(serveOnce);

  test.each(CALLS)('W04: %s in a whole answer are no answer', async (_name, calls) => {
    const before = await consumed();
    const hit = await reported(wholly(deepened(completion({ tool_calls: calls }))), { tools });
    expect([hit.status, codeOf(hit)]).toEqual([502, 'upstream_invalid_response']);
    expect(await consumed()).toBe(before);
  });

  test.each([...CALLS, ...INDEXES])('W04: %s in a stream break it', async (_name, calls) => {
    const frames = deepened(chunk({ tool_calls: calls }));
    const hit = await reported(streaming(frames + FINISH + DONE), { tools, stream: true });
    if (hit.status === 200) expect(hit.text).toContain('upstream_stream_interrupted');
    else expect([hit.status, codeOf(hit)]).toEqual([502, 'upstream_invalid_response']);
    expect(hit.text.length).toBeLessThan(10_000);
  });

  test.each([
    ['no index', [call(), call({ id: 'call_2' })], 2],
    ['one index for two ids', [call({ index: 0 }), call({ index: 0, id: 'call_2' })], 2],
    ['one id twice', [call({ index: 0 }), call({ index: 1 })], 2],
  ])('W04: %s make calls of our own count', async (_name, calls, count) => {
    const frames = calls.map((one) => chunk({ tool_calls: [one] })).join('');
    const hit = await reported(streaming(frames + FINISH + DONE), { tools, stream: true });
    const indexes = [...hit.text.matchAll(/"tool_calls":\[\{"index":(\d+),"id"/g)].map(
      ([, n]) => n,
    );
    expect(indexes).toEqual(Array.from({ length: count }, (_, n) => String(n)));
    expect(hit.text).toContain('"finish_reason":"tool_calls"');
  });
});

describe('W06: what is told of usage', () => {
  /** Nano-credits of the last word: 5 tokens in at 1, 2 out at 4 credits a million. */
  const WORTH = 5n * 1_000n + 2n * 4_000n;
  const counted = (prompt: number, output: number): object => ({
    usage: { prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output },
  });

  test.each([
    ['in every event, growing', [counted(5, 0), counted(5, 1)]],
    ['in every event, each time the whole', [counted(5, 2), counted(5, 2)]],
    ['larger in the middle than at the end', [counted(900, 900), counted(5, 1)]],
    [
      'nonsense in the middle',
      [{ usage: { prompt_tokens: -1, completion_tokens: 'x' } }, { usage: [] }],
    ],
  ])('W06: %s: the last word counts, once', async (_name, usages) => {
    const before = await consumed();
    const frames = usages.map((usage) => chunk({ content: 'a' }, usage)).join('');
    const hit = await reported(streaming(frames + FINISH + DONE), {
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(hit.text).toContain('"prompt_tokens":5,"completion_tokens":2,"total_tokens":7');
    expect(await consumed()).toBe(before + WORTH);
  });
});

describe('W07: who an answer says it is', () => {
  test.each([
    ['hostile texts', { id: '<script>alert(1)</script>', created: 'now', model: 'other/model' }],
    ['nothing', { id: undefined, created: undefined, model: undefined, object: undefined }],
    ['other types', { id: { a: 1 }, created: -1e300, model: [], object: 7 }],
    ['what we say ourselves', { request_id: 'req_x', error_code: 'none', provider: 'other' }],
    ['a fingerprint without end', { system_fingerprint: 'a'.repeat(100_000) }],
    ['a fingerprint that is markup', { system_fingerprint: '<script>alert(1)</script>' }],
  ])('W07: %s are left behind', async (_name, more) => {
    const whole = await reported(wholly(completion({ content: 'Well.', role: 'system' }, more)));
    expect(whole.status).toBe(200);
    expect(whole.text).toContain('"role":"assistant"');
    const frames = chunk({ content: 'Well.', role: 'system' }, more) + FINISH + DONE;
    const streamed = await reported(streaming(frames), { stream: true });
    expect(contentsIn(streamed.text)).toEqual(['Well.']);
    for (const { text } of [whole, streamed]) {
      expect(text).not.toMatch(/script|other|"role":"system"|req_x/);
      expect(text.length).toBeLessThan(2_000);
    }
  });
});

describe('W08: statuses that are no answer', () => {
  afterEach(serveOnce);

  test.each([
    ...[100, 102, 103, 199].map((status) => `HTTP/1.1 ${status} Wait\r\n\r\n`.repeat(3)),
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'HTTP/1.1 204 No Content\r\n\r\n',
    'HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-4/5\r\n',
    'HTTP/1.1 201 Created\r\nLocation: /elsewhere\r\n',
    'HTTP/1.1 304 Not Modified\r\n\r\n',
    "HTTP/1.1 418 I'm a teapot\r\n",
    'HTTP/1.1 600 Beyond\r\n',
    'HTTP/1.1 999 Beyond\r\n',
  ])('W08: %j is answered 502', async (head) => {
    const before = await consumed();
    const rest = head.endsWith('\r\n\r\n') ? 'HTTP/1.1 200 OK\r\n' : head;
    const first = head.endsWith('\r\n\r\n') ? head : '';
    const bytes = `${first}${rest}Content-Type: application/json\r\nContent-Length: ${HONEST.length}\r\n\r\n${HONEST}`;
    for (const stream of [false, true]) {
      const hit = await reported(exactly(bytes), { stream });
      expect([head, hit.status]).toEqual([head, 502]);
    }
    expect(await consumed()).toBe(before);
  });
});

describe('W13: two reports of usage in one reply', () => {
  afterEach(serveOnce);

  test.each([
    ['the same', `"usage":${JSON.stringify(USAGE)}`],
    ['none', '"usage":null'],
    ['zeros', '"usage": {"prompt_tokens":0,"completion_tokens":0,"total_tokens":0}'],
  ])('W13: %s after the first are no answer', async (_name, second) => {
    const before = await consumed();
    const hit = await reported(wholly(`${HONEST.slice(0, -1)},${second}}`));
    expect(hit.status).toBe(502);
    expect(codeOf(hit)).toBe('upstream_invalid_response');
    expect(await consumed()).toBe(before);
  });

  test('W13: a text that speaks of usage twice is an answer', async () => {
    const hit = await reported(wholly(completion({ content: 'say "usage": 1, "usage": 2' })));
    expect(hit.status).toBe(200);
  });
});

describe('W12: errors that want to tell more than they may', () => {
  const error = (more: object): string =>
    JSON.stringify({ error: { message: 'No.', type: 'invalid_request_error', ...more } });
  afterEach(serveOnce);

  test.each([
    ['the key in the message', { message: `The key ${KEY} is wrong.` }],
    ['the key in the parameter', { message: 'No.', param: KEY }],
    ['the key in the code', { message: 'No.', code: KEY, type: KEY }],
    ['an address', { message: 'refused by 127.0.0.1:5432, see https://internal.example/x' }],
    ['markup as the parameter', { message: 'No.', param: '<script>alert(1)</script>' }],
    ['a megabyte', { message: 'a'.repeat(1_048_576), param: 'b'.repeat(1_048_576) }],
  ])('W12: %s stays with us', async (_name, more) => {
    const body = error(more);
    const hits = [
      await reported(wholly(body, 'HTTP/1.1 400 Bad Request')),
      await reported(wholly(body)),
      await reported(streaming(`data: ${body}\n\n`), { stream: true }),
      await reported(streaming(chunk({ content: 'Well.' }) + `data: ${body}\n\n`), {
        stream: true,
      }),
    ];
    for (const { text } of hits) {
      expect(text).toContain('"code":"upstream_');
      expect(text).not.toContain('<script');
      expect(text.length).toBeLessThan(2_000);
    }
  });
});

const UNCHARGED = `select 1 from billing.reservation r where not exists (
  select from billing.entry e
  where e.op_id = r.op_id and e.kind in ('settle', 'settle_late', 'release')) limit 1`;

describe('W11: more than anybody can read', () => {
  test('W11: a reader that stands still stops the provider, and nobody else', async () => {
    let sent = 0;
    let waiting = false;
    const frame = Buffer.from(chunk({ content: 'word '.repeat(200) }));
    let hangUp = (): void => undefined;
    raw.play((socket) => {
      hangUp = () => socket.destroy();
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n');
      const more = (): void => {
        waiting = false;
        while (!socket.destroyed && !waiting) {
          waiting = !socket.write(frame);
          sent += frame.length;
        }
        socket.once('drain', more);
      };
      more();
    });
    const slow = openCall(demo, bodyOf({ stream: true }), { 'x-stand-still': 'yes' });
    slow.pause();
    await eventually(async () => {
      const before = sent;
      await new Promise((resolve) => setTimeout(resolve, 500));
      return before > 0 && sent === before;
    }, 'the provider was never stopped');
    expect(sent).toBeLessThan(67_108_864);
    await unhurt.by(() => Promise.resolve([]), { bought: true });
    slow.leave();
    await slow.ended;
    // The rest is read without its caller, and charged when it ends, if need be after its hold.
    hangUp();
    await eventually(async () => (await row(unhurt.owner, UNCHARGED)) === null);
  });

  test('W11: 200,000 chunks of one byte are one answer', async () => {
    const text = 'a'.repeat(200_000);
    const body = completion({ content: text });
    const hit = await reported((socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      );
      socket.end(`${body.replaceAll(/[^]/gu, '1\r\n$&\r\n')}0\r\n\r\n`);
    });
    expect(hit.status).toBe(200);
    expect(hit.text).toContain(text);
  });
});

describe('V10 to V22: where a provider may be', () => {
  const PLACES: [string, string][] = [
    ['V10', 'http://169.254.169.254/latest/meta-data'],
    ['V10', 'https://metadata.google.internal/'],
    ['V10', 'https://[fd00:ec2::254]/'],
    ['V11', 'https://127.0.0.1:5432'],
    ['V11', 'https://localhost:6379'],
    ['V11', 'https://0.0.0.0'],
    ['V11', 'https://[::]'],
    ['V12', 'https://10.0.0.1'],
    ['V12', 'https://100.64.0.1'],
    ['V12', 'https://255.255.255.255'],
    ['V13', 'https://2130706433'],
    ['V13', 'https://0x7f.1'],
    ['V13', 'https://0177.0.0.1'],
    ['V16', 'https://[::ffff:7f00:1]'],
    ['V16', 'https://[64:ff9b::7f00:1]'],
    ['V16', 'https://[::127.0.0.1]'],
    ['V17', 'file:///etc/passwd'],
    ['V17', 'gopher://example.com'],
    ['V17', 'unix:/var/run/x'],
    ['V17', 'javascript:alert(1)'],
    ['V21', 'http://api.example.com/v1'],
    ['V22', 'https://api.example.com/a/../b'],
    ['V22', 'https://api.example.com/%2e%2e/b'],
    ['V22', 'https://api.example.com/v1?x=1#y'],
    ['V22', 'https://user:password@api.example.com/v1'],
  ];
  const rowsNow = async (): Promise<string> =>
    JSON.stringify((await demo.platform('GET', '/provider-credentials')).body);
  const signedIn = async (): Promise<Record<string, string>> => {
    const { TOLLGATE_ADMIN_EMAIL: email, TOLLGATE_ADMIN_PASSWORD: password } = demo.env;
    const login = await sendHit(`${demo.env.TOLLGATE_ADMIN_URL}/api/platform/auth/login`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const { access_token: token } = JSON.parse(login.text) as { access_token: string };
    return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  };
  let headers: Record<string, string>;
  beforeAll(async () => {
    headers = await signedIn();
  });

  test.each(PLACES)(
    '%s: %s is refused when it is saved, and nothing is written',
    async (_id, place) => {
      const before = await rowsNow();
      const root = `${demo.env.TOLLGATE_ADMIN_URL}/api/platform/provider-credentials`;
      const made = {
        family: 'openai-compatible',
        provider: 'elsewhere',
        name: 'x',
        base_url: place,
        credential: { api_key: KEY },
      };
      const changed = { base_url: place, credential: { api_key: KEY } };
      const hits = await unhurt.by(async () => [
        await sendHit(root, { headers, body: JSON.stringify(made) }),
        await sendHit(`${root}/${credential}`, {
          method: 'PATCH',
          headers,
          body: JSON.stringify(changed),
        }),
      ]);
      expect(hits.map(({ status }) => status)).toEqual([422, 422]);
      expect(await rowsNow()).toBe(before);
    },
  );

  test.each([301, 302, 303, 307, 308])(
    'V20: a redirect with %d is not followed',
    async (status) => {
      const known = raw.calls();
      const hit = await reported(
        exactly(
          `HTTP/1.1 ${status} Elsewhere\r\nLocation: http://127.0.0.1:${raw.port}/v1/chat/completions\r\n` +
            'Content-Length: 0\r\n\r\n',
        ),
      );
      expect([hit.status, codeOf(hit)]).toEqual([502, 'upstream_unavailable']);
      expect(raw.calls()).toBe(known + 1);
      await serveOnce();
    },
  );

  test('V11: a private place that came into the table in another way is not connected to', async () => {
    await rows(
      unhurt.owner,
      'update catalog.provider_credential set base_url = :place where base_url = :before',
      {
        // The socket that served the call, under a name that is not on the list.
        place: `http://localhost:${raw.port}/v1`,
        before: `http://127.0.0.1:${raw.port}/v1`,
      },
    );
    // Any change makes every process read its catalogue again.
    await demo.platform('PATCH', `/provider-credentials/${credential}`, { name: 'moved' });
    await eventually(async () => (await reported(wholly(HONEST))).status === 502);
    const known = raw.calls();
    expect((await reported(wholly(HONEST))).status).toBe(502);
    expect(raw.calls()).toBe(known);
  });
});

describe('W09: a provider who cannot prove who it is', () => {
  async function moveTo(name: string): Promise<void> {
    const provider = secured[name];
    if (provider === undefined) throw new Error(`there is no provider ${name}`);
    const moved = await demo.platform('PATCH', `/provider-credentials/${credential}`, {
      base_url: `https://127.0.0.1:${provider.port}/v1`,
      credential: { api_key: KEY },
    });
    expect(moved.status).toBe(200);
    provider.play(wholly(HONEST));
  }
  const calls = (): number =>
    Object.values(secured).reduce((sum, provider) => sum + provider.calls(), 0);

  test('W09: one that can is called', async () => {
    await moveTo('good');
    await eventually(async () => (await ask()).status === 200 && calls() > 0);
  });

  test.each(['expired', 'of an unknown authority', 'of another host', 'of TLS 1.0'])(
    'W09: a certificate %s is not believed, and nothing is sent',
    async (name) => {
      await moveTo('good');
      await eventually(async () => (await ask()).status === 200);
      const before = await consumed();
      await moveTo(name);
      await eventually(async () => (await ask()).status === 502);
      const known = calls();
      const spent = await consumed();
      const hit = await ask();
      expect([hit.status, codeOf(hit)]).toEqual([502, 'upstream_unavailable']);
      expect(calls()).toBe(known);
      expect(secured[name]?.calls()).toBe(0);
      expect(await consumed()).toBe(spent);
      expect(spent).toBeGreaterThanOrEqual(before);
    },
  );
});
