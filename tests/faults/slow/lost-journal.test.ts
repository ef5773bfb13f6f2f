import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { row } from '@tollgate/db/connect';
import { eventually } from '../../support/eventually.ts';
import { aFaultyStack } from '../../support/faulty-stack.ts';
import type { FaultyStack } from '../../support/faulty-stack.ts';
import { scrape, sumOf } from '../../support/scrape.ts';

const START_MS = 240_000;
const SETTLE = '/internal/reservations/settle';
const CALLS = 5;
/** A minute, after which a charge that is missing is told, and what the looks take. */
const FOUND_MS = 150_000;

let stack: FaultyStack;
beforeAll(async () => {
  stack = await aFaultyStack();
  // The first beat of the process comes before its way to billing is there.
  const url = stack.demo.stack.urls['inference-metrics'] ?? '';
  await eventually(async () => {
    await stack.chat('Is the journal on?');
    return sumOf(await scrape(url), 'tollgate_journal_settlements_total') > 0;
  });
}, START_MS);
afterAll(() => stack?.drop(), START_MS);

interface Look {
  checks: { id: string; ok: boolean; violations: unknown[] }[];
}

/** The rules that are broken, with how many rows each shows. */
async function broken(): Promise<Record<string, number>> {
  const { body } = await stack.demo.platform<Look>('GET', '/ledger/verify');
  const faults = body.checks.filter(({ ok }) => !ok);
  return Object.fromEntries(faults.map(({ id, violations }) => [id, violations.length]));
}

test(
  'FD19 a process is lost with its disk before billing has heard of its charges: I47 names each call within minutes, and nobody else pays',
  async () => {
    const { billing, demo } = stack;
    const folder = demo.stack.env['inference']?.['SPOOL_DIR'] ?? '';
    await eventually(async () => (await stack.wallet()).reserved === 0n);
    const before = await stack.wallet();
    const recordedBefore = await recorded();
    billing.order({ path: SETTLE, trouble: 'hang' });
    const asked = Array.from({ length: CALLS }, (_, at) => stack.chat(`Question ${at}.`));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(
      Array.from({ length: CALLS }, () => 200),
    );
    // Records are written behind the answers; without them nobody knows what was told.
    await eventually(async () => (await recorded()) >= recordedBefore + CALLS);
    await demo.stack.kill('inference', 'SIGSTOP');
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
    await demo.stack.kill('inference', 'SIGKILL');
    billing.clear();
    const untilMs = performance.now() + FOUND_MS;
    let found: Record<string, number> = {};
    while (found['I47'] !== CALLS && performance.now() < untilMs) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      found = await broken();
    }
    expect(found).toEqual({ I47: CALLS });
    expect(await stack.wallet()).toEqual(before);
  },
  START_MS,
);

async function recorded(): Promise<number> {
  const sql = 'select cast(count(*) as integer) as count from requests.record where charged_n > 0';
  return (await row<{ count: number }>(stack.money.owner, sql))?.count ?? 0;
}
