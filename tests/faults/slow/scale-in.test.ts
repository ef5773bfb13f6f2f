import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { execa } from 'execa';
import { eventually } from '../../support/eventually.ts';
import { aFaultyStack } from '../../support/faulty-stack.ts';
import type { FaultyStack } from '../../support/faulty-stack.ts';

const START_MS = 240_000;
const SETTLE = '/internal/reservations/settle';
/** The process that a smaller number of replicas leaves out. */
const LAST = 'inference-2';
const CALLS_MAX = 40;

let stack: FaultyStack;
beforeAll(async () => {
  stack = await aFaultyStack({ replicas: { inference: 2 }, timerScale: 0.5 });
}, START_MS);
afterAll(() => stack?.drop(), START_MS);
beforeEach(() => stack.money.begin());

const spoolOf = (name: string): string => stack.demo.stack.env[name]?.['SPOOL_DIR'] ?? '';

/** What waits in the spool of a process. */
async function waiting(name: string): Promise<string> {
  const folder = spoolOf(name);
  const files = (await readdir(folder)).filter((file) => /\.(?:jsonl|replay)$/u.test(file));
  const texts = files.map((file) => readFile(join(folder, file), 'utf8').catch(() => ''));
  return (await Promise.all(texts)).join('');
}

/**
 * Billing hears of no charge from now on; calls are made until the last process has one on its
 * disk.
 */
async function leaveSomethingOnDisk(): Promise<void> {
  stack.billing.order({ path: SETTLE, trouble: 'refuse' });
  for (let call = 0; (await waiting(LAST)) === ''; call += 1) {
    expect(call).toBeLessThan(CALLS_MAX);
    expect((await stack.chat(`Question ${call}.`)).status).toBe(200);
  }
  stack.money.injected();
}

test(
  'FF32 a process is scaled in while billing is away: the process stays until billing has heard everything',
  async () => {
    const { demo, billing, money } = stack;
    await leaveSomethingOnDisk();
    const stopping = demo.stack.stop(LAST);
    await eventually(
      async () => (await demo.stack.logs(LAST)).includes('before this process leaves'),
      'the process does not wait for billing',
    );
    billing.clear();
    await stopping;
    expect(await waiting(LAST)).toBe('');
    await money.sound('FF32');
    await demo.stack.start(LAST);
  },
  START_MS,
);

test(
  'FF33 a process is gone before billing is back: its disk is told by a command, and each call is charged once',
  async () => {
    const { demo, billing, money } = stack;
    await leaveSomethingOnDisk();
    await demo.stack.stop(LAST);
    expect(await waiting(LAST)).not.toBe('');
    const report = () =>
      execa(process.execPath, ['services/inference/src/deliver-spool.ts', spoolOf(LAST)], {
        cwd: REPOSITORY_ROOT,
        env: demo.stack.env[LAST] ?? {},
        extendEnv: false,
        reject: false,
      });
    const early = await report();
    expect([early.exitCode, early.stdout]).toEqual([1, expect.stringContaining('waits on')]);
    expect(await waiting(LAST)).not.toBe('');
    billing.clear();
    const reported = await report();
    expect([reported.exitCode, reported.stdout]).toEqual([
      0,
      expect.stringContaining('nothing waits'),
    ]);
    expect(await waiting(LAST)).toBe('');
    const again = await report();
    expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining(': 0 told')]);
    await money.sound('FF33');
  },
  START_MS,
);
