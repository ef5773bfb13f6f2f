/**
 * `make up`: starts the stack in the background (or finds it running), waits until every process is
 * ready, seeds the demo and prints how to use it. With `EMPTY=1` nothing is seeded: the first
 * administrator is made in the console. Exits 1 with the reason when something fails.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { renderBox, renderEmptyBox } from './box.ts';
import { beganEmpty, beginEmpty } from './local/empty-start.ts';
import { loadKeys } from './local/keys.ts';
import { DEFAULT_STATE_DIR, makeStateDir, REPOSITORY_ROOT } from './local/paths.ts';
import { clearStatus, findSupervisor, readStatus } from './local/supervision.ts';
import { seed } from './seed.ts';

const START_TIMEOUT_MS = 600_000;
const POLL_MS = 100;
const SPAWN_GRACE_MS = 10_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function spawnSupervisor(stateDir: string): void {
  clearStatus(stateDir);
  const output = openSync(join(stateDir, 'logs', 'supervisor.log'), 'a', 0o600);
  const script = join(REPOSITORY_ROOT, 'deploy/local/supervisor.ts');
  const supervisor = spawn(process.execPath, [script, stateDir], {
    cwd: REPOSITORY_ROOT,
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  supervisor.unref();
}

/**
 * Waits for the supervisor.
 * @returns the base URLs
 * @throws with the reason that the supervisor gave
 */
async function awaitReady(stateDir: string): Promise<Record<string, string>> {
  const begun = Date.now();
  for (;;) {
    const status = readStatus(stateDir);
    if (status?.state === 'failed') throw new Error(status.failure ?? 'The stack did not start.');
    const isAlive = findSupervisor(stateDir) !== undefined;
    if (isAlive && status?.state === 'ready') return status.urls;
    const waited = Date.now() - begun;
    if (waited > START_TIMEOUT_MS) throw new Error('The stack is not ready in time: make logs.');
    if (!isAlive && waited > SPAWN_GRACE_MS) {
      throw new Error('The supervisor ended: see .tollgate/logs/supervisor.log.');
    }
    await sleep(POLL_MS);
  }
}

async function up(stateDir: string): Promise<void> {
  await makeStateDir(stateDir);
  if (process.env['EMPTY'] === '1') await beginEmpty(stateDir);
  if (findSupervisor(stateDir) === undefined) {
    say('Starting Tollgate …');
    spawnSupervisor(stateDir);
  } else {
    say('Tollgate is already running (make down stops it).');
  }
  const urls = await awaitReady(stateDir);
  if (beganEmpty(stateDir)) {
    const { platformSetupToken } = await loadKeys(stateDir);
    say(renderEmptyBox(urls, platformSetupToken));
    return;
  }
  say('Every process is ready. Seeding the demo …');
  const demo = await seed({ stateDir, urls, providerKeys: process.env, videos: true, log: say });
  say(renderBox(demo));
}

try {
  await up(DEFAULT_STATE_DIR);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
