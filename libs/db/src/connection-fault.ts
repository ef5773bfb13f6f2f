import type { Knex } from 'knex';
import { sqlState } from './failures.ts';

/** No connection to the database could be made; the message says why and what to do. */
class NoConnectionError extends Error {
  override name = 'NoConnectionError';
}

interface Endpoint {
  host: string;
  role: string;
  database: string;
}

type Advice = (endpoint: Endpoint) => string;

const UNKNOWN_HOST: Advice = () =>
  'its host name is not known. Correct the host in DATABASE_URL, or the name server.';
const SILENT: Advice = () =>
  'it does not answer. Check host and port in DATABASE_URL, and firewalls and network policies on the way.';

const BY_CODE: Readonly<Record<string, Advice>> = {
  ECONNREFUSED: () =>
    'nothing listens there. Start PostgreSQL, or correct host and port in DATABASE_URL.',
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
  ETIMEDOUT: SILENT,
  EHOSTUNREACH: SILENT,
  '28P01': ({ role }) =>
    `it refuses the password of role ${role}. Correct user and password in DATABASE_URL.`,
  '28000': ({ role }) =>
    `it does not let role ${role} in from here. Check that the role exists and may log in, and pg_hba.conf.`,
  '3D000': ({ database }) =>
    `it has no database ${database}. Create the database, or correct the name in DATABASE_URL.`,
  '53300': () => 'it has no connection left. Raise max_connections, or lower DATABASE_POOL_MAX.',
};

/** What Node calls certificates that it does not trust. */
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ALTNAME/;
const BY_MESSAGE: readonly (readonly [RegExp, Advice])[] = [
  [
    /does not support SSL/,
    () => 'it has no TLS. Remove sslmode from DATABASE_URL, or switch TLS on there.',
  ],
  [/timeout expired|connection timeout|terminated due to/i, SILENT],
];

function endpointOf(url: string): Endpoint {
  if (!URL.canParse(url)) return { host: 'an address that is no URL', role: '', database: '' };
  const { host, pathname, username, searchParams } = new URL(url);
  return {
    host: searchParams.get('host') ?? (host === '' ? 'this machine' : host),
    role: decodeURIComponent(username),
    database: decodeURIComponent(pathname.slice(1)),
  };
}

/**
 * Says in one line, without the password, why no connection could be made and what to do; null when
 * the error means something else.
 */
export function connectionFault(url: string, error: unknown): string | null {
  if (error instanceof NoConnectionError) return error.message;
  const code = sqlState(error) ?? '';
  const message = error instanceof Error ? error.message : '';
  const endpoint = endpointOf(url);
  const advice = UNTRUSTED.test(code)
    ? () =>
        `its certificate is not trusted (${code}). Name its authority in DATABASE_URL with sslrootcert.`
    : (BY_CODE[code] ?? BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1]);
  return advice === undefined
    ? null
    : `No connection to PostgreSQL at ${endpoint.host}: ${advice(endpoint)}`;
}

/** The parts of knex's client that its types leave out. */
interface PooledClient {
  pool: { on(event: 'createFail', heard: (id: number, error: unknown) => void): void };
  acquireConnection(): Promise<unknown>;
}

/**
 * Lets a pool say why it has no connection. A pool that cannot make one tries again until the time
 * of the waiting query is over, and then says of itself that it is probably full.
 */
export function reportWhyNone(db: Knex, url: string): void {
  const client = db.client as PooledClient;
  let last = { atMs: -Infinity, error: undefined as unknown };
  client.pool.on('createFail', (_id, error) => {
    last = { atMs: performance.now(), error };
  });
  const acquire = client.acquireConnection.bind(client);
  client.acquireConnection = async () => {
    const begunMs = performance.now();
    try {
      return await acquire();
    } catch (error) {
      const why = last.atMs < begunMs ? null : connectionFault(url, last.error);
      throw why === null ? error : new NoConnectionError(why, { cause: last.error });
    }
  };
}
