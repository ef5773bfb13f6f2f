import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '@tollgate/contract/error-codes';
import type { ErrorCode } from '@tollgate/contract/error-codes';
import { connectDatabase, row as oneRow } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { jsonBody } from '../support/json-body.ts';
import { createLogger } from '@tollgate/runtime/logger';
import got from 'got';
import OpenAI, { APIError } from 'openai';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { whenReported } from '../support/reported.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 240_000;
const ROOT = join(import.meta.dirname, '../..');
/** Frames of a tenth of a second each: longer than a join waits at the scale of this stack. */
const SLOW = '[[provider: chunks=30; chunk-delay=100]] slow';
const RETRY_AFTER_SECONDS_MAX = 60;
const PASSWORD = 'a long enough password 1';

/** One request as a client sends it. */
interface Sending {
  /** The listener; the public one when absent. */
  plane?: 'public' | 'internal';
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** A string goes as it is. */
  body?: unknown;
  /** Null: none, not even the key. */
  headers?: Record<string, string | null>;
}
interface Prepared {
  sending: Sending;
  /** Puts back what was done for it. */
  finish?: () => Promise<unknown>;
  /** Calls that were made on the side, and are charged. */
  charged?: number;
}
/** How a code is provoked, and what its answer says beside what its code alone decides. */
interface Row {
  prepare: () => Prepared | Promise<Prepared>;
  param?: string;
  /** A final error that tells when to look again. */
  retryAfter?: true;
  /** The error names the request that ran, not the one that asks for its end. */
  ofItsRun?: true;
  /** Why a client is not played: nothing, or what the repetition gives. */
  client?: 'is served when it asks again' | 'would wait long';
}
/** A code that another suite provokes. */
interface Elsewhere {
  file: string;
  title: string;
}

let demo: Demo;
let owner: Knex;
let client: OpenAI;
/** Requests that the client has sent since the last look. */
let sent = 0;

beforeAll(async () => {
  demo = await aDemo({ timerScale: 0.1 });
  const logger = createLogger('test', 'silent');
  const url = demo.stack.connections.databaseUrl;
  owner = connectDatabase({ url, applicationName: 'test', logger, poolMax: 1 });
  client = new OpenAI({
    apiKey: demo.env.TOLLGATE_API_KEY,
    baseURL: demo.env.TOLLGATE_BASE_URL,
    maxRetries: 1,
    fetch: (...given) => {
      sent += 1;
      return globalThis.fetch(...given);
    },
  });
}, START_MS);
afterAll(async () => {
  await owner?.destroy();
  await demo?.stack.drop();
}, START_MS);

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}
interface Envelope {
  error: { message: string; type: string; param: string | null; code: string; request_id: string };
}

const urlOf = ({ plane = 'public', path }: Sending): string =>
  `${demo.stack.urls[plane] ?? ''}${path}`;
const headersOf = ({ body, headers }: Sending): Record<string, string | null> => ({
  authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}`,
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...headers,
});

async function send(sending: Sending): Promise<Reply> {
  const { method = 'POST', body } = sending;
  const sent = typeof body === 'string' ? { body, headers: {} } : jsonBody(body);
  const headers = { ...sent.headers, ...headersOf(sending) };
  const given = Object.entries(headers).filter(([, value]) => value !== null);
  const response = await got(urlOf(sending), {
    ...sent,
    method,
    headers: Object.fromEntries(given) as Record<string, string>,
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
  return { status: response.statusCode, headers: response.headers, text: response.body };
}

const chat = (
  content: string,
  more: object = {},
  headers: Record<string, string | null> = {},
): Sending => ({
  path: '/v1/chat/completions',
  body: {
    model: demo.env.TOLLGATE_MODEL,
    messages: [{ role: 'user', content }],
    max_tokens: 100,
    ...more,
  },
  headers,
});
const bearer = (secret: string): Record<string, string> => ({ authorization: `Bearer ${secret}` });
const provider = (directive: string, more: object = {}) => ({
  prepare: () => ({ sending: chat(`[[provider: ${directive}]] x`, more) }),
});

/** A call that goes on in the background until it is waited for. */
async function slowCall(sending: Sending): Promise<() => Promise<void>> {
  await demo.clearInvoice();
  const running = send(sending);
  await eventually(async () =>
    (await demo.invoice()).some(({ chunks_sent: sentSo }) => sentSo > 0),
  );
  return async () => expect((await running).status).toBe(200);
}

let callers = 0;
/** Somebody with a key, and credit when an amount is given. */
async function aCaller(amount?: string): Promise<{ id: string; keyId: string; secret: string }> {
  callers += 1;
  const email = `caller-${callers}@example.com`;
  const user = await demo.platform<{ id: string }>('POST', '/users', { email, password: PASSWORD });
  expect(user.status).toBe(201);
  const { id } = user.body;
  const key = await demo.platform<{ id: string; secret: string }>('POST', `/users/${id}/keys`, {
    name: 'k',
    mode: 'live',
  });
  if (amount !== undefined) {
    const granted = await demo.platform('POST', `/users/${id}/credit-grants`, { amount });
    expect(granted.status).toBe(201);
  }
  return { id, keyId: key.body.id, secret: key.body.secret };
}
async function aKey(fields: object): Promise<{ id: string; secret: string }> {
  const made = await demo.user<{ id: string; secret: string }>('POST', '/keys', {
    name: 'k',
    mode: 'live',
    ...fields,
  });
  expect(made.status).toBe(201);
  return made.body;
}
async function until(code: ErrorCode, sending: Sending): Promise<void> {
  await eventually(async () => (await send(sending)).text.includes(`"${code}"`));
}
async function userToken(): Promise<string> {
  const { TOLLGATE_USER_EMAIL: email, TOLLGATE_USER_PASSWORD: password } = demo.env;
  const reply = await send({ path: '/api/auth/login', body: { email, password } });
  return (JSON.parse(reply.text) as { access_token: string }).access_token;
}
async function administratorToken(
  as = { email: demo.env.TOLLGATE_ADMIN_EMAIL, password: demo.env.TOLLGATE_ADMIN_PASSWORD },
): Promise<string> {
  const path = '/api/platform/auth/login';
  const reply = await send({ plane: 'internal', path, body: as });
  return (JSON.parse(reply.text) as { access_token: string }).access_token;
}
const models = (headers: Record<string, string | null> = {}): Sending => ({
  method: 'GET',
  path: '/v1/models',
  headers,
});
let keys = 0;
const idempotent = (): { 'idempotency-key': string } => {
  keys += 1;
  return { 'idempotency-key': `row-${keys}` };
};
const restarted = (service: string) => async (): Promise<void> => {
  await demo.stack.start(service);
  await demo.stack.ready(service);
};

const ROWS: Readonly<Record<ErrorCode, Row | Elsewhere>> = {
  invalid_request: {
    prepare: () => ({ sending: chat('x', { top_p: 5 }) }),
    param: 'top_p',
  },
  invalid_json: {
    prepare: () => ({ sending: { path: '/v1/chat/completions', body: '{"model": ' } }),
  },
  invalid_path: { prepare: () => ({ sending: { method: 'GET', path: '/v1//models' } }) },
  invalid_header: {
    prepare: () => ({ sending: chat('x', {}, { 'x-svc-max-credits': 'plenty' }) }),
    param: 'X-Svc-Max-Credits',
  },
  invalid_idempotency_key: {
    prepare: () => ({ sending: chat('x', {}, { 'idempotency-key': 'k'.repeat(201) }) }),
    param: 'Idempotency-Key',
  },
  json_too_deep: {
    prepare: () => {
      const body = `{"model": ${'['.repeat(100)}${']'.repeat(100)}}`;
      return { sending: { path: '/v1/chat/completions', body } };
    },
  },
  unsupported_parameter: {
    prepare: () => ({ sending: chat('x', { parallel_tool_calls: false }) }),
    param: 'parallel_tool_calls',
  },
  context_length_exceeded: {
    prepare: () => ({ sending: chat('word '.repeat(800_000)) }),
    param: 'messages',
  },
  upstream_rejected: provider('status=400'),
  unauthenticated: { prepare: () => ({ sending: models({ authorization: null }) }) },
  invalid_api_key: { prepare: () => ({ sending: models(bearer('svc_live_wrong')) }) },
  invalid_credentials: {
    prepare: () => {
      const body = { email: demo.env.TOLLGATE_USER_EMAIL, password: 'something else 1' };
      return { sending: { path: '/api/auth/login', body } };
    },
  },
  insufficient_credit: {
    prepare: async () => ({ sending: chat('x', {}, bearer((await aCaller()).secret)) }),
  },
  max_credits_exceeded: {
    prepare: () => ({ sending: chat('x', {}, { 'x-svc-max-credits': '0.000000001' }) }),
    param: 'X-Svc-Max-Credits',
  },
  credit_held_by_requests_in_flight: {
    prepare: async () => {
      const ceiling = { 'x-svc-max-credits': '0.000000001' };
      const { text } = await send(chat(SLOW, { stream: true }, ceiling));
      const { error } = JSON.parse(text) as { error: { required: string } };
      const { secret } = await aCaller(error.required);
      const sending = chat(SLOW, { stream: true }, bearer(secret));
      return { sending, finish: await slowCall(sending), charged: 1 };
    },
    retryAfter: true,
  },
  key_suspended: {
    prepare: async () => {
      const key = await aKey({});
      await demo.user('POST', `/keys/${key.id}/suspend`);
      const sending = chat('x', {}, bearer(key.secret));
      await until('key_suspended', sending);
      return { sending };
    },
  },
  key_expired: {
    prepare: async () => {
      const { secret } = await aKey({ expires_at: new Date(Date.now() + 1_500).toISOString() });
      await until('key_expired', models(bearer(secret)));
      return { sending: chat('x', {}, bearer(secret)) };
    },
  },
  account_suspended: {
    prepare: async () => {
      const { id, secret } = await aCaller('1');
      const set = await demo.platform('PATCH', `/users/${id}/status`, { status: 'suspended' });
      expect(set.status).toBe(200);
      const sending = chat('x', {}, bearer(secret));
      await until('account_suspended', models(bearer(secret)));
      return { sending };
    },
  },
  cross_site_request: {
    prepare: async () => {
      const cookie = `svc_access_token=${await userToken()}`;
      const headers = { authorization: null, cookie, origin: 'https://elsewhere.example' };
      return { sending: { path: '/api/keys', body: { name: 'k' }, headers } };
    },
  },
  permission_denied: {
    prepare: async () => {
      const { id: keyId } = await aKey({});
      const { body: me } = await demo.user<{ id: string }>('GET', '/me');
      const done = await demo.platform('POST', `/users/${me.id}/keys/${keyId}/suspend`);
      expect(done.status).toBe(200);
      const headers = bearer(await userToken());
      return { sending: { path: `/api/keys/${keyId}/resume`, headers } };
    },
  },
  sign_in_refused: {
    file: 'tests/api/admin/auth/callback.test.ts',
    title: 'no group with a role: told on a page, in the trail, and open sessions end',
  },
  sign_in_unavailable: {
    file: 'tests/api/admin/auth/start.test.ts',
    title: 'J20: while the provider is away, and passwords work',
  },
  role_required: {
    prepare: async () => {
      const email = `viewer-${randomUUID()}@errors.example`;
      const password = 'a password for a viewer';
      const made = await demo.platform('POST', '/administrators', { email, password });
      expect(made.status).toBe(201);
      const headers = bearer(await administratorToken({ email, password }));
      return {
        sending: { plane: 'internal', path: '/api/platform/users', body: {}, headers },
      };
    },
  },
  not_found: { prepare: () => ({ sending: { method: 'GET', path: '/v1/nothing' } }) },
  result_expired: {
    prepare: async () => {
      const accepted = await send({ ...chat('x'), headers: { prefer: 'respond-async' } });
      const { status_url: path } = JSON.parse(accepted.text) as { status_url: string };
      const poll: Sending = { method: 'GET', path };
      await eventually(async () => (await send(poll)).status === 200);
      await owner.raw(
        `update requests.operation set expires_at = now() - interval '1 second'
         where finished_at is not null`,
      );
      return { sending: poll };
    },
  },
  request_archived: {
    file: 'tests/api/account/requests/get.test.ts',
    title: 'an id of an archived day says so, whoever it belongs to',
  },
  model_unavailable: {
    prepare: () => ({ sending: chat('x', { model: 'demo/nothing' }) }),
    param: 'model',
  },
  method_not_allowed: { prepare: () => ({ sending: { method: 'DELETE', path: '/v1/models' } }) },
  request_timeout: {
    file: 'services/edge/tests/protocol.test.ts',
    title: 'E27 slow headers are cut in time, and others are served meanwhile',
  },
  conflict: {
    prepare: async () => {
      const body = { email: demo.env.TOLLGATE_USER_EMAIL, password: PASSWORD };
      const headers = bearer(await administratorToken());
      return { sending: { plane: 'internal', path: '/api/platform/users', body, headers } };
    },
    param: 'email',
  },
  setup_already_done: {
    prepare: () => {
      const body = { email: 'second@example.com', name: 'Second', password: PASSWORD };
      return { sending: { path: '/api/setup', body } };
    },
  },
  idempotency_key_mismatch: {
    prepare: async () => {
      const headers = idempotent();
      expect((await send(chat('one', {}, headers))).status).toBe(200);
      return { sending: chat('other', {}, headers) };
    },
    param: 'Idempotency-Key',
  },
  idempotency_result_expired: {
    prepare: async () => {
      const headers = idempotent();
      const sending = chat('one', {}, headers);
      expect((await send(sending)).status).toBe(200);
      const keySha = createHash('sha256').update(headers['idempotency-key']).digest();
      await eventually(async () => {
        const { rowCount } = await owner.raw(
          `update requests.idempotency set body_expires_at = now() - interval '1 second'
           where key_sha = ? and state = 'done'`,
          [keySha],
        );
        return rowCount === 1;
      });
      return { sending };
    },
    param: 'Idempotency-Key',
  },
  operation_closed: {
    file: 'tests/ledger/left-years.test.ts',
    title: 'is refused before any lock, and said so to its sender',
  },
  idempotency_result_not_stored: {
    prepare: async () => {
      // More than two megabytes of text are not kept.
      const sending = chat('[[provider: chunks=700000]] much', {}, idempotent());
      expect((await send(sending)).status).toBe(200);
      return { sending };
    },
    param: 'Idempotency-Key',
  },
  payload_too_large: {
    prepare: () => ({
      sending: { path: '/v1/chat/completions', body: ' '.repeat(20 * 1_048_576 + 1) },
    }),
  },
  target_too_long: {
    prepare: () => ({ sending: { method: 'GET', path: `/v1/models?x=${'x'.repeat(9_000)}` } }),
  },
  unsupported_media_type: {
    prepare: () => ({ sending: chat('x', {}, { 'content-type': 'text/plain' }) }),
  },
  range_not_satisfiable: {
    file: 'tests/e2e/videos.test.ts',
    title: 'answers 416 behind its end, and is whole where it changed meanwhile',
  },
  idempotency_in_progress: {
    prepare: async () => {
      const sending = chat(SLOW, { stream: true }, idempotent());
      return { sending, finish: await slowCall(sending), charged: 1 };
    },
    param: 'Idempotency-Key',
    client: 'is served when it asks again',
  },
  rate_limit_exceeded: {
    prepare: async () => {
      const { secret } = await aKey({ limits: { concurrent_requests: 1 } });
      const finish = await slowCall(chat(SLOW, { stream: true }, bearer(secret)));
      return { sending: chat('x', {}, bearer(secret)), finish, charged: 1 };
    },
    param: 'concurrent_requests',
  },
  quota_exceeded: {
    prepare: async () => {
      const { secret } = await aKey({ limits: { tokens_per_minute: 1_000 } });
      return { sending: chat('x', { max_tokens: 2_000 }, bearer(secret)) };
    },
    param: 'tokens_per_minute',
  },
  upstream_rate_limited: provider('status=429 retry-after=1'),
  headers_too_large: {
    prepare: () => ({ sending: models({ 'x-much': 'x'.repeat(17_000) }) }),
  },
  internal_error: {
    prepare: async () => {
      const right = 'insert on requests.idempotency';
      await owner.raw(`revoke ${right} from tollgate_inference`);
      const finish = () => owner.raw(`grant ${right} to tollgate_inference`);
      return { sending: chat('x', {}, idempotent()), finish };
    },
  },
  upstream_unavailable: provider('status=500'),
  upstream_invalid_response: provider('html'),
  upstream_stream_interrupted: {
    file: 'tests/e2e/error-codes.test.ts',
    title: 'upstream_stream_interrupted stands in the stream that it ends',
  },
  upstream_credential_rejected: provider('status=401'),
  server_shutdown: {
    file: 'tests/faults/slow/platform.test.ts',
    title: 'FF13 server_shutdown ends what is not done when a process must leave',
  },
  outcome_indeterminate: {
    prepare: async () => {
      await demo.clearInvoice();
      const sending = chat('[[provider: delay=8000]] x', { model: 'demo/demo-reasoner' });
      const accepted = await send({ ...sending, headers: { prefer: 'respond-async' } });
      expect(accepted.status).toBe(202);
      for (const dispatches of [1, 2]) {
        await eventually(async () => (await demo.invoice()).length === dispatches);
        await demo.stack.kill('worker', 'SIGKILL');
      }
      const { status_url: path } = JSON.parse(accepted.text) as { status_url: string };
      const poll: Sending = { method: 'GET', path };
      await eventually(async () => (await send(poll)).status !== 202);
      return { sending: poll };
    },
    ofItsRun: true,
  },
  service_crashed: {
    file: 'services/edge/tests/streams.test.ts',
    title: 'before the headers: 502',
  },
  billing_unavailable: {
    prepare: async () => {
      await whenReported(owner);
      await demo.stack.stop('billing');
      return { sending: chat('x'), finish: restarted('billing') };
    },
  },
  overloaded: {
    file: 'tests/faults/overload.test.ts',
    title:
      'overloaded is the answer to what is too much, at once and for nothing; others are served',
  },
  service_unavailable: {
    prepare: async () => {
      await demo.stack.stop('account');
      return { sending: { method: 'GET', path: '/api/me' }, finish: restarted('account') };
    },
  },
  routing_error: {
    prepare: async () => {
      const { body } = await demo.platform<{ id: string; family: string }[]>(
        'GET',
        '/provider-credentials',
      );
      const set = async (status: string, wanted: number): Promise<void> => {
        for (const { id } of body) {
          const done = await demo.platform('PATCH', `/provider-credentials/${id}`, { status });
          expect(done.status).toBe(200);
        }
        await eventually(async () => (await send(chat('x'))).status === wanted);
      };
      await set('disabled', 503);
      return { sending: chat('x'), finish: () => set('active', 200), charged: 1 };
    },
    param: 'model',
    client: 'would wait long',
  },
  upstream_timeout: {
    prepare: () => {
      const key = bearer(demo.env.TOLLGATE_TEST_KEY);
      return { sending: chat('[[sandbox: error=timeout]] x', { model: 'sandbox/echo' }, key) };
    },
    client: 'would wait long',
  },
  service_timeout: {
    file: 'services/edge/tests/streams.test.ts',
    title: '504 before its headers, a cut after; the service is told',
  },
};

const isElsewhere = (row: Row | Elsewhere): row is Elsewhere => 'file' in row;
const here = Object.entries(ROWS).filter(([, row]) => !isElsewhere(row)) as [ErrorCode, Row][];

interface Book {
  charges: number;
  consumed: string;
}
async function book(): Promise<Book> {
  await whenReported(owner);
  const found = await oneRow<Book>(
    owner,
    `select cast(count(*) as integer) as charges, cast(coalesce(sum(charged_n), 0) as text) as consumed
     from billing.reservation where charged_n > 0`,
  );
  if (found === null) throw new Error('no book');
  return found;
}
async function nothingHeld(): Promise<void> {
  await eventually(async () => {
    const found = await oneRow<{ held: number }>(
      owner,
      `select cast(count(*) as integer) as held from billing.reservation where state = 'held'`,
    );
    return found?.held === 0;
  });
}
/** Nothing but what was called on the side has been charged, and nothing is held. */
async function expectUncharged(before: Book, charged = 0): Promise<void> {
  await nothingHeld();
  const after = await book();
  expect(after.charges - before.charges).toBe(charged);
  if (charged === 0) expect(after).toEqual(before);
}

// Failures in a row would shut the credential.
afterEach(async () => expect((await send(chat('fine'))).status).toBe(200));

test('every code has its row', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(Object.keys(ERROR_CODES).toSorted());
  const others = Object.values(ROWS).filter(isElsewhere);
  const missing = others.filter(({ file, title }) => {
    const path = join(ROOT, file);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return !['test', 'it'].some((word) => text.includes(`${word}('${title}'`));
  });
  expect(missing).toEqual([]);
});

/** What a piece of work gives, once what was done for it is put back. */
async function finished<T>(work: Promise<T>, finish: Prepared['finish']): Promise<T> {
  try {
    return await work;
  } finally {
    await finish?.();
  }
}

const publicCode = (code: ErrorCode): string =>
  code === 'model_unavailable' ? 'routing_error' : code;

describe('over HTTP', () => {
  test.each(here)('%s', async (code, row) => {
    const { sending, finish, charged } = await row.prepare();
    const before = await book();
    const reply = await finished(send(sending), finish);
    const { status, type, retry } = ERROR_CODES[code];
    const { error } = JSON.parse(reply.text) as Envelope;
    expect({ status: reply.status, ...error }).toMatchObject({
      status,
      type,
      code: publicCode(code),
      param: row.param ?? null,
      request_id: expect.stringMatching(/^req_[0-9a-z]{26}$/) as string,
    });
    expect(error.message).not.toBe('');
    expect(reply.headers['x-request-id'] === error.request_id).toBe(row.ofItsRun !== true);
    expect(reply.headers['x-should-retry']).toBe(String(retry));
    const wait = reply.headers['retry-after'];
    if (retry || row.retryAfter === true) {
      expect(wait).toMatch(/^[1-9]\d?$/);
      expect(Number(wait)).toBeLessThanOrEqual(RETRY_AFTER_SECONDS_MAX);
    } else {
      expect(wait).toBeUndefined();
    }
    await expectUncharged(before, charged);
  });
});

describe('with the official client', () => {
  function play(sending: Sending, maxRetries = 1): Promise<unknown> {
    const { method = 'POST', body } = sending;
    const given = { body, headers: headersOf(sending), maxRetries };
    const url = urlOf(sending);
    sent = 0;
    if (method === 'GET') return client.get(url, given);
    return method === 'DELETE' ? client.delete(url, given) : client.post(url, given);
  }
  const played = here.filter(([, { client: exception }]) => exception === undefined);

  test.each(played)('%s is sent as often as it says', async (code, row) => {
    const { sending, finish, charged } = await row.prepare();
    const before = await book();
    const error: unknown = await finished(
      play(sending).catch((thrown: unknown) => thrown),
      finish,
    );
    expect(error).toBeInstanceOf(APIError);
    const { status, type, retry } = ERROR_CODES[code];
    expect(error).toMatchObject({ status, type, code: publicCode(code), param: row.param ?? null });
    expect((error as APIError).requestID).toMatch(/^req_/);
    expect(sent).toBe(retry ? 2 : 1);
    await expectUncharged(before, charged);
  });

  test('idempotency_in_progress is asked again, and then has the answer of the first run', async () => {
    const { prepare } = ROWS.idempotency_in_progress as Row;
    const { sending, finish, charged } = await prepare();
    const before = await book();
    const answer = await finished(play(sending, 5), finish);
    expect(JSON.stringify(answer)).not.toContain('"error"');
    expect(sent).toBeGreaterThan(1);
    await expectUncharged(before, charged);
  });

  test('the wait that Retry-After names is kept', async () => {
    await demo.clearInvoice();
    const waits: number[] = [];
    const wait = globalThis.setTimeout;
    globalThis.setTimeout = ((done: () => void, ms = 0) => {
      waits.push(ms);
      return wait(done, ms === 7_000 ? 0 : ms);
    }) as typeof setTimeout;
    const sending = chat('[[provider: status=429 retry-after=7]] x');
    const playing = play(sending).finally(() => (globalThis.setTimeout = wait));
    await expect(playing).rejects.toBeInstanceOf(APIError);
    // The client's own first pause is half a second; only the header makes it this long.
    expect(waits.filter((ms) => ms === 7_000)).toHaveLength(1);
    expect(await demo.invoice()).toHaveLength(2);
  });
});

test('upstream_stream_interrupted stands in the stream that it ends', async () => {
  const before = await book();
  const directive = '[[provider: chunks=10; cut after=5]] x';
  const reply = await send(chat(directive, { stream: true }));
  expect(reply.status).toBe(200);
  const frames = reply.text.split('\n\n').filter((frame) => frame.startsWith('data: '));
  const { error } = JSON.parse(frames.at(-1)?.slice('data: '.length) ?? '') as Envelope;
  const { type } = ERROR_CODES.upstream_stream_interrupted;
  expect(error).toMatchObject({ type, code: 'upstream_stream_interrupted', param: null });
  expect(error.request_id).toBe(reply.headers['x-request-id']);
  sent = 0;
  const stream = await client.chat.completions.create({
    model: demo.env.TOLLGATE_MODEL,
    messages: [{ role: 'user', content: directive }],
    stream: true,
  });
  const read = async (): Promise<void> => {
    for await (const chunk of stream) expect(chunk.object).toBe('chat.completion.chunk');
  };
  await expect(read()).rejects.toMatchObject({ code: 'upstream_stream_interrupted' });
  expect(sent).toBe(1);
  // What was delivered is paid for, once each.
  await nothingHeld();
  expect((await book()).charges - before.charges).toBe(2);
});

test('after all of this every rule of the ledger holds', async () => {
  await expectLedgerHolds(demo);
});
