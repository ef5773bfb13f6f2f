import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory in MiB and the process it is of. */
export interface Resident {
  pid: number;
  mib: number;
}

const KIB_PER_MIB = 1_024;

/** What a process holds in memory; null when it is gone. */
export function residentOf(pid: number | undefined): Resident | null {
  if (pid === undefined) return null;
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kib = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    return { pid, mib: Math.round(kib / KIB_PER_MIB) };
  } catch {
    return null;
  }
}

/** The processes that a process has started itself. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);
}
