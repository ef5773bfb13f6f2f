/**
 * `make bench-analytics`: fills a database with millions of request records and prints how long
 * each report over them takes and how PostgreSQL reads it, what an export of a million rows does to
 * the memory of its process, what `/v1` feels of a purge of nearly all of them, and what keeping
 * the sums costs those who write records. Exits 1 when a sum differs from its records, or when a
 * purge changes one.
 *
 * Options: --records 5500000 --days 365 --users 300 --rate 40 --seconds 15 --rounds 4 --plans
 * <file>, and --state <folder>: keeps the filled database there and, where it is filled already,
 * measures it again; --only <parts>: some of consoles, reports, export, purge, trigger, with commas
 * between them.
 */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { removeStateDir } from '@tollgate/deploy/local/paths';
import { startStack } from '@tollgate/deploy/local/stack';
import type { Stack } from '@tollgate/deploy/local/stack';
import { seed } from '@tollgate/deploy/seed';
import type { DemoEnv } from '@tollgate/deploy/seed/demo-env';
import { measureExport } from './analytics/export.ts';
import { measureConsoles } from './analytics/consoles.ts';
import { assertSumsAreExact, fill } from './analytics/fill.ts';
import { fillAround } from './analytics/fill-around.ts';
import { openPlanes } from './analytics/planes.ts';
import type { Planes } from './analytics/planes.ts';
import { measurePurges } from './analytics/purge.ts';
import { measureReports, readPlans } from './analytics/reports.ts';
import { measureTrigger } from './analytics/trigger.ts';
import { grid } from './table.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '5500000' },
    days: { type: 'string', default: '365' },
    users: { type: 'string', default: '300' },
    rate: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '4' },
    plans: { type: 'string', default: '' },
    state: { type: 'string', default: '' },
    only: { type: 'string', default: 'consoles,reports,export,purge,trigger' },
  },
});
const parts = new Set(values.only.split(','));

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

interface Filled {
  stack: Stack;
  owner: Knex;
  demo: DemoEnv;
  planes: Planes;
}

/** Measures the parts that were asked for over what is filled. */
async function measure({ stack, owner, demo, planes }: Filled): Promise<void> {
  if (parts.has('consoles')) {
    const { table, slow } = await measureConsoles(planes);
    say(`\nRequests of the consoles' pages, milliseconds over HTTP\n${grid(table)}`);
    say(slow.length === 0 ? 'no page waits too long' : `too slow: ${slow.join('; ')}`);
    if (slow.length > 0) process.exitCode = 1;
  }
  if (parts.has('reports')) {
    const reports = await measureReports(planes);
    say(`\nReports, milliseconds of an answer over HTTP\n${grid(reports.table)}`);
    const plans = await readPlans({ stack, owner, planes });
    if (values.plans !== '') await writeFile(values.plans, plans.full);
    say(`\nPlans\n${grid(plans.table)}`);
  }
  if (parts.has('export')) say(`\nExport\n${grid(await measureExport(stack, planes))}`);
  if (parts.has('purge')) {
    const load = { rate: Number(values.rate), seconds: Number(values.seconds) };
    const rounds = Number(values.rounds);
    const purges = await measurePurges({ owner, planes, demo, load, rounds });
    say(`\nPurges while /v1 serves ${load.rate} calls a second\n${grid(purges.table)}`);
    say(purges.summary);
  }
  if (parts.has('trigger')) {
    const url = stack.env['inference']?.['DATABASE_URL'] ?? '';
    const table = grid(await measureTrigger(owner, url));
    say(`\nRecords with their sums, against records alone\n${table}`);
  }
}

async function bench(): Promise<void> {
  const isKept = values.state !== '';
  const stateDir = isKept ? values.state : await mkdtemp(join(tmpdir(), 'tollgate-bench-'));
  const quiet = (): void => undefined;
  const stack = await startStack({
    stateDir,
    log: quiet,
    withDemoProvider: true,
    // As the manifests have it: the default of PostgreSQL holds a fiftieth of these records.
    postgresSettings: ['shared_buffers=1GB'],
    env: { LOG_LEVEL: 'warn' },
  });
  const stop = async (): Promise<void> => {
    await stack.stop();
    if (!isKept) await removeStateDir(stateDir);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  }
  const owner = connectDatabase({
    url: stack.connections.databaseUrl,
    applicationName: 'bench-owner',
    poolMax: 3,
    statementTimeoutMs: 1_800_000,
    acquireTimeoutMs: 120_000,
  });
  try {
    const demo = await seed({ stateDir, urls: stack.urls, providerKeys: {}, log: quiet });
    const signIn = (): Promise<Planes> => openPlanes(demo, stack.urls['public'] ?? '');
    const filled = await fill(owner, (await signIn()).owner, {
      records: Number(values.records),
      days: Number(values.days),
      users: Number(values.users),
      say,
    });
    if (filled !== null) {
      say(`\nFilled\n${grid([['', 'rows', 'size'], ...filled])}`);
      await assertSumsAreExact(owner);
      say('every sum is what its records add up to');
    }
    const { owner: who } = await signIn();
    await fillAround(owner, who, { days: Number(values.days), say });
    // To fill takes longer than a user's token lasts.
    await measure({ stack, owner, demo, planes: await signIn() });
  } finally {
    await owner.destroy();
    await stop();
  }
}

try {
  await bench();
} catch (error) {
  process.stderr.write(
    `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exitCode = 1;
}
