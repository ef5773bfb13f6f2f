/**
 * `make fuzz`: a million hostile inputs. Most are replies of providers, changed byte by byte and
 * member by member, that go through every mapper in this process; the others are requests made from
 * the interface description, sent to a running stack. Prints what became of them, and the memory of
 * each process at a twentieth of the way and at the end. `SEED=<number>` gives the same inputs,
 * `INPUTS=<number>` more or fewer; `DIR=<folder>` holds recordings of real replies. Exits 1 when
 * there was a hole: an error that nobody promised, an answer that is not ours, a fault of ours,
 * silence, a promise that nobody waited for, or memory that grows.
 */
import { execFileSync } from 'node:child_process';
import { aLookInside } from '../attacks/processes-inside.ts';
import type { ProcessesInside } from '../attacks/processes-inside.ts';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { seedOfEnvironment } from '../support/random.ts';
import { fuzzMappers } from './mapper-run.ts';
import { readSamples } from './replies.ts';
import { callersOf, fuzzRequests } from './request-run.ts';

const INPUTS = Number(process.env['INPUTS'] ?? 1_000_000);
/** The share of all inputs that are requests. */
const REQUEST_SHARE = 0.03;
/** Memory is compared once everything is loaded and warm. */
const WARM_SHARE = 0.05;
/** Inputs between two cleanings. */
const CLEANED_EVERY = 20_000;
const KILOBYTE = 1_024;
const MEGABYTE = 1_048_576;
/** What the heap of a process may hold more at the end than when it was warm. */
const HEAP_GROWTH_MAX = 32 * MEGABYTE;
const HANG_MS = 5_000;

const faults: string[] = [];
process.on(
  'unhandledRejection',
  (error) => void faults.push(`unhandled rejection: ${String(error)}`),
);

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;

function sayMemory(of: string, [before, warm, end]: [number, number, number]): void {
  const first = `${megabytes(before)} before, ${megabytes(warm)} warm`;
  say(`  ${of.padEnd(16)} ${first}, ${megabytes(end)} at the end`);
}

function sayOutcomes(outcomes: Record<string, number>): void {
  const sorted = Object.entries(outcomes).toSorted(([, left], [, right]) => right - left);
  for (const [outcome, count] of sorted) say(`${String(count).padStart(9)}  ${outcome}`);
}

function memoryHere(): NodeJS.MemoryUsage {
  globalThis.gc?.();
  return process.memoryUsage();
}

/** Says of how many how long they took. */
function sayRate(what: string, count: number, startedMs: number): void {
  const seconds = (performance.now() - startedMs) / 1_000;
  say(`\n${count} ${what} in ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)} a second`);
}

async function fuzzReplies(seed: number, inputs: number): Promise<void> {
  const samples = await readSamples(process.env['DIR']);
  const started = memoryHere();
  const startedMs = performance.now();
  let warm = started;
  const run = fuzzMappers(samples, {
    seed,
    inputs,
    onInput(n) {
      // The engine leaves buffers lie for as long as the machine has room.
      if (n % CLEANED_EVERY === 0) globalThis.gc?.();
      if (n === Math.ceil(inputs * WARM_SHARE)) warm = memoryHere();
    },
  });
  const end = memoryHere();
  sayRate(`changed replies of ${samples.length} recorded ones`, run.inputs, startedMs);
  sayOutcomes(run.outcomes);
  say(`the slowest took ${run.slowestMs.toFixed(0)} ms`);
  sayMemory('heap here', [started.heapUsed, warm.heapUsed, end.heapUsed]);
  sayMemory('all of it', [started.rss, warm.rss, end.rss]);
  for (const finding of run.findings) say(JSON.stringify(finding));
  faults.push(...run.findings.map(({ seed: at, hole }) => `seed ${at}: ${hole}`));
  if (run.slowestMs > HANG_MS) faults.push(`an input took ${run.slowestMs.toFixed(0)} ms`);
  const grown = end.heapUsed - warm.heapUsed;
  if (grown > HEAP_GROWTH_MAX) faults.push(`the heap grew by ${megabytes(grown)}`);
  if (Object.keys(Object.prototype).length > 0) faults.push('the prototype of objects was changed');
}

/** Ids of the processes of services by name; the migration is over by then. */
function pidsOf({ stack }: Demo): Record<string, number | undefined> {
  const names = Object.keys(stack.env).filter((name) => name !== 'migrate');
  return Object.fromEntries(names.map((name) => [name, stack.pid(name)]));
}

/** What each process holds on its heap and takes of the machine, in bytes. */
async function memoryOf(
  demo: Demo,
  inside: ProcessesInside,
): Promise<Record<string, { heap: number; rss: number }>> {
  const measured: Record<string, { heap: number; rss: number }> = {};
  for (const [name, pid] of Object.entries(pidsOf(demo))) {
    const { heapBytes: heap } = await inside.ask(demo.stack, name);
    const reported = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
    measured[name] = { heap, rss: Number(reported) * KILOBYTE };
  }
  return measured;
}

async function fuzzStack(seed: number, inputs: number): Promise<void> {
  const inside = await aLookInside();
  const demo = await aDemo({ timerScale: 0.2, pages: true, env: inside.env });
  try {
    const callers = await callersOf(demo);
    const pids = JSON.stringify(pidsOf(demo));
    const started = await memoryOf(demo, inside);
    const startedMs = performance.now();
    const warming = Math.ceil(inputs * WARM_SHARE);
    const first = await fuzzRequests(demo, callers, { seed, inputs: warming });
    const warm = await memoryOf(demo, inside);
    const others = { seed: (seed + warming) >>> 0, inputs: inputs - warming };
    const run = await fuzzRequests(demo, callers, others);
    for (const [outcome, count] of Object.entries(first.outcomes)) {
      run.outcomes[outcome] = (run.outcomes[outcome] ?? 0) + count;
    }
    const end = await memoryOf(demo, inside);
    sayRate('requests to a running stack', inputs, startedMs);
    sayOutcomes(run.outcomes);
    for (const [name, { heap, rss }] of Object.entries(end)) {
      const [before, then] = [started[name], warm[name]];
      sayMemory(`${name}, heap`, [before?.heap ?? 0, then?.heap ?? 0, heap]);
      sayMemory(`${name}, all`, [before?.rss ?? 0, then?.rss ?? 0, rss]);
      const grown = heap - (then?.heap ?? 0);
      if (grown > HEAP_GROWTH_MAX) faults.push(`${name} holds ${megabytes(grown)} more`);
    }
    const findings = [...first.findings, ...run.findings];
    for (const finding of findings) say(JSON.stringify(finding));
    faults.push(...findings.map(({ seed: at, status }) => `seed ${at} was answered ${status}`));
    if (pids !== JSON.stringify(pidsOf(demo))) faults.push('a process has died');
    const { body } = await demo.platform<{ ok: boolean }>('GET', '/ledger/verify');
    if (!body.ok) faults.push('the ledger does not verify');
  } finally {
    await demo.stack.drop();
    await inside.drop();
  }
}

const seed = seedOfEnvironment();
say(`SEED=${seed} INPUTS=${INPUTS}`);
const requests = Math.round(INPUTS * REQUEST_SHARE);
await fuzzReplies(seed, INPUTS - requests);
await fuzzStack(seed, requests);
say(faults.length === 0 ? '\nno hole' : `\n${faults.length} holes\n${faults.join('\n')}`);
process.exitCode = faults.length === 0 ? 0 : 1;
