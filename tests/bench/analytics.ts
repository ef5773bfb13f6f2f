/**
 * `make bench-analytics`: fills a database with millions of request records and prints how long each report over them takes and
 * how PostgreSQL reads it, what an export of a million rows does to the memory of its process, what `/v1` feels of a purge of
 * nearly all of them, and what keeping the sums costs those who write records. Exits 1 when a sum differs from its records, or
 * when a purge changes one.
 *
 * Options: --records 5500000 --days 365 --users 300 --rate 40 --seconds 15 --rounds 4 --plans <file>.
 */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connectDatabase } from '@tollgate/db/connect';
import { removeStateDir } from '@tollgate/deploy/local/paths';
import { startStack } from '@tollgate/deploy/local/stack';
import { seed } from '@tollgate/deploy/seed';
import { measureExport } from './analytics/export.ts';
import { assertSumsAreExact, fill } from './analytics/fill.ts';
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
  },
});

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

async function bench(): Promise<void> {
  const stateDir = await mkdtemp(join(tmpdir(), 'tollgate-bench-'));
  const quiet = (): void => undefined;
  const stack = await startStack({
    stateDir,
    log: quiet,
    withDemoProvider: true,
    env: { LOG_LEVEL: 'warn' },
  });
  const stop = async (): Promise<void> => {
    await stack.stop();
    await removeStateDir(stateDir);
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
    say(`\nFilled\n${grid([['', 'rows', 'size'], ...filled])}`);
    await assertSumsAreExact(owner);
    say('every sum is what its records add up to');

    // To fill takes longer than a user's token lasts.
    const planes = await signIn();
    const reports = await measureReports(planes);
    say(`\nReports, milliseconds of an answer over HTTP\n${grid(reports.table)}`);
    const plans = await readPlans({ stack, owner, planes });
    const plansFile = values.plans;
    if (plansFile !== '') await writeFile(plansFile, plans.full);
    say(`\nPlans\n${grid(plans.table)}`);

    say(`\nExport\n${grid(await measureExport(stack, planes))}`);

    const load = { rate: Number(values.rate), seconds: Number(values.seconds) };
    const purges = await measurePurges({
      owner,
      planes,
      demo,
      load,
      rounds: Number(values.rounds),
    });
    say(`\nPurges while /v1 serves ${load.rate} calls a second\n${grid(purges.table)}`);
    say(purges.summary);

    const url = stack.env['inference']?.['DATABASE_URL'] ?? '';
    say(
      `\nRecords with their sums, against records alone\n${grid(await measureTrigger(owner, url))}`,
    );
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
