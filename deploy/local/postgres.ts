import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { Client } from 'pg';
import { managedProcess, type ManagedProcess, type Supervision } from './managed-process.ts';
import { locatePostgresFiles, type PostgresFiles } from './postgres-files.ts';

const CONNECTIONS_MAX = 200;
/** A query over a year of records locks the table and four indexes of each day's partition. */
const LOCKS_PER_CONNECTION = 256;
const READY_TIMEOUT_MS = 120_000;
const CONNECT_TIMEOUT_MS = 10_000;
const OWNER = 'tollgate_owner';
const DATABASE = 'tollgate';

// Data survive a crash of PostgreSQL with these too, but not a crash of the machine: for tests
// only. A commit has to be written out all the same: without synchronous_commit what was
// acknowledged would die with PostgreSQL's own memory.
const VOLATILE_FLAGS = ['fsync=off', 'full_page_writes=off'];

export interface PostgresOptions extends Supervision {
  stateDir: string;
  port: number;
  /** Password of the owner role, a superuser of this cluster. */
  password: string;
  /** Default true: a committed transaction is on disk. */
  durable?: boolean;
  /** More settings of the server, such as `shared_buffers=1GB`. */
  settings?: readonly string[] | undefined;
}

/** A PostgreSQL cluster of our own. */
export interface LocalPostgres extends ManagedProcess {
  /** Connection URL of the owner role for the database `tollgate`. */
  url: string;
}

const isPresent = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const cleanEnv = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  LC_ALL: 'C',
  TZ: 'UTC',
});

/** Creates the cluster in one step: an interrupted attempt leaves nothing that looks complete. */
async function createCluster(files: PostgresFiles, options: PostgresOptions): Promise<void> {
  const partial = `${files.dataDir}.new`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const secretFile = join(dirname(partial), `initdb-password-${process.pid}`);
  try {
    await writeFile(secretFile, `${options.password}\n`, { mode: 0o600 });
    if (files.user !== undefined) {
      await chown(partial, files.user.uid, files.user.gid);
      await chown(secretFile, files.user.uid, files.user.gid);
    }
    const flags = ['--auth=scram-sha-256', `--username=${OWNER}`, `--pwfile=${secretFile}`];
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin'];
    const sync = options.durable === false ? ['--no-sync'] : [];
    await execa(
      join(files.binDir, 'initdb'),
      [`--pgdata=${partial}`, ...flags, ...locale, '--builtin-locale=C.UTF-8', ...sync],
      { ...files.user, cwd: '/', env: cleanEnv(), extendEnv: false },
    );
  } finally {
    await rm(secretFile, { force: true });
  }
  await rename(partial, files.dataDir);
}

async function commandLineOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  }
  const { stdout } = await execa('ps', ['-o', 'command=', '-p', String(pid)], { reject: false });
  return stdout;
}

/**
 * After a crash the lock file of the postmaster stays. PostgreSQL sees by itself that its process
 * is gone, unless another program got the same pid since: then the file has to go.
 */
async function dropForeignLock(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  const commandLine = await commandLineOf(pid);
  if (commandLine !== '' && !commandLine.includes('postgres')) await rm(file, { force: true });
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

function serverArguments(dataDir: string, options: PostgresOptions): string[] {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${options.port}`,
    'unix_socket_directories=',
    `max_connections=${CONNECTIONS_MAX}`,
    `max_locks_per_transaction=${LOCKS_PER_CONNECTION}`,
    ...(options.durable === false ? VOLATILE_FLAGS : []),
    ...(options.settings ?? []),
  ];
  return ['-D', dataDir, ...settings.flatMap((setting) => ['-c', setting])];
}

/**
 * Prepares a PostgreSQL that listens on 127.0.0.1 alone and keeps its data with the state folder;
 * `start` creates the cluster and its database when they do not exist yet.
 */
export async function localPostgres(options: PostgresOptions): Promise<LocalPostgres> {
  const files = await locatePostgresFiles(options.stateDir, options.password);
  if (!(await isPresent(files.dataDir))) await createCluster(files, options);
  const base = `postgres://${OWNER}:${options.password}@127.0.0.1:${options.port}`;
  const server = managedProcess(
    {
      name: 'postgres',
      command: join(files.binDir, 'postgres'),
      args: serverArguments(files.dataDir, options),
      env: cleanEnv(),
      cwd: files.dataDir,
      ...(files.user === undefined ? {} : { user: files.user }),
      logFile: join(options.stateDir, 'logs', 'postgres.log'),
      stopSignal: 'SIGINT',
      readyTimeoutMs: READY_TIMEOUT_MS,
      isReady: () => answers(`${base}/postgres`),
      prepare: () => dropForeignLock(files.dataDir),
    },
    options,
  );
  return {
    ...server,
    url: `${base}/${DATABASE}`,
    start: async () => {
      await server.start();
      await createDatabase(`${base}/postgres`);
    },
  };
}
