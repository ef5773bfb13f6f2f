import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Stack } from '@tollgate/deploy/local/stack';
import got from 'got';
import type { Planes } from './planes.ts';

const SAMPLE_MS = 100;
/** A client that has seen so many rows hangs up. */
const ROWS_MAX = 1_000_000;

/** Resident memory of a process in megabytes; NaN where there is no /proc. */
function memoryOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}

/** Exports a million rows, plain and gzipped, and watches the memory of the process that sends them. */
export async function measureExport(stack: Stack, planes: Planes): Promise<string[][]> {
  const table = [['', 'rows', 'seconds', 'MB sent', 'MB before', 'MB at most', 'MB after']];
  for (const encoding of ['identity', 'gzip']) {
    const pid = stack.pid('admin');
    const before = memoryOf(pid);
    let most = before;
    const timer = setInterval(() => (most = Math.max(most, memoryOf(pid))), SAMPLE_MS);
    const begun = performance.now();
    const { url, headers } = planes.platformRequest('/exports/requests.csv');
    const stream = got.stream(url, {
      headers: { ...headers, 'accept-encoding': encoding },
      decompress: true,
      retry: { limit: 0 },
    });
    let lines = 0;
    for await (const _line of createInterface({ input: stream })) {
      lines += 1;
      if (lines > ROWS_MAX) break;
    }
    stream.destroy();
    clearInterval(timer);
    const seconds = (performance.now() - begun) / 1_000;
    const sent = stream.downloadProgress.transferred / 1_048_576;
    const numbers = [seconds, sent, before, most, memoryOf(pid)].map((one) => one.toFixed(0));
    table.push([encoding, String(lines - 1), ...numbers]);
  }
  return table;
}
