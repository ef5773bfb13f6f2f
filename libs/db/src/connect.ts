import knexFactory from 'knex';
import type { Knex } from 'knex';
import { types } from 'pg';
import { firstLine } from '@tollgate/runtime/first-line';
import { outsideRequests } from '@tollgate/runtime/request-scope';
import { reportWhyNone } from './connection-fault.ts';
import { showPool } from './pool-metrics.ts';

export type { Knex } from 'knex';

/** A connection pool or a transaction: what every query function takes first. */
export type Db = Knex | Knex.Transaction;

/** bigint columns come as BigInt: money must never pass through a number. */
types.setTypeParser(types.builtins.INT8, (text) => BigInt(text));

/** The part of a logger that the driver needs. */
export interface DriverLogger {
  warn(fields: object, message: string): void;
}

export interface DatabaseOptions {
  /** `postgres://…` with the role of the service. */
  url: string;
  /** The process' name, seen in pg_stat_activity. */
  applicationName: string;
  /** Where the driver's own warnings go; they must not be written to the console. */
  logger?: DriverLogger;
  poolMax?: number;
  /** For long reports; the default suits requests. */
  statementTimeoutMs?: number;
  /** How long a query may wait for a connection. */
  acquireTimeoutMs?: number;
}

/** A process of a service that works with the database, see {@link databaseVariables}. */
export interface DatabaseUser {
  /** The name of the service. */
  name: string;
  config: Readonly<{ DATABASE_URL: string; DATABASE_POOL_MAX: number }>;
  logger: DriverLogger;
}

const POOL_MAX_DEFAULT = 10;
const ACQUIRE_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 5_000;
/** The client gives up a little later than the server, which can say why. */
const QUERY_GRACE_MS = 500;
const LOCK_TIMEOUT_MS = 2_000;
const IDLE_IN_TRANSACTION_MS = 10_000;

/**
 * Opens a pool: bounded waits everywhere, so that a sick database means an error soon and never a
 * hang.
 */
export function connectDatabase(options: DatabaseOptions): Knex {
  const db = knexFactory.knex({
    client: 'pg',
    connection: connectionConfig(options),
    pool: {
      min: 0,
      max: options.poolMax ?? POOL_MAX_DEFAULT,
      propagateCreateError: false,
      afterCreate: leaveDemoted,
    },
    acquireConnectionTimeout: options.acquireTimeoutMs ?? ACQUIRE_TIMEOUT_MS,
    asyncStackTraces: false,
    log: driverLog(options.logger),
  });
  reportWhyNone(db, options.url);
  showPool(options.applicationName, db);
  return db;
}

/** Opens the pool that a service answers its requests with. */
export function connectService({ name, config, logger }: DatabaseUser): Knex {
  return connectDatabase({
    url: config.DATABASE_URL,
    applicationName: `tollgate-${name}`,
    logger,
    poolMax: config.DATABASE_POOL_MAX,
  });
}

/** SQLSTATE of a write on a server that only reads. */
const READ_ONLY = '25006';

/** What the pool and the driver keep of a connection. */
interface RawConnection {
  connection: { on(event: 'errorMessage', heard: (error: { code?: string }) => void): void };
  __knex__disposed?: unknown;
}

/**
 * After a failover the old server may go on read-only: connections to that server are not used
 * again.
 */
function leaveDemoted(
  raw: RawConnection,
  done: (error: Error | null, raw: RawConnection) => void,
): void {
  raw.connection.on('errorMessage', (error) => {
    if (error.code === READ_ONLY) raw.__knex__disposed = error;
  });
  done(null, raw);
}

/**
 * Connections of one process for reports, so that reports never take the connections of requests.
 */
const REPORT_POOL_MAX = 3;
const REPORT_STATEMENT_TIMEOUT_MS = 15_000;
/** How long a report waits for a connection: as long as a report may take. */
const REPORT_ACQUIRE_TIMEOUT_MS = 15_000;

/** Opens the small pool of heavy queries: few at a time, each with an end. */
export function connectForReports(
  options: Pick<DatabaseOptions, 'url' | 'applicationName' | 'logger'>,
): Knex {
  return connectDatabase({
    ...options,
    applicationName: `${options.applicationName}-reports`,
    poolMax: REPORT_POOL_MAX,
    statementTimeoutMs: REPORT_STATEMENT_TIMEOUT_MS,
    acquireTimeoutMs: REPORT_ACQUIRE_TIMEOUT_MS,
  });
}

/**
 * Knex would write its warnings to the console; each of them also comes back as an error of the
 * query.
 * @param logger gets them; nobody without it
 */
export function driverLog(logger: DriverLogger | undefined): Knex.Logger {
  const say = (message: unknown): void => {
    // Connections are opened by whichever request came first.
    outsideRequests(() =>
      logger?.warn({ driver: firstLine(String(message)) }, 'the database driver warns'),
    );
  };
  return { warn: say, error: say, deprecate: say, debug: () => undefined };
}

/** knex's own types do not know every option that pg takes. */
function connectionConfig(options: DatabaseOptions): Knex.PgConnectionConfig {
  const config = {
    connectionString: options.url,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    query_timeout: (options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS) + QUERY_GRACE_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
  };
  return config;
}

/** Rows of a raw statement with named bindings (`:name`). */
export async function rows<Row>(
  db: Db,
  sql: string,
  bindings: Readonly<Record<string, unknown>> = {},
): Promise<Row[]> {
  const result = (await db.raw(sql, bindings as Knex.RawBinding)) as { rows: Row[] };
  return result.rows;
}

/** The one row of a raw statement, or null. */
export async function row<Row>(
  db: Db,
  sql: string,
  bindings: Readonly<Record<string, unknown>> = {},
): Promise<Row | null> {
  return (await rows<Row>(db, sql, bindings))[0] ?? null;
}

/** Runs `work` in a transaction; rolls back when it throws. */
export function transaction<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  return db.transaction(work);
}

/** Resolves when the database answers. */
export async function pingDatabase(db: Knex): Promise<void> {
  await db.raw('select 1');
}
