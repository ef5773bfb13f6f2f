import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import got from 'got';
import { judgeBy, listOperations } from '../support/described.ts';
import type { Described, PlacedOperation, RawAnswer } from '../support/described.ts';
import { aStack } from '../support/stack.ts';
import type { TestStack } from '../support/stack.ts';

/** Everything below is made from these files: what they do not say, the test does not know. */
const FOLDER = join(import.meta.dirname, '../../services/docs/openapi');
const readDocument = (plane: string): Described =>
  JSON.parse(readFileSync(join(FOLDER, `${plane}.json`), 'utf8')) as Described;
const document = readDocument('internal');
const operations = listOperations(document);
const judge = judgeBy(document);

/** Where a credential comes from: the operation that gives it, and the property of its answer. */
const CREDENTIALS: Record<string, { from: string; property: string }> = {
  apiKey: { from: 'POST /api/keys', property: 'secret' },
  userToken: { from: 'POST /api/auth/login', property: 'access_token' },
  platformToken: { from: 'POST /api/platform/auth/login', property: 'access_token' },
};
const LOGINS = [CREDENTIALS['userToken'], CREDENTIALS['platformToken']].map(
  (one) => one?.from ?? '',
);
const ENDS_SESSIONS = 3;
const RANKS = ENDS_SESSIONS + 3;
const START_MS = 240_000;
const EXAMPLE_ID = /^([a-z]+)_01jd0{22}$/;
/**
 * What this stack refuses: nobody has configured an OpenID provider here, no job has failed,
 * nothing is set aside, and no credential has an account with vector stores. `tests/api/admin` and
 * `tests/e2e/v1-statuses.test.ts` play these operations.
 */
const ABSENT: ReadonlySet<string> = new Set([
  'POST /api/platform/auth/oidc/start',
  'GET /api/platform/auth/oidc/callback',
  'GET /api/platform/jobs/{queue}/{job_id}',
  'POST /api/platform/jobs/{queue}/{job_id}/retry',
  'POST /api/platform/quarantine/{spool_id}/put-back',
  'POST /api/platform/vector-stores',
  'DELETE /api/platform/vector-stores/{vector_store_id}',
  'GET /v1/vector_stores/{vector_store_id}',
]);
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

interface Tried {
  what: string;
  answer: RawAnswer;
  /** Whether the operation is to be done, not refused. */
  isTaken: boolean;
}

const isWanted = ({ answer: { status }, isTaken }: Tried): boolean =>
  isTaken ? status < 300 : status >= 400 && status < 500;

type Rows = Record<string, string>[] | { data?: Record<string, string>[] };

/** What a client has learned from answers. */
interface Memory {
  /** By name of the operation. */
  answers: Map<string, unknown>;
  /** The id that was made last, else the one that was seen first, by plane and prefix. */
  ids: Map<string, string>;
  cookies: Map<string, string>;
}

let stack: TestStack;
const tried = new Map<string, Tried[]>();
const memory: Memory = { answers: new Map(), ids: new Map(), cookies: new Map() };

const exampleOf = (name: string): Record<string, string> =>
  find(name).operation.requestBody?.content['application/json']?.example as Record<string, string>;

function find(name: string): PlacedOperation {
  const found = operations.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${name} is not described`);
  return found;
}

beforeAll(async () => {
  const administrator = exampleOf('POST /api/platform/setup');
  stack = await aStack({
    withDemoProvider: true,
    isEmpty: true,
    pages: true,
    env: {
      SETUP_TOKEN: exampleOf('POST /api/setup')['setup_token'] ?? '',
      PLATFORM_SETUP_TOKEN: administrator['setup_token'] ?? '',
      RESPONSES_STREAMING: 'true',
    },
  });
  await driveAll();
}, START_MS);
afterAll(() => stack?.drop(), START_MS);

/**
 * What changes first, then what reads, then what deletes, and at last what ends the session. What
 * is refused because something is not there yet comes again once others went through.
 */
async function driveAll(): Promise<void> {
  let waiting = operations;
  for (let rank = 0; rank < RANKS;) {
    const before = waiting.length;
    // What ends sessions ends those of the others, too.
    if (rank >= ENDS_SESSIONS) for (const name of LOGINS) await drive(find(name));
    for (const one of waiting.filter((operation) => rankOf(operation) <= rank)) {
      if (!isReady(one)) continue;
      const results = await drive(one);
      tried.set(one.name, results);
      if (results.every(isWanted)) waiting = waiting.filter((other) => other !== one);
    }
    if (waiting.length === before) rank += 1;
  }
}

function rankOf({ name, method, path }: PlacedOperation): number {
  if (path.endsWith('/logout') || name === 'DELETE /api/sessions') return ENDS_SESSIONS;
  if (path.endsWith('/change-password')) return ENDS_SESSIONS + 1;
  if (path.endsWith('/accept-link')) return ENDS_SESSIONS + 2;
  return { get: 1, delete: 2 }[method] ?? 0;
}

function isReady(one: PlacedOperation): boolean {
  const { security, parameters = [] } = one.operation;
  if (security.length > 0 && credentialFor(one) === undefined) return false;
  // A key that stayed suspended would serve none of the calls behind.
  if (one.path.endsWith('/resume') && !tried.has(one.name.replace(/resume$/, 'suspend')))
    return false;
  const needed = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) => valueOf(one, name));
  return !needed.includes(undefined) && fill(bodyOf(one), one) !== undefined;
}

/**
 * The operation as its examples have it, and every way to be refused that the description lets one
 * see.
 */
async function drive(one: PlacedOperation): Promise<Tried[]> {
  const { security, parameters = [], requestBody, operationId } = one.operation;
  const given = (location: string) => parameters.filter((parameter) => parameter.in === location);
  const headers = { ...credentialFor(one) };
  for (const { name, example = '' } of given('header').filter(({ required }) => required))
    headers[name] = example;
  const own = await underWay(one);
  const request = {
    path: pathOf(one, (name) => own ?? valueOf(one, name) ?? '') + neededQuery(one),
    body: withLink(one, fill(bodyOf(one), one)),
    headers,
  };
  const results: Tried[] = [];
  const attempt = async (what: string, change: Partial<Request>, isTaken: boolean) => {
    const answer = await send(one, { ...request, ...change });
    if (isTaken) learn(one, answer);
    results.push({ what, answer, isTaken });
  };
  if (security.length > 0) await attempt('no credential', { headers: {} }, false);
  if (requestBody !== undefined) await attempt('a body of another kind', { body: [] }, false);
  if (given('path').some(({ example = '' }) => EXAMPLE_ID.test(example)))
    await attempt('an unknown id', { path: pathOf(one, unknownOf(one)) }, false);
  for (const { name } of given('query').filter(({ schema }) => schema.type === 'integer'))
    await attempt(`no number as ${name}`, { path: `${request.path}?${name}=x` }, false);
  await attempt('as described', {}, !ABSENT.has(one.name));
  for (const { name, schema } of given('header').filter(isTriedAgain)) {
    const [example = ''] = schema.examples ?? [];
    const value = name === 'idempotency-key' ? `${example}-${operationId}` : example;
    await attempt(`with ${name}`, { headers: { ...headers, [name]: value } }, true);
  }
  if (takesStream(one))
    await attempt('as a stream', { body: { ...(request.body as object), ...asStream(one) } }, true);
  return results;
}

/** The first choice of each parameter that an operation cannot do without. */
function neededQuery({ operation: { parameters = [] } }: PlacedOperation): string {
  const needed = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, schema }) => `${name}=${schema.enum?.[0] ?? ''}`);
  return needed.length === 0 ? '' : `?${needed.join('&')}`;
}

/**
 * What may stand in a head or not; a lease makes no other answer of what was made or deleted just
 * now, and `leased-routes.test.ts` plays it.
 */
function isTriedAgain({ name, required }: { name: string; required?: boolean }): boolean {
  return required !== true && name !== 'x-svc-configuration-lease';
}

/** The secret of a link is what no description can know: an administrator has it. */
function withLink({ path }: PlacedOperation, body: unknown): unknown {
  if (!path.endsWith('/accept-link')) return body;
  const made = memory.answers.get('POST /api/platform/users/{user_id}/password-link');
  const { link = '' } = made as Record<string, string>;
  return { ...(body as object), token: link.split('#')[1] };
}

/** What makes something of its own for the operation that ends it: the others have to be made. */
const MADE_TO_END: readonly [ending: string, maker: string][] = [
  ['/videos/{video_id}/end', 'POST /v1/videos'],
  ['/batches/{batch_id}/cancel', 'POST /v1/batches'],
];

async function underWay({ path }: PlacedOperation): Promise<string | undefined> {
  const maker = MADE_TO_END.find(([ending]) => path.endsWith(ending))?.[1];
  if (maker === undefined) return undefined;
  const one = find(maker);
  const headers = { ...credentialFor(one) };
  const { body } = await send(one, { path: one.path, body: fill(bodyOf(one), one), headers });
  return (JSON.parse(body) as { id: string }).id;
}

/** What a body asks for a stream with; OpenAI's speech has a word of its own. */
const asStream = ({ path }: PlacedOperation): object =>
  path === '/v1/audio/speech' ? { stream_format: 'sse' } : { stream: true };

function takesStream({ operation }: PlacedOperation): boolean {
  const success = operation.responses['200'] as { content?: object } | undefined;
  return Object.hasOwn(success?.content ?? {}, 'text/event-stream');
}

interface Request {
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

async function send(one: PlacedOperation, { path, body, headers }: Request): Promise<RawAnswer> {
  const response = await got(`${stack.urls[planeOf(one)]}${path}`, {
    method: one.method as 'post',
    headers,
    ...(takesUpload(one) && !Array.isArray(body) ? { body: anUpload() } : withJson(body)),
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
  return { status: response.statusCode, headers: response.headers, body: response.body };
}

const withJson = (json: unknown): { json?: unknown } => (json === null ? {} : { json });

const takesUpload = ({ operation }: PlacedOperation): boolean =>
  operation.requestBody?.content['multipart/form-data'] !== undefined &&
  operation.requestBody.content['application/json'] === undefined;

/** A form with a file, as the official clients send one. */
function anUpload(): FormData {
  const form = new FormData();
  form.set('purpose', 'batch');
  form.set('file', new File(['{}\n'], 'lines.jsonl'));
  return form;
}

/** The example of the body; null when the operation takes none. */
function bodyOf({ operation }: PlacedOperation): unknown {
  return operation.requestBody?.content['application/json']?.example ?? null;
}

const planeOf = ({ path }: PlacedOperation): string =>
  path.startsWith('/api/platform/') ? 'internal' : 'public';

/** What the plane itself told, else what another did. */
function idOf(one: PlacedOperation, prefix: string): string | undefined {
  const planes = [planeOf(one), 'public', 'internal'];
  return planes.map((plane) => memory.ids.get(`${plane} ${prefix}`)).find(Boolean);
}

/**
 * A value with ids that exist in place of those of the description; undefined when one is not known
 * yet.
 */
function fill(value: unknown, one: PlacedOperation): unknown {
  if (typeof value === 'string') {
    const prefix = EXAMPLE_ID.exec(value)?.[1];
    return prefix === undefined ? value : idOf(one, prefix);
  }
  if (Array.isArray(value)) {
    const filled = value.map((inner) => fill(inner, one));
    return filled.includes(undefined) ? undefined : filled;
  }
  if (typeof value !== 'object' || value === null) return value;
  const filled = Object.entries(value).map(([name, inner]): [string, unknown] => [
    name,
    // The one thing that no description can know: where the provider of this test listens.
    name === 'base_url' ? `${stack.urls['provider']}/v1` : fill(inner, one),
  ]);
  return filled.some(([, inner]) => inner === undefined) ? undefined : Object.fromEntries(filled);
}

function pathOf({ path }: PlacedOperation, valueFor: (name: string) => string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(valueFor(name)));
}

/**
 * What the list that the path goes through calls so, else an id of the kind that the example shows;
 * else the example itself.
 */
function valueOf(one: PlacedOperation, name: string): string | undefined {
  const { example = '' } = one.operation.parameters?.find((p) => p.name === name) ?? {};
  const seen = memory.answers.get(`GET ${one.path.split(`/{${name}}`)[0]}`) as Rows | undefined;
  const row = (Array.isArray(seen) ? seen : (seen?.data ?? [])).at(-1) ?? {};
  if (row[name] !== undefined) return row[name];
  const prefix = EXAMPLE_ID.exec(example)?.[1];
  if (prefix !== undefined)
    return idOf(one, prefix) ?? (ABSENT.has(one.name) ? example : undefined);
  return UUID.test(example) || name === 'model' ? row['id'] : example;
}

const unknownOf = (one: PlacedOperation) => (name: string) =>
  one.operation.parameters?.find((p) => p.name === name)?.example ?? '';

function credentialFor({ operation }: PlacedOperation): Record<string, string> | undefined {
  for (const scheme of operation.security.flatMap((one) => Object.keys(one))) {
    const { from = '', property = '' } = CREDENTIALS[scheme] ?? {};
    const token = (memory.answers.get(from) as Record<string, string> | undefined)?.[property];
    if (token !== undefined) return { authorization: `Bearer ${token}` };
    const described = document.components['securitySchemes']?.[scheme] as { name?: string };
    const cookie = memory.cookies.get(described.name ?? '');
    if (cookie !== undefined) {
      return { cookie: `${described.name}=${cookie}`, origin: stack.urls['public'] ?? '' };
    }
  }
  return undefined;
}

function learn(one: PlacedOperation, { status, headers, body }: RawAnswer): void {
  for (const cookie of [headers['set-cookie'] ?? []].flat()) {
    const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value !== '') memory.cookies.set(key, value);
  }
  if (status >= 300 || !String(headers['content-type']).startsWith('application/json')) return;
  const answer: unknown = JSON.parse(body);
  memory.answers.set(one.name, answer);
  // Two rotations end the secret that a key was created with.
  if (one.name === 'POST /api/keys/{key_id}/rotate') memory.answers.set('POST /api/keys', answer);
  const remember = (value: unknown, isNew: boolean): void => {
    if (Array.isArray(value)) for (const inner of value) remember(inner, false);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) remember(inner, isNew && key === 'id');
    } else if (typeof value === 'string') {
      const prefix = /^([a-z]+)_[0-9a-z]{26}$/.exec(value)?.[1];
      const kind = `${planeOf(one)} ${prefix}`;
      if (prefix !== undefined && (isNew || !memory.ids.has(kind))) memory.ids.set(kind, value);
    }
  };
  for (const [key, value] of Object.entries(answer as object))
    remember(value, key === 'id' && status > 200);
}

test('the listeners serve these descriptions', async () => {
  for (const plane of ['public', 'internal']) {
    const served = await got(`${stack.urls[plane]}/api/openapi.json`).json();
    expect(served).toEqual(readDocument(plane));
  }
});

test.each(operations.map(({ name, operation }) => [name, operation] as const))(
  '%s does what the description says',
  (name, operation) => {
    const results = tried.get(name) ?? [];
    const faults = results.flatMap(({ what, answer }) =>
      judge(operation, answer).map((fault) => `${what}: ${fault}`),
    );
    const unwanted = results
      .filter((one) => !isWanted(one))
      .map(({ what, answer }) => `${what}: ${answer.status} ${answer.body}`);
    expect({ faults, unwanted, tried: results.length > 0 }).toEqual({
      faults: [],
      unwanted: [],
      tried: true,
    });
  },
);
