import { openSync, closeSync, rmSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf, isSameProcess } from './process-record.ts';

/** What the supervisor of a state folder is doing. */
export interface StackStatus {
  state: 'starting' | 'ready' | 'failed' | 'stopped';
  /** Base URLs by name once it is ready. */
  urls: Record<string, string>;
  /** Why it failed, with the last lines of the log of the process that failed. */
  failure?: string;
}

const pidFile = (stateDir: string): string => join(stateDir, 'supervisor.pid');
const statusFile = (stateDir: string): string => join(stateDir, 'status.json');

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The pid of the supervisor that runs for this state folder, if any; a stale pid file is ignored.
 */
export function findSupervisor(stateDir: string): number | undefined {
  const kept = readJson(pidFile(stateDir)) as { pid: number; identity: string } | undefined;
  if (kept === undefined) return undefined;
  return isSameProcess(kept.pid, kept.identity) ? kept.pid : undefined;
}

/** Makes this process the supervisor of the folder; false when another one is. */
export function claimSupervision(stateDir: string): boolean {
  if (findSupervisor(stateDir) !== undefined) return false;
  rmSync(pidFile(stateDir), { force: true });
  try {
    const file = openSync(pidFile(stateDir), 'wx');
    writeFileSync(file, JSON.stringify({ pid: process.pid, identity: identityOf(process.pid) }));
    closeSync(file);
    return true;
  } catch {
    return false;
  }
}

/** Gives the folder up again. */
export const releaseSupervision = (stateDir: string): void =>
  rmSync(pidFile(stateDir), { force: true });

/** What was reported last; undefined when nothing was. */
export const readStatus = (stateDir: string): StackStatus | undefined =>
  readJson(statusFile(stateDir)) as StackStatus | undefined;

/** Reports; readers see the old status or the new one, never a part. */
export function writeStatus(stateDir: string, status: StackStatus): void {
  const file = statusFile(stateDir);
  writeFileSync(`${file}.new`, JSON.stringify(status, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Forgets the report of an earlier run. */
export const clearStatus = (stateDir: string): void =>
  rmSync(statusFile(stateDir), { force: true });
