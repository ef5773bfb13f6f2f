import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { row } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { removeStateDir } from '@tollgate/deploy/local/paths';
import { freePort } from '@tollgate/deploy/local/ports';
import { localPostgres } from '@tollgate/deploy/local/postgres';
import type { LocalPostgres } from '@tollgate/deploy/local/postgres';
import { locatePostgresFiles } from '@tollgate/deploy/local/postgres-files';
import { openProcessRecord } from '@tollgate/deploy/local/process-record';
import { copyFiles, dataDirOf } from './beginnings.ts';
import { eventually } from './eventually.ts';
import type { TestStack } from './stack.ts';
import { aStateDir } from './state-dir.ts';

/** A copy of everything that a PostgreSQL holds, made while it is stopped. */
export interface Backup {
  /** Puts the PostgreSQL back to that moment. */
  restore(): Promise<void>;
  drop(): Promise<void>;
}

/** Stops the PostgreSQL of a stack, copies its data and starts it again. */
export async function aBackup(stack: TestStack): Promise<Backup> {
  const dataDir = await dataDirOf(stack.stateDir);
  const kept = `${dataDir}.backup`;
  const whileStopped = async (work: () => Promise<void>): Promise<void> => {
    await stack.stop('postgres');
    await work();
    await stack.start('postgres');
  };
  await whileStopped(() => copyFiles(dataDir, kept));
  return {
    restore: () => whileStopped(() => copyFiles(kept, dataDir)),
    drop: () => rm(kept, { recursive: true, force: true }),
  };
}

/** Waits until a standby has everything that its primary has now; both as their owners. */
export async function caughtUp(primary: Knex, standby: Knex): Promise<void> {
  const end = await row<{ lsn: string }>(
    primary,
    'select cast(pg_current_wal_lsn() as text) as lsn',
  );
  await eventually(async () => {
    const replayed = await row<{ done: boolean }>(
      standby,
      'select pg_last_wal_replay_lsn() >= cast(:lsn as pg_lsn) as done',
      { lsn: end?.lsn ?? '' },
    );
    return replayed?.done === true;
  }, 'the standby does not follow');
}

/** A second PostgreSQL that follows the first. */
export interface Standby {
  port: number;
  url: string;
  drop(): Promise<void>;
}

/** Starts a standby of a stack's PostgreSQL, which is stopped for a moment. */
export async function aStandby(stack: TestStack): Promise<Standby> {
  const password = stack.keys.postgresPassword;
  const stateDir = await aStateDir();
  const files = await locatePostgresFiles(stateDir, password);
  const primary = new URL(stack.connections.databaseUrl);
  const port = await freePort();
  await stack.stop('postgres');
  await copyFiles(await dataDirOf(stack.stateDir), files.dataDir);
  await stack.start('postgres');
  await writeFile(join(files.dataDir, 'standby.signal'), '');
  const way = `host=127.0.0.1 port=${primary.port} user=${primary.username} password=${password}`;
  await appendFile(join(files.dataDir, 'postgresql.auto.conf'), `primary_conninfo = '${way}'\n`);
  const server: LocalPostgres = await localPostgres({
    stateDir,
    port,
    password,
    durable: false,
    supervise: false,
    record: openProcessRecord(stateDir),
    log: () => undefined,
  });
  const drop = async (): Promise<void> => {
    await server.stop();
    await removeStateDir(stateDir);
  };
  await server.start().catch(async (error: unknown) => {
    await drop();
    throw error;
  });
  return { port, url: server.url, drop };
}
