import { ERROR_CODES } from '@tollgate/contract/error-codes';
import { REQUEST_ID_PATTERN } from '@tollgate/contract/headers';
import { connectDatabase, row } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { createLogger } from '@tollgate/runtime/logger';
import got from 'got';
import type { Demo } from '../support/demo.ts';
import { whenReported } from '../support/reported.ts';

/** An answer as it came; status 0 is a connection that was closed without one. */
export interface Hit {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
  /** Whether this answers HEAD: whatever its headers say, it has no body. */
  bodiless?: true;
}

/** What an attack may have done. */
export interface Allowed {
  /** Calls were paid for: the provider and the ledger are not compared. Default false. */
  bought?: boolean;
  /** Texts that the caller may see although they look like ours. */
  shown?: readonly string[];
}

/** Watches that attacks on one stack hurt nobody. */
export interface Unhurt {
  /** As the owner of the schemas. */
  owner: Knex;
  /**
   * Runs an attack and gives its answers. Fails unless every refusal among them is decent, no
   * answer gives anything away, nothing was bought, every process lives on, and another client is
   * served as before.
   */
  by<Hits extends Hit | readonly Hit[]>(
    attack: () => Promise<Hits>,
    allowed?: Allowed,
  ): Promise<Hits>;
  /** Names what else no answer may show, such as a credential that the test has made. */
  hide(...secrets: readonly string[]): void;
  close(): Promise<void>;
}

const STACK = /\bat .{1,200}:\d+:\d+|node_modules|file:\/\/\/|\.ts:\d+/u;
const SQL =
  /\bselect\b.{1,200}\bfrom\b|\binsert into\b|\bupdate\b.{1,100}\bset\b|\bdelete from\b|SQLSTATE|syntax error at|violates .{1,40} constraint|relation "|column "/iu;
const HOST = /127\.0\.0\.1|\blocalhost\b|ECONN|ENOTFOUND|postgres(?:ql)?:\/\/|redis:\/\//u;
const REQUEST_ID = new RegExp(REQUEST_ID_PATTERN);
const SECRET_CHARACTERS_MIN = 8;
const FAULT = {
  message: expect.any(String),
  type: expect.any(String),
  code: expect.any(String),
  request_id: expect.stringMatching(REQUEST_ID),
};
const CODES = new Set<string>(Object.keys(ERROR_CODES));

/** Starts watching; makes a second user whose calls show whether anybody else was hurt. */
export async function watchUnhurt(demo: Demo): Promise<Unhurt> {
  const logger = createLogger('test', 'silent');
  const url = demo.stack.connections.databaseUrl;
  const owner = connectDatabase({ url, applicationName: 'unhurt', logger, poolMax: 2 });
  const secrets = new Set(textsOf(demo.stack.keys));
  const bystander = await aBystander(demo);
  for (const secret of bystander.secrets) secrets.add(secret);
  const processes = pidsOf(demo);
  const served = await bystander.look();
  return {
    owner,
    hide: (...more) => more.forEach((secret) => secrets.add(secret)),
    async by(attack, allowed = {}) {
      const before = allowed.bought === true ? undefined : await boughtOf(demo, owner);
      const hits = await attack();
      for (const hit of [hits].flat() as Hit[]) {
        expectDecent(hit);
        expectNothingShown(hit, secrets, allowed.shown);
      }
      if (before !== undefined) expect(await boughtOf(demo, owner)).toEqual(before);
      expect(pidsOf(demo)).toEqual(processes);
      expect(await bystander.look()).toEqual(served);
      return hits;
    },
    close: () => owner.destroy(),
  };
}

/**
 * A refusal has one of the two shapes, says which request it was, and is not to be kept or sniffed.
 */
export function expectDecent({ status, headers, text, bodiless }: Hit): void {
  if (status < 400) return;
  const body = parsed(text) as { error?: { code: string; request_id: string } } | undefined;
  const seen = { status, type: headers['content-type'], text: text.slice(0, 500) };
  expect(seen).toMatchObject({ type: expect.stringMatching(/^application\/json\b/) });
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
  expect(headers['cache-control']).toContain('no-store');
  expect(headers['x-powered-by']).toBeUndefined();
  expect(headers['x-request-id']).toMatch(REQUEST_ID);
  if (bodiless === true) return expect({ status, text }).toEqual({ status, text: '' });
  if (status === 422 && body?.error === undefined) {
    const detail = [{ loc: expect.any(Array), msg: expect.any(String), type: expect.any(String) }];
    expect({ status, body }).toMatchObject({ body: { detail: expect.any(Array) } });
    const faults = (body as unknown as { detail: object[] }).detail;
    expect(faults).toEqual(faults.map(() => expect.objectContaining(detail[0] ?? {})));
    expect(faults.length).toBeGreaterThan(0);
    return;
  }
  expect({ status, body }).toMatchObject({ body: { error: FAULT } });
  expect(headers['x-request-id']).toBe(body?.error?.request_id);
  expect(CODES).toContain(body?.error?.code);
  expect(status).not.toBe(500);
}

/** Neither the head nor the body of an answer holds a stack, SQL, one of our hosts or a secret. */
export function expectNothingShown(
  { headers, text }: Hit,
  secrets: ReadonlySet<string>,
  shown: readonly string[] = [],
): void {
  let all = `${JSON.stringify(headers)}\n${text}`;
  for (const known of shown) all = all.replaceAll(known, '');
  expect(all).not.toMatch(STACK);
  expect(all).not.toMatch(SQL);
  expect(all).not.toMatch(HOST);
  const given = [...secrets].filter(
    (secret) => secret.length >= SECRET_CHARACTERS_MIN && all.includes(secret),
  );
  expect(given).toEqual([]);
}

/** Every text that an object holds anywhere, but for what is public. */
function textsOf(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return PUBLIC_MEMBERS.has(name) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsOf(part, key));
}
const PUBLIC_MEMBERS: ReadonlySet<string> = new Set(
  'kid alg use kty crv x current email'.split(' '),
);

/** What was bought so far: entries of the book, holds, and calls that the provider has seen. */
async function boughtOf(demo: Demo, owner: Knex): Promise<Record<string, unknown>> {
  await whenReported(owner);
  const counts = await row<Record<string, bigint>>(
    owner,
    `select (select count(*) from billing.entry) as entries,
            (select count(*) from billing.reservation) as holds`,
  );
  const calls = (await demo.invoice()).at(-1)?.n ?? 0;
  return { ...counts, calls };
}

function pidsOf({ stack }: Demo): Record<string, number | undefined> {
  return Object.fromEntries(Object.keys(stack.env).filter(isProcess).map(pidOf));
  function isProcess(name: string): boolean {
    return name !== 'migrate';
  }
  function pidOf(name: string): [string, number | undefined] {
    return [name, stack.pid(name)];
  }
}

interface Bystander {
  secrets: string[];
  /** What is served to it, without what differs from call to call. */
  look(): Promise<unknown>;
}

async function aBystander(demo: Demo): Promise<Bystander> {
  const user = { email: 'bystander@tollgate.example', password: 'a password of somebody else' };
  const made = await demo.platform<{ id: string }>('POST', '/users', user);
  const { id } = made.body;
  const key = await demo.platform<{ secret: string }>('POST', `/users/${id}/keys`, {
    name: 'of a bystander',
    mode: 'test',
  });
  expect([made.status, key.status]).toEqual([201, 201]);
  const { secret } = key.body;
  const authorization = { authorization: `Bearer ${secret}` };
  const { body: models } = await demo.v1<{ data: { id: string }[] }>(
    '/models',
    undefined,
    authorization,
  );
  const model = models.data.map((one) => one.id).find((name) => name.startsWith('sandbox/'));
  return {
    secrets: [secret, user.password],
    async look() {
      const answer = await demo.v1<{ choices?: unknown }>(
        '/chat/completions',
        { model, messages: [{ role: 'user', content: 'Am I served?' }], max_tokens: 20 },
        authorization,
      );
      const { choices, ...rest } = answer.body;
      expect({ status: answer.status, body: choices === undefined ? rest : 'an answer' }).toEqual({
        status: 200,
        body: 'an answer',
      });
      return choices;
    },
  };
}

/** What is sent by `sendHit`. */
export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  /** The exact body. */
  body?: string | Buffer;
}

/**
 * Sends one request through a client library and gives whatever comes back; a connection that
 * breaks has status 0.
 */
export async function sendHit(url: string, { method, headers, body }: Sent = {}): Promise<Hit> {
  try {
    const answer = await got(url, {
      method: (method ?? (body === undefined ? 'GET' : 'POST')) as 'GET',
      headers: headers ?? {},
      ...(body === undefined ? {} : { body }),
      allowGetBody: true,
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      responseType: 'text',
    });
    return { status: answer.statusCode, headers: answer.headers, text: answer.body };
  } catch {
    return { status: 0, headers: {}, text: '' };
  }
}

/**
 * A raw HTTP/1.1 answer as it stands on a socket, one character a byte; the last one where several
 * follow each other.
 */
export function hitOf(received: string): Hit {
  const head = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/u.exec(received);
  if (head === null) return { status: 0, headers: {}, text: received };
  const [whole, status = '0', lines = ''] = head;
  const headers = Object.fromEntries(
    lines
      .trimEnd()
      .split('\r\n')
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  ) as Record<string, string>;
  const rest = received.slice(whole.length);
  if (status.startsWith('1')) return hitOf(rest);
  const bytes = headers['transfer-encoding'] === 'chunked' ? unchunked(rest) : rest;
  return { status: Number(status), headers, text: Buffer.from(bytes, 'latin1').toString('utf8') };
}

function unchunked(text: string): string {
  const size = Number.parseInt(text, 16);
  const start = text.indexOf('\r\n') + 2;
  if (!(size > 0)) return '';
  return text.slice(start, start + size) + unchunked(text.slice(start + size + 2));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
