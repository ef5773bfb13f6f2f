import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';

/** The first core is for what makes the load, the others are for what is loaded. */
export type Side = 'load' | 'loaded';

/**
 * Moves this process, and all that it starts from now on, to the cores of one side, so that a flood
 * does not take the processor from what it floods.
 * @throws Error where there is only one core or no `taskset`
 */
export function moveTo(side: Side): void {
  const last = cpus().length - 1;
  if (last < 1) throw new Error('--apart needs two cores.');
  const cores = side === 'load' ? '0' : `1-${last}`;
  try {
    execFileSync('taskset', ['-a', '-c', '-p', cores, String(process.pid)], { stdio: 'ignore' });
  } catch (cause) {
    throw new Error('--apart needs the command taskset, of util-linux.', { cause });
  }
}
