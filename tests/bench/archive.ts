/**
 * `make bench-archive`: fills days of so many request records each and prints what archiving,
 * verifying and printing one take, and the most memory that the command's process had.
 *
 * Options: --rows 300000,1000000,3000000.
 *
 * A pod that archives has 1 GiB: what it had at most has to be the same for every size.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectDatabase, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { execa } from 'execa';
import { startCluster } from '../support/cluster.ts';
import { aDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { idOf } from './analytics/fill.ts';
import { grid } from './table.ts';

const FILL_MS = 3_600_000;
const AFTER_DAYS = 40;
/** Records of one statement that fills. */
const FILL_ROWS = 100_000;
const LOOK_MS = 100;
const KB_PER_MB = 1_024;
const DAY_MS = 86_400_000;
const MS_PER_SECOND = 1_000;

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '300000,1000000,3000000' } },
});
const sizes = values.rows.split(',').map(Number);

/** What one command took. */
interface Taken {
  seconds: number;
  peakMb: number;
}

/** Fills a day with records whose ids and receipts are all different, without their sums. */
async function fillDay(owner: Knex, day: string, count: number): Promise<void> {
  await owner.raw(`create table requests.record_${day.replaceAll('-', '')}
    partition of requests.record for values from ('${day} 00:00:00+00')
    to (timestamptz '${day} 00:00:00+00' + interval '1 day')`);
  await owner.raw('alter table requests.record disable trigger user');
  for (let from = 1; from <= count; from += FILL_ROWS) {
    await rows(
      owner,
      `insert into requests.record (id, at, request_id, user_id, api_key_id, mode, route, provider,
         model_requested, model, stream, async, status, outcome, attempt, usage, usage_source,
         charged_n, price_version_id, uplift_bp, receipt, queue_ms, upstream_ms, first_token_ms,
         total_ms, session_id, tries)
       select ${idOf(`'a' || n`)}, cast(:day as date) at time zone 'UTC'
           + n * interval '86399 seconds' / cast(:count as int),
         md5('r' || n), ${idOf(`'u' || n % 997`)}, ${idOf(`'k' || n % 2999`)}, 'live',
         'POST /v1/chat/completions', 'acme', 'acme/large', 'acme/large', n % 2 = 0, false, 200,
         'served', 1, jsonb_build_object('input', n % 9000, 'output', n % 700), 'provider',
         n * 7 % 1000003, ${idOf(`'p'`)}, 0,
         jsonb_build_object('cost_nano', cast(n * 7 % 1000003 as text), 'lines', jsonb_build_array(
           jsonb_build_object('dimension', 'input', 'quantity', n % 9000, 'price', '250'),
           jsonb_build_object('dimension', 'output', 'quantity', n % 700, 'price', '1000'))),
         n % 9, n % 900, n % 300, n % 2000, md5('s' || n / 20), null
       from generate_series(cast(:from as int), least(cast(:count as int), :until)) n`,
      { day, count, from, until: from + FILL_ROWS - 1 },
    );
  }
  await owner.raw('alter table requests.record enable trigger user');
}

const PEAK = /^VmHWM:\s+(\d+) kB$/mu;

/** Runs a command of operators to its end. */
async function measured(command: string, args: string[], env: Record<string, string>) {
  const began = performance.now();
  const running = execa(process.execPath, [`deploy/operations/${command}.ts`, ...args], {
    cwd: REPOSITORY_ROOT,
    env,
    buffer: false,
    stdin: 'ignore',
    stderr: 'inherit',
  });
  running.stdout.pipe(createWriteStream('/dev/null'));
  const taken: Taken & { isOver: boolean } = { seconds: 0, peakMb: 0, isOver: false };
  const over = running.finally(() => (taken.isOver = true));
  while (!taken.isOver) {
    const status = await readFile(`/proc/${running.pid}/status`, 'utf8').catch(() => '');
    taken.peakMb = Math.max(taken.peakMb, Number(PEAK.exec(status)?.[1] ?? 0) / KB_PER_MB);
    await pause(LOOK_MS);
  }
  await over;
  taken.seconds = (performance.now() - began) / MS_PER_SECOND;
  return taken;
}

async function measureAll(database: TestDatabase, folder: string): Promise<string> {
  const owner = connectDatabase({
    url: database.url,
    applicationName: 'bench-archive',
    poolMax: 1,
    statementTimeoutMs: FILL_MS,
  });
  const env = {
    DATABASE_URL: database.urlOf('tollgate_archive'),
    RECORDS_ARCHIVE_IN: join(folder, 'archive'),
    RECORDS_ARCHIVE_AFTER_DAYS: String(AFTER_DAYS),
    RECORDS_ARCHIVE_VERIFY_DAYS: '1',
    TMPDIR: folder,
  };
  const lines: string[][] = [];
  for (const [index, count] of sizes.entries()) {
    const at = new Date(Date.now() - (AFTER_DAYS + 1 + sizes.length - index) * DAY_MS);
    const day = at.toISOString().slice(0, 'YYYY-MM-DD'.length);
    await fillDay(owner, day, count);
    const cells: string[] = [];
    for (const [command, ...args] of [
      ['archive'],
      ['verify-archive'],
      ['read-archive', '--from', day],
    ]) {
      const { seconds, peakMb } = await measured(command ?? '', args, env);
      cells.push(seconds.toFixed(0), peakMb.toFixed(0));
    }
    lines.push([count.toLocaleString('en'), ...cells, (loadavg()[0] ?? 0).toFixed(1)]);
    process.stdout.write(`${lines.at(-1)?.join('  ')}\n`);
  }
  await owner.destroy();
  const heads = ['archive', 'verify', 'print'].flatMap((what) => [`${what}, s`, 'peak, MB']);
  return grid([['rows of the day', ...heads, 'load'], ...lines]);
}

const stop = await startCluster();
const folder = await mkdtemp(join(tmpdir(), 'tollgate-bench-archive-'));
try {
  const database = await aDatabase();
  process.stdout.write(`${await measureAll(database, folder)}\n`);
  await database.drop();
} finally {
  await rm(folder, { recursive: true, force: true });
  await stop();
}
