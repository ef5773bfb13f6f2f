import { readdirSync, readFileSync } from 'node:fs';

const MICROSECONDS_PER_TICK = 10_000;
const BYTES_PER_PAGE = 4_096;
/** The entry of a service, as its file or as a bundle of it, in a command line. */
const SERVICE = /services[/-]([a-z]+)[/-]src[/-]main/;

interface ProcessTimes {
  parent: number;
  /**
   * Its own and that of its children that have ended: a server's connections come and go while it
   * is measured.
   */
  microseconds: number;
  /** Resident memory. */
  pages: number;
}

/** Which processes to add up: everything that descends from `root`, `root` included. */
export interface ProcessGroup {
  root: number;
  /** Left out with all that descends from them. */
  except?: readonly number[];
  /** Leaves out the root itself. */
  withoutRoot?: boolean;
}

/**
 * One number by the name of the program: a service's name, `postgres`, `redis`, else the command.
 */
export type ByProgram = Record<string, number>;

/**
 * CPU time that a group has used so far in microseconds, by program. Null where there is no /proc.
 */
export function cpuOf(group: ProcessGroup): ByProgram | null {
  return sumBy(group, ({ microseconds }) => microseconds);
}

/** Resident memory of a group in bytes, by program. Null where there is no /proc. */
export function memoryOf(group: ProcessGroup): ByProgram | null {
  return sumBy(group, ({ pages }) => pages * BYTES_PER_PAGE);
}

function sumBy(group: ProcessGroup, read: (times: ProcessTimes) => number): ByProgram | null {
  const processes = readProcesses();
  if (!processes) return null;
  const sums: ByProgram = {};
  for (const pid of membersOf(group, processes)) {
    const name = programOf(pid);
    const times = processes.get(pid);
    if (times) sums[name] = (sums[name] ?? 0) + read(times);
  }
  return sums;
}

function membersOf(
  { root, except = [], withoutRoot = false }: ProcessGroup,
  processes: Map<number, ProcessTimes>,
): Set<number> {
  const excluded = new Set(except);
  const members = new Set([root]);
  // A child can stand before its parent in the list: go on until nothing is added.
  for (let size = 0; size !== members.size;) {
    size = members.size;
    for (const [pid, { parent }] of processes) {
      if (members.has(parent) && !excluded.has(pid)) members.add(pid);
    }
  }
  if (withoutRoot) members.delete(root);
  return members;
}

function programOf(pid: number): string {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const service = SERVICE.exec(command)?.[1];
    return service ?? /postgres|redis|proxy/.exec(command)?.[0] ?? command.split(' ')[0] ?? '';
  } catch {
    return 'ended';
  }
}

function readProcesses(): Map<number, ProcessTimes> | null {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return null;
  }
  const processes = new Map<number, ProcessTimes>();
  for (const name of names.filter((entry) => /^\d+$/.test(entry))) {
    const times = readTimes(name);
    if (times) processes.set(Number(name), times);
  }
  return processes;
}

function readTimes(pid: string): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name stands in brackets and may hold blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const microseconds = ticks * MICROSECONDS_PER_TICK;
    return { parent: Number(fields[1]), microseconds, pages: Number(fields[21]) };
  } catch {
    return null;
  }
}
