import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execaSync } from 'execa';

const ORPHAN_STOP_MS = 15_000;
const POLL_MS = 50;

interface Entry {
  pid: number;
  identity: string;
  signal: NodeJS.Signals;
}

/**
 * The processes of one state folder, on disk, so that a later run can clear up after a dead one.
 */
export interface ProcessRecord {
  add(name: string, process: { pid: number; signal: NodeJS.Signals }): void;
  remove(name: string): void;
}

/**
 * The identity that distinguishes a process from a later one with the same pid: its start time
 * within this boot. Undefined when no such process runs.
 */
export function identityOf(pid: number): string | undefined {
  if (process.platform !== 'linux') {
    const { stdout, exitCode } = execaSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      reject: false,
    });
    return exitCode === 0 ? stdout.trim() : undefined;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** Whether the process that had this identity still runs. */
export const isSameProcess = (pid: number, identity: string): boolean =>
  identityOf(pid) === identity;

const recordFile = (stateDir: string): string => join(stateDir, 'processes.json');

/** Starts an empty record; call `stopOrphans` before. */
export function openProcessRecord(stateDir: string): ProcessRecord {
  const entries = new Map<string, Entry>();
  const save = (): void =>
    writeFileSync(recordFile(stateDir), JSON.stringify(Object.fromEntries(entries), null, 2));
  return {
    add: (name, { pid, signal }) => {
      const identity = identityOf(pid);
      if (identity === undefined) return;
      entries.set(name, { pid, identity, signal });
      save();
    },
    remove: (name) => {
      entries.delete(name);
      save();
    },
  };
}

function signalIfSame({ pid, identity }: Entry, signal: NodeJS.Signals): boolean {
  if (!isSameProcess(pid, identity)) return false;
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/**
 * Stops what a former run left behind: first politely, after a while by force. Processes that
 * merely reuse a recorded pid are left alone. Gives the names of those that were still running.
 */
export async function stopOrphans(stateDir: string): Promise<string[]> {
  const file = recordFile(stateDir);
  const entries: Record<string, Entry> = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  const found = Object.entries(entries).filter(([, entry]) => signalIfSame(entry, entry.signal));
  const alive = (): boolean => found.some(([, entry]) => isSameProcess(entry.pid, entry.identity));
  const deadline = Date.now() + ORPHAN_STOP_MS;
  while (alive() && Date.now() < deadline) await sleep(POLL_MS);
  for (const [, entry] of found) signalIfSame(entry, 'SIGKILL');
  while (alive()) await sleep(POLL_MS);
  rmSync(file, { force: true });
  return found.map(([name]) => name);
}
