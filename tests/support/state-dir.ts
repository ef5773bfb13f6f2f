import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeStateDir, removeStateDir } from '@tollgate/deploy/local/paths';
import { stopOrphans } from '@tollgate/deploy/local/process-record';

const PREFIX = `tollgate-test-${process.getuid?.() ?? 0}-`;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/**
 * A fresh state folder, named for the process that made it.
 * @param parent where; the system's temporary folder unless given
 */
export const aStateDir = async (parent = tmpdir()): Promise<string> => {
  const stateDir = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  await makeStateDir(stateDir);
  return stateDir;
};

/** Stops and deletes what test runs left behind that were killed themselves. */
export const sweepAbandonedStateDirs = async (): Promise<void> => {
  const entries = await readdir(tmpdir());
  for (const entry of entries.filter((name) => name.startsWith(PREFIX))) {
    const owner = Number(entry.slice(PREFIX.length).split('-')[0]);
    if (isAlive(owner)) continue;
    const stateDir = join(tmpdir(), entry);
    await stopOrphans(stateDir);
    await removeStateDir(stateDir);
  }
};
