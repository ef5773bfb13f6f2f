import { readdirSync, readFileSync } from 'node:fs';
import { scrape, sumOf } from './scrape.ts';

/** Resident memory in MiB and the process it is of. */
export interface Resident {
  pid: number;
  mib: number;
}

const KIB_PER_MIB = 1_024;
const BYTES_PER_MIB = 1_048_576;

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

/**
 * Watches what processes cannot give back: V8 fills its heap with what is long dead before it
 * cleans up.
 */
export interface KeptMemory {
  /** Looks at every process once. */
  look(): Promise<void>;
  /**
   * The least of the looks since the last call, in MiB by process; without those that never
   * answered.
   */
  take(): Record<string, number>;
}

/**
 * Kept is the heap in use and everything outside the heap. Its least value over many looks is what
 * was left after a collection.
 * @param metricsUrls roots of the metrics ports by process
 */
export function watchKeptMemory(metricsUrls: Readonly<Record<string, string>>): KeptMemory {
  let least: Record<string, number> = {};

  async function lookAt(name: string, url: string): Promise<void> {
    const series = await scrape(url).catch(() => null);
    if (series === null) return;
    const bytes =
      sumOf(series, 'nodejs_heap_size_used_bytes') +
      sumOf(series, 'process_resident_memory_bytes') -
      sumOf(series, 'nodejs_heap_size_total_bytes');
    const mib = Math.round(bytes / BYTES_PER_MIB);
    least[name] = Math.min(least[name] ?? mib, mib);
  }

  return {
    look: async () => {
      await Promise.all(Object.entries(metricsUrls).map(([name, url]) => lookAt(name, url)));
    },
    take() {
      const taken = least;
      least = {};
      return taken;
    },
  };
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
