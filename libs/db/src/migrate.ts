import knexFactory from 'knex';
import type { Knex } from 'knex';
import { adoptBaseline } from './before-baseline.ts';
import { OperatorError } from './command.ts';
import { driverLog, row } from './connect.ts';
import { BASELINE, MIGRATIONS } from './migrations.ts';
import type { Migration } from './migrations.ts';
import { ensurePartitions } from './partitions.ts';
import { applyRepeatables, readRepeatables } from './repeatable.ts';
import type { RepeatableFile } from './repeatable.ts';

/** The database role of each service that connects, of the archive and of backups. */
export const SERVICE_ROLES = [
  'tollgate_account',
  'tollgate_admin',
  'tollgate_archive',
  'tollgate_backup',
  'tollgate_billing',
  'tollgate_inference',
  'tollgate_worker',
] as const;

/** One of {@link SERVICE_ROLES}. */
export type ServiceRole = (typeof SERVICE_ROLES)[number];

export interface MigrateOptions {
  /** Connects as the owner of the schema, a role that may create roles. */
  databaseUrl: string;
  /** Roles that get a login with this password; the others are left as they are. */
  rolePasswords?: Partial<Record<ServiceRole, string>>;
  /** Default: those of this version. */
  steps?: readonly Migration[];
  /** Functions, views and triggers. Default: those of this version. */
  repeatables?: readonly RepeatableFile[];
  /** Runs the repeatable files that have not changed as well; default false. */
  repeatAll?: boolean;
}

/**
 * A step that waits for a lock of a table makes all later statements on this table wait, so the
 * step gives up soon and is run again later.
 */
const LOCK_TIMEOUT = '2s';

/** Any number, the same for every run: only one run at a time holds this lock. */
const MIGRATION_LOCK = 7_215_003_344;

/**
 * Creates the roles, applies what is missing, brings functions, views and triggers up to date,
 * makes the partitions of the coming days, and sets the logins. Concurrent runs wait for each
 * other; a run that dies leaves nothing locked. Each step is applied as a whole or not at all, so a
 * run that fails leaves what the version before works with, and is simply run again.
 * @returns the names of the steps that were applied, and of the repeatable files that were run
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const db = knexFactory.knex({
    client: 'pg',
    connection: { connectionString: options.databaseUrl, application_name: 'tollgate-migrate' },
    pool: { min: 1, max: 2 },
    log: driverLog(undefined),
  });
  try {
    return await withLock(db, () => applyAll(db, options));
  } finally {
    await db.destroy();
  }
}

async function withLock<T>(db: Knex, work: () => Promise<T>): Promise<T> {
  return db.transaction(async (lock) => {
    await lock.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    return work();
  });
}

async function applyAll(db: Knex, options: MigrateOptions): Promise<string[]> {
  await checkRights(db);
  for (const role of SERVICE_ROLES) await ensureRole(db, role);
  await letBackupsRead(db);
  const run: Run = {
    steps: options.steps ?? MIGRATIONS,
    repeatables: options.repeatables ?? readRepeatables(),
    ran: [],
  };
  await db.transaction((trx) => adopt(trx, run));
  const migrator = migratorConfig(run);
  await db.migrate.forceFreeMigrationsLock(migrator).catch(() => undefined);
  const [, applied] = (await db.migrate.latest(migrator)) as [number, string[]];
  await db.transaction((trx) => repeat(trx, run, options.repeatAll));
  await db.raw(`grant select on public.schema_migration to ${SERVICE_ROLES.join(', ')}`);
  await ensurePartitions(db);
  await setLogins(db, options.rolePasswords ?? {});
  return [...applied, ...run.ran];
}

/** One run, as far as it has come. */
interface Run {
  steps: readonly Migration[];
  repeatables: readonly RepeatableFile[];
  ran: string[];
}

function migratorConfig(run: Run): Knex.MigratorConfig {
  const { steps } = run;
  return {
    tableName: 'schema_migration',
    // While versions change, the older version finds steps that are unknown to it, and leaves them
    // alone.
    disableMigrationsListValidation: true,
    migrationSource: {
      getMigrations: () => Promise.resolve([...steps]),
      getMigrationName: (migration: Migration) => migration.name,
      getMigration: (migration: Migration) =>
        Promise.resolve({
          up: (trx: Knex) => apply(migration, trx as Knex.Transaction, run),
          down: () => Promise.reject(new Error('migrations only go forward')),
        }),
    },
  };
}

/** Functions follow in the same transaction, unless they wait for steps that are still to come. */
async function adopt(trx: Knex.Transaction, run: Run): Promise<void> {
  await trx.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  const isAdopted = await adoptBaseline(trx);
  if (isAdopted && run.steps.at(-1)?.name === BASELINE) await repeat(trx, run);
}

/** A process that sees the last step also sees the functions that go with the steps. */
async function apply(migration: Migration, trx: Knex.Transaction, run: Run): Promise<void> {
  await trx.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  await migration.up(trx);
  if (migration === run.steps.at(-1)) await repeat(trx, run);
}

/**
 * A version that does not know all steps of the schema is the older version, and leaves functions
 * as they are.
 */
async function repeat(trx: Knex.Transaction, run: Run, isAll = false): Promise<void> {
  await trx.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  const found = await row<{ is_ready: boolean; is_older: boolean }>(
    trx,
    `select to_regclass('public.schema_repeatable') is not null as is_ready, exists (
       select from public.schema_migration where name <> all (cast(:names as text[]))) as is_older`,
    { names: run.steps.map(({ name }) => name) },
  );
  if (found?.is_ready !== true || found.is_older) return;
  run.ran.push(...(await applyRepeatables(trx, run.repeatables, isAll)));
}

async function checkRights(db: Knex): Promise<void> {
  const self = await row<{ name: string; may: boolean }>(
    db,
    'select rolname as name, rolsuper or rolcreaterole as may from pg_roles where rolname = current_user',
  );
  if (self?.may !== false) return;
  throw new OperatorError(
    `The role ${self.name} may not create roles, which migrate does for the services. As an administrator of the database run: alter role ${self.name} createrole`,
  );
}

async function ensureRole(db: Knex, role: ServiceRole): Promise<void> {
  await db.raw(`
    do $$ begin
      create role ${role} nologin;
    exception when duplicate_object or unique_violation then null;
    end $$`);
}

/**
 * An owner without the right to grant this leaves it to an administrator of the database; the
 * backup command says so.
 */
async function letBackupsRead(db: Knex): Promise<void> {
  await db.raw(`
    do $$ begin
      if not pg_has_role('tollgate_backup', 'pg_read_all_data', 'member') then
        grant pg_read_all_data to tollgate_backup;
      end if;
    exception when insufficient_privilege or unique_violation then null;
    end $$`);
}

async function setLogins(db: Knex, passwords: Partial<Record<ServiceRole, string>>): Promise<void> {
  for (const role of SERVICE_ROLES) {
    const password = passwords[role];
    if (password === undefined) continue;
    const [quoted] = (await db.raw('select quote_literal(?) as text', [password])).rows as [
      { text: string },
    ];
    await db.raw(`alter role ${role} login password ${quoted.text}`);
  }
}
