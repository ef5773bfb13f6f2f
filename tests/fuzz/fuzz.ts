/**
 * `make fuzz`: a million hostile inputs. Most are replies of providers, changed byte by byte and member by member, that go through
 * every mapper in this process; the others are requests made from the interface description, sent to a running stack. Prints what
 * became of them, and the memory of each process at a twentieth of the way and at the end. `SEED=<number>` gives the same inputs,
 * `INPUTS=<number>` more or fewer; `DIR=<folder>` holds recordings of real replies. Exits 1 when there was a hole: an error that nobody promised, an answer that is not ours, a
 * fault of ours, silence, a promise that nobody waited for, or memory that grows.
 */
import { execFileSync } from 'node:child_process';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { seedOfEnvironment } from '../support/random.ts';
import { fuzzMappers } from './mapper-run.ts';
import { readSamples } from './replies.ts';
import { callersOf, fuzzRequests } from './request-run.ts';

const INPUTS = Number(process.env['INPUTS'] ?? 1_000_000);
/** Of all inputs so many are requests. */
const REQUEST_SHARE = 0.03;
/** Memory is compared once everything is loaded and warm. */
const WARM_SHARE = 0.05;
const KILOBYTE = 1_024;
const MEGABYTE = 1_048_576;
/** What the heap of this process may grow by while it reads replies. */
const HEAP_GROWTH_MAX = 32 * MEGABYTE;
/** What a process may grow by: the engine lets its heap grow before it looks, so this is not what it holds. */
const RSS_GROWTH_MAX = 192 * MEGABYTE;
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

function sayOutcomes(outcomes: Record<string, number>): void {
  const sorted = Object.entries(outcomes).toSorted(([, left], [, right]) => right - left);
  for (const [outcome, count] of sorted) say(`${String(count).padStart(9)}  ${outcome}`);
}

function heapNow(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

async function fuzzReplies(seed: number, inputs: number): Promise<void> {
  const samples = await readSamples(process.env['DIR']);
  let warm = 0;
  const run = fuzzMappers(samples, {
    seed,
    inputs,
    onInput(n) {
      if (n === Math.ceil(inputs * WARM_SHARE)) warm = heapNow();
    },
  });
  const end = heapNow();
  say(`\n${run.inputs} changed replies of ${samples.length} recorded ones`);
  sayOutcomes(run.outcomes);
  say(`the slowest took ${run.slowestMs.toFixed(0)} ms`);
  say(`heap of this process: ${megabytes(warm)} warm, ${megabytes(end)} at the end`);
  for (const finding of run.findings) say(JSON.stringify(finding));
  faults.push(...run.findings.map(({ seed: at, hole }) => `seed ${at}: ${hole}`));
  if (run.slowestMs > HANG_MS) faults.push(`an input took ${run.slowestMs.toFixed(0)} ms`);
  if (end - warm > HEAP_GROWTH_MAX) faults.push(`the heap grew by ${megabytes(end - warm)}`);
  if (Object.keys(Object.prototype).length > 0) faults.push('the prototype of objects was changed');
}

/** Ids of the processes of services by name; the migration is over by then. */
function pidsOf({ stack }: Demo): Record<string, number | undefined> {
  const names = Object.keys(stack.env).filter((name) => name !== 'migrate');
  return Object.fromEntries(names.map((name) => [name, stack.pid(name)]));
}

/** Resident memory by process, in bytes. */
function memoryOf(demo: Demo): Record<string, number> {
  const named = Object.entries(pidsOf(demo));
  const pids = named.map(([, pid]) => pid);
  const told = execFileSync('ps', ['-o', 'pid=,rss=', '-p', pids.join(',')], { encoding: 'utf8' });
  const byPid = new Map(
    told
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/u).map(Number) as [number, number]),
  );
  return Object.fromEntries(
    named.map(([name, pid]) => [name, (byPid.get(pid ?? 0) ?? 0) * KILOBYTE]),
  );
}

async function fuzzStack(seed: number, inputs: number): Promise<void> {
  const demo = await aDemo({ timerScale: 0.2 });
  try {
    const callers = await callersOf(demo);
    const pids = JSON.stringify(pidsOf(demo));
    const started = memoryOf(demo);
    let warm = started;
    const run = await fuzzRequests(demo, callers, {
      seed,
      inputs,
      onInput(n) {
        if (n === Math.ceil(inputs * WARM_SHARE)) warm = memoryOf(demo);
      },
    });
    const end = memoryOf(demo);
    say(`\n${run.inputs} requests to a running stack`);
    sayOutcomes(run.outcomes);
    for (const [name, bytes] of Object.entries(end)) {
      const before = `${megabytes(started[name] ?? 0)} before, ${megabytes(warm[name] ?? 0)} warm`;
      say(`  ${name.padEnd(12)} ${before}, ${megabytes(bytes)} at the end`);
      const grown = bytes - (warm[name] ?? 0);
      if (grown > RSS_GROWTH_MAX) faults.push(`${name} grew by ${megabytes(grown)}`);
    }
    for (const finding of run.findings) say(JSON.stringify(finding));
    faults.push(...run.findings.map(({ seed: at, status }) => `seed ${at} was answered ${status}`));
    if (pids !== JSON.stringify(pidsOf(demo))) faults.push('a process has died');
    const { body } = await demo.platform<{ ok: boolean }>('GET', '/ledger/verify');
    if (!body.ok) faults.push('the ledger does not verify');
  } finally {
    await demo.stack.drop();
  }
}

const seed = seedOfEnvironment();
say(`SEED=${seed} INPUTS=${INPUTS}`);
const requests = Math.round(INPUTS * REQUEST_SHARE);
await fuzzReplies(seed, INPUTS - requests);
await fuzzStack(seed, requests);
say(faults.length === 0 ? '\nno hole' : `\n${faults.length} holes\n${faults.join('\n')}`);
process.exitCode = faults.length === 0 ? 0 : 1;
