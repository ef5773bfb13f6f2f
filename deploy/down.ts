/**
 * `make down` and `make reset`: stops the stack and everything a dead run left behind; with
 * `--delete` also deletes its data, logs and secrets.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { rm } from 'node:fs/promises';
import { DEFAULT_STATE_DIR, removeStateDir, REPOSITORY_ROOT, systemDirFor } from './local/paths.ts';
import { stopOrphans } from './local/process-record.ts';
import { clearStatus, findSupervisor, releaseSupervision } from './local/supervision.ts';

const STOP_TIMEOUT_MS = 180_000;
const POLL_MS = 100;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function stopSupervisor(stateDir: string): Promise<boolean> {
  const pid = findSupervisor(stateDir);
  if (pid === undefined) return false;
  process.kill(pid, 'SIGTERM');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (findSupervisor(stateDir) === pid && Date.now() < deadline) await sleep(POLL_MS);
  if (findSupervisor(stateDir) === pid) process.kill(pid, 'SIGKILL');
  return true;
}

const wasRunning = await stopSupervisor(DEFAULT_STATE_DIR);
const orphans = await stopOrphans(DEFAULT_STATE_DIR);
releaseSupervision(DEFAULT_STATE_DIR);
clearStatus(DEFAULT_STATE_DIR);
say(wasRunning || orphans.length > 0 ? 'Tollgate is stopped.' : 'Tollgate was not running.');

if (process.argv.includes('--delete')) {
  await removeStateDir(DEFAULT_STATE_DIR);
  if (process.getuid?.() === 0) {
    await rm(systemDirFor(REPOSITORY_ROOT), { recursive: true, force: true });
  }
  say('Its data, logs and secrets are deleted.');
  if (process.env['DATABASE_URL'] !== undefined) say('DATABASE_URL was left as it is.');
}
