/**
 * `make soak`: a whole stack with two of everything under mixed load, and something breaks every
 * few seconds. Runs every invariant of the ledger each minute, lets all heal at the end, and
 * compares charges and the provider's invoice in both directions. Exits 1 when money is wrong, a
 * hold stays open or memory grows.
 *
 * MINUTES=60 · FAULT_EVERY_SECONDS=10 · SEED=<number>, by chance when absent. The seed gives the
 * same load and the same faults; how they meet depends on the machine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { createRandom, seedOfEnvironment } from '../support/random.ts';
import { createCalls, TICKETS_PER_KEY } from './calls.ts';
import type { Calls } from './calls.ts';
import { createFaults } from './faults.ts';
import { keepInvoice } from './invoice.ts';
import { createLoad } from './load.ts';
import { residentOf, watchKeptMemory } from '../support/memory.ts';
import type { KeptMemory, Resident } from '../support/memory.ts';
import { makePeople } from './people.ts';
import { reconcile } from './reconcile.ts';
import { createVerifying } from './verifying.ts';

const minutes = Number(process.env['MINUTES'] ?? '60');
const faultEverySeconds = Number(process.env['FAULT_EVERY_SECONDS'] ?? '10');
const seed = seedOfEnvironment();

const TIMER_SCALE = 0.2;
const MINUTE_MS = 60_000;
const INVOICE_EVERY_MS = 1_000;
const HEAL_MS = 300_000;
const MEMORY_SAMPLES = 6;
const RICH_PEOPLE = 3;
const CALLS_PER_MINUTE_MAX = 1_500;
const REPLICAS = { inference: 2, billing: 2, edge: 2, worker: 2 };
/**
 * Watched for their memory over the whole run, so never killed, only frozen; their twins are
 * killed.
 */
const SPARED = ['inference', 'billing-2', 'edge', 'worker'];
const PROCESSES = [
  ...Object.keys(REPLICAS).flatMap((name) => [name, `${name}-2`]),
  'account',
  'admin',
  'postgres',
  'redis',
];
const MEMORY_LOOK_MS = 3_000;
/** A process may keep this much more at the end than in the second and third sixth of the run. */
const GROWTH_FACTOR_MAX = 1.3;
const GROWTH_MIB_MAX = 24;
const LINES_SHOWN = 20;

const say = (line: string): void => {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
};

const faults: string[] = [];
const fault = (what: string): void => {
  faults.push(what);
  say(`FAULT ${what}`);
};

/** Runs the work again and again until the run ends. */
async function every(ms: number, until: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!until.aborted) {
    await sleep(ms, undefined, { signal: until }).catch(() => undefined);
    if (until.aborted) return;
    await work().catch((error: unknown) => say(`not done: ${String(error)}`));
  }
}

/** Where each process of a service tells its metrics. */
function metricsUrlsOf({ stack: { urls } }: Demo): Record<string, string> {
  const found = Object.entries(urls).flatMap(([name, url]) => {
    const parts = /^(.+)-metrics(-\d+)?$/.exec(name);
    return parts === null ? [] : [[`${parts[1]}${parts[2] ?? ''}`, url]];
  });
  return Object.fromEntries(found) as Record<string, string>;
}

interface Sample {
  resident: Record<string, Resident | null>;
  /**
   * What could not be given back in the time up to this sample, in MiB; null where nobody looked.
   */
  kept: Record<string, number | null>;
}

function sampleMemory(demo: Demo, kept: KeptMemory): Sample {
  const taken = kept.take();
  const each = <T>(read: (name: string) => T): Record<string, T> =>
    Object.fromEntries([...PROCESSES, 'provider'].map((name) => [name, read(name)]));
  return {
    resident: each((name) => residentOf(demo.stack.pid(name))),
    kept: each((name) => taken[name] ?? null),
  };
}

/**
 * One line a process, one column a sample: resident memory and in brackets what is kept; `*` where
 * the process is another one than before.
 */
function memoryTable(samples: readonly Sample[]): string {
  return [...PROCESSES, 'provider']
    .map((name) => {
      const cells = samples.map(({ resident, kept }, index) => {
        const now = resident[name];
        const before = samples[index - 1]?.resident[name];
        if (now == null) return 'gone';
        const held = kept[name] == null ? '' : ` (${kept[name]})`;
        return `${now.mib}${held}${before != null && before.pid !== now.pid ? '*' : ''}`;
      });
      return `  ${name.padEnd(12)} ${cells.map((cell) => cell.padStart(10)).join(' ')}`;
    })
    .join('\n');
}

/**
 * Those that ran from the third sample to the last and keep too much more; what tells no metrics is
 * judged by all it holds.
 */
function grown(samples: readonly Sample[]): string[] {
  const [, , warm, middle] = samples;
  const last = samples.at(-1);
  return Object.keys(warm?.resident ?? {}).flatMap((name) => {
    const from = warm?.resident[name];
    const to = last?.resident[name];
    if (from == null || to == null || from.pid !== to.pid) return [];
    // What one sample has seen may be off: a look may come before a collection, or while a process
    // stands still.
    const fromMib = Math.max(...[warm, middle].map((sample) => sample?.kept[name] ?? from.mib));
    const toMib = Math.min(...samples.slice(-2).map(({ kept }) => kept[name] ?? to.mib));
    const limit = fromMib * GROWTH_FACTOR_MAX + GROWTH_MIB_MAX;
    return toMib > limit ? [`${name} grew from ${fromMib} to ${toMib} MiB`] : [];
  });
}

/** Waits until nothing is held and no operation runs. */
async function untilHealed(owner: Knex): Promise<void> {
  const until = performance.now() + HEAL_MS;
  for (;;) {
    const open = await row<{ holds: bigint; operations: bigint }>(
      owner,
      `select (select count(*) from billing.reservation where state = 'held') as holds,
         (select count(*) from requests.operation where state in ('queued', 'running')) as operations`,
    ).catch(() => null);
    if (open != null && open.holds === 0n && open.operations === 0n) return;
    if (performance.now() > until) {
      fault(`not healed in time: ${open?.holds} holds, ${open?.operations} operations`);
      return;
    }
    await sleep(1_000);
  }
}

async function checkGrants(owner: Knex, acknowledged: readonly string[]): Promise<void> {
  const stored = await rows<{ idempotency_key: string }>(
    owner,
    `select idempotency_key from billing.credit_grant where idempotency_key like 'soak-grant-%'`,
  );
  const known = new Set(stored.map(({ idempotency_key }) => idempotency_key));
  if (known.size !== stored.length) fault('a grant stands twice');
  for (const key of acknowledged) if (!known.has(key)) fault(`the grant ${key} was lost`);
  say(`grants: ${acknowledged.length} acknowledged, ${stored.length} stored`);
}

function countsTable(calls: Calls): string {
  return Object.entries(calls.counts())
    .map(([kind, outcomes]) => {
      const parts = Object.entries(outcomes)
        .sort(([, left], [, right]) => right - left)
        .map(([outcome, times]) => `${outcome}: ${times}`);
      return `  ${kind.padEnd(12)} ${parts.join(' · ')}`;
    })
    .join('\n');
}

async function compare(owner: Knex, calls: Calls, lines: Parameters<typeof reconcile>[2]) {
  const found = await reconcile(owner, calls, lines);
  say(`calls by outcome (${calls.total()} calls):\n${countsTable(calls)}`);
  say(
    `the provider served ${found.served} dispatches; ${found.charges} charges of ${found.charged} nano-credits in all (${found.late} late, ${found.estimated} estimated)`,
  );
  say(`unpaid dispatches, as failures.md allows: ${JSON.stringify(found.unpaid, null, 1)}`);
  say(`double charges: ${found.doubles.length}`);
  say(`charges that the invoice does not explain: ${found.unserved.length}`);
  say(`lost charges that nothing allows: ${found.lost.length}`);
  say(`open holds: ${found.openHolds}`);
  for (const [what, list] of [
    ['double', found.doubles],
    ['unserved', found.unserved],
    ['lost', found.lost],
  ] as const) {
    for (const line of list.slice(0, LINES_SHOWN)) say(`  ${what}: ${line}`);
    if (list.length > 0) faults.push(`${list.length} ${what}`);
  }
  if (found.openHolds > 0) fault(`${found.openHolds} holds are open`);
}

async function soak(demo: Demo): Promise<void> {
  const random = createRandom(seed);
  const calls = createCalls();
  const keysEach = Math.ceil((minutes * CALLS_PER_MINUTE_MAX) / TICKETS_PER_KEY / RICH_PEOPLE) + 1;
  const people = await makePeople(demo, { rich: RICH_PEOPLE, keysEach });
  const publicUrls = ['public', 'public-2'].map((name) => demo.stack.urls[name] ?? '');
  const invoice = keepInvoice(demo.stack.urls['provider'] ?? '');
  const load = createLoad({
    demo,
    publicUrls,
    calls,
    people,
    random,
    models: { chat: ['demo/demo-large', 'demo/demo-small'], embedding: 'demo/demo-embed' },
  });
  const strikes = createFaults(demo, { all: PROCESSES, spared: SPARED }, createRandom(seed + 1));
  const verifying = createVerifying(demo.stack.connections.databaseUrl, TIMER_SCALE);
  const owner = connectDatabase({
    url: demo.stack.connections.databaseUrl,
    applicationName: 'soak',
    poolMax: 2,
    statementTimeoutMs: MINUTE_MS,
  });
  const kept = watchKeptMemory(metricsUrlsOf(demo));
  await kept.look();
  const samples: Sample[] = [sampleMemory(demo, kept)];
  say(`memory in MiB at the start:\n${memoryTable(samples)}`);
  const over = new AbortController();
  let looks = 0;
  const begunAt = performance.now();
  const background = [
    every(INVOICE_EVERY_MS, over.signal, () => invoice.collect()),
    every(faultEverySeconds * 1_000, over.signal, async () => {
      say(await strikes.strike());
    }),
    every(MINUTE_MS, over.signal, async () => {
      const broken = await verifying.look();
      looks += broken === null ? 0 : 1;
      for (const line of broken ?? []) fault(line);
      const passed = Math.round((performance.now() - begunAt) / MINUTE_MS);
      const state = broken === null ? 'the database gave no answer' : `${broken.length} broken`;
      say(`minute ${passed}: ${calls.total()} calls, invariants: ${state}`);
    }),
    every(MEMORY_LOOK_MS, over.signal, () => kept.look()),
    every((minutes * MINUTE_MS) / MEMORY_SAMPLES, over.signal, async () => {
      samples.push(sampleMemory(demo, kept));
      say(`memory in MiB so far:\n${memoryTable(samples)}`);
    }),
  ];
  const running = load.run();
  await sleep(minutes * MINUTE_MS);
  over.abort();
  say('no more faults: everything heals');
  await Promise.all(background);
  await strikes.calm();
  load.stop();
  await running;
  await demo.stack.ready();
  await untilHealed(owner);
  await invoice.collect();
  await kept.look();
  samples.push(sampleMemory(demo, kept));
  const broken = await verifying.look();
  if (broken === null) fault('the ledger could not be verified at the end');
  for (const line of broken ?? []) fault(line);
  say(`invariants: ${looks} looks under way, ${broken?.length ?? '?'} broken at the end`);
  await checkGrants(owner, load.acknowledgedGrants());
  await compare(owner, calls, invoice.lines());
  say(`memory in MiB (* restarted; never killed: ${SPARED.join(', ')}):\n${memoryTable(samples)}`);
  for (const line of grown(samples)) fault(line);
  await Promise.all([owner.destroy(), verifying.stop()]);
}

say(`SEED=${seed} MINUTES=${minutes} FAULT_EVERY_SECONDS=${faultEverySeconds}`);
const demo = await aDemo({ timerScale: TIMER_SCALE, replicas: REPLICAS });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void demo.stack.drop().finally(() => process.exit(1));
  });
}
try {
  await soak(demo);
} catch (error) {
  fault(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await demo.stack.drop();
}
say(faults.length === 0 ? 'PASSED' : `FAILED: ${faults.length} faults; SEED=${seed}`);
process.exitCode = faults.length === 0 ? 0 : 1;
