import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Stack } from '@tollgate/deploy/local/stack';
import { Redis } from 'ioredis';
import { Client } from 'pg';

/**
 * Records are written behind answers once a second, so that the last ones of a test come up to this
 * much later. In milliseconds.
 */
const WRITTEN_BEHIND_MS = 1_100;
/** How long work that a test left behind may take to end, in milliseconds. */
const QUIET_MS = 5_000;
const POLL_MS = 100;
/** How long one attempt waits for statements that hold a table, in milliseconds. */
const LOCK_MS = 1_000;
const ATTEMPTS_MAX = 5;

/**
 * Tables that processes write for themselves while they run, or that are about the schema: emptying
 * one would tell a process that it is gone.
 */
const KEPT = new Set([
  'billing.process',
  'change.counter',
  'change.log',
  'maintenance.ledger_look',
  'maintenance.merge',
  'maintenance.merge_write',
  'maintenance.partitioned',
  'public.schema_migration',
  'public.schema_migration_lock',
  'public.schema_repeatable',
  'requests.completion',
]);
/** What is under way and would write into the tables of the next test. */
const UNDER_WAY = `select
  exists (select from billing.reservation where state = 'held')
  or exists (select from requests.operation where finished_at is null)
  or exists (select from requests.video where finished_at is null)
  or exists (select from webhooks.delivery where state = 'open') as busy`;
/** Redis keeps the queue of the worker under names that begin so; all else is hints and limits. */
const QUEUE = 'bull:';

/** The rows of the tables that are emptied, as JSON by table; most have none. */
export type Beginning = ReadonlyMap<string, string>;

/** Notes the rows that a stack has before its first test. */
export async function beginningOf(stack: Stack): Promise<Beginning> {
  return asOwner(stack, async (client) => {
    const noted = new Map<string, string>();
    for (const table of await listTables(client)) {
      const { rows } = await client.query<{ rows: string }>(
        `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${table} t`,
      );
      noted.set(table, rows[0]?.rows ?? '[]');
    }
    return noted;
  });
}

/**
 * Puts the rows of a stack back to those that it began with, forgets limits and starts the fake
 * provider anew. Its processes go on; what they remember stands under ids that no later test has.
 * Throws where work of the last test does not end.
 */
export async function emptyStack(
  stack: Stack & { stateDir: string },
  beginning: Beginning,
): Promise<void> {
  await stack.restart('provider');
  await asOwner(stack, async (client) => {
    await untilQuiet(client);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await putBack(client, beginning);
        break;
      } catch (error) {
        await client.query('rollback');
        if (attempt === ATTEMPTS_MAX) throw error;
      }
    }
  });
  await forgetLimits(stack.connections.redisUrl);
  await rm(join(stack.stateDir, 'demo.env'), { force: true });
  await stack.ready();
}

async function asOwner<Result>(
  { connections }: Stack,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: connections.databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname not in ('pg_catalog', 'information_schema')
     order by name`,
  );
  return rows.map(({ name }) => name).filter((name) => !KEPT.has(name));
}

async function untilQuiet(client: Client): Promise<void> {
  await pause(WRITTEN_BEHIND_MS);
  const until = performance.now() + QUIET_MS;
  for (;;) {
    const { rows } = await client.query<{ busy: boolean }>(UNDER_WAY);
    if (rows[0]?.busy === false) return;
    if (performance.now() > until) throw new Error('work of the last test goes on');
    await pause(POLL_MS);
  }
}

/** Triggers keep the book from being emptied; in this role they do not run. */
async function putBack(client: Client, beginning: Beginning): Promise<void> {
  await client.query(`begin; set local session_replication_role = replica;
    set local lock_timeout = ${LOCK_MS}; truncate ${[...beginning.keys()].join(', ')}`);
  for (const [table, rows] of beginning) {
    if (rows === '[]') continue;
    await client.query(
      `insert into ${table} overriding system value
       select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [rows],
    );
  }
  await client.query(`with next as (update change.counter set epoch = epoch + 1 returning epoch)
    insert into change.log (epoch, topic) select epoch, 'catalog' from next; commit`);
}

async function forgetLimits(url: string): Promise<void> {
  const redis = new Redis(url);
  try {
    const names = await redis.keys('*');
    const hints = names.filter((name) => !name.startsWith(QUEUE));
    if (hints.length > 0) await redis.del(hints);
  } finally {
    redis.disconnect();
  }
}
