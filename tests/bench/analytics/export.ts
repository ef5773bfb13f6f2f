import { createInterface } from 'node:readline';
import type { Stack } from '@tollgate/deploy/local/stack';
import got from 'got';
import { residentOf, watchKeptMemory } from '../../support/memory.ts';
import type { Planes } from './planes.ts';

const SAMPLE_MS = 250;
const BYTES_PER_MB = 1_000_000;
/** A client that has seen so many rows hangs up. */
const ROWS_MAX = 1_000_000;

/**
 * Exports a million rows, plain and gzipped, and watches the memory of the process that sends them.
 */
export async function measureExport(stack: Stack, planes: Planes): Promise<string[][]> {
  const table = [['', 'rows', 'seconds', 'MB sent', 'MiB at most', 'MiB kept, by tenths']];
  for (const encoding of ['identity', 'gzip']) {
    table.push([encoding, ...(await measureOne(stack, planes, encoding))]);
  }
  return table;
}

async function measureOne(stack: Stack, planes: Planes, encoding: string): Promise<string[]> {
  const kept = watchKeptMemory({ admin: stack.urls['admin-metrics'] ?? '' });
  const tenths: string[] = [];
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, residentOf(stack.pid('admin'))?.mib ?? 0);
    void kept.look();
  }, SAMPLE_MS);
  const begun = performance.now();
  const { url, headers } = planes.platformRequest('/exports/requests.csv');
  const stream = got.stream(url, {
    headers: { ...headers, 'accept-encoding': encoding },
    decompress: true,
    retry: { limit: 0 },
  });
  let lines = 0;
  try {
    for await (const _line of createInterface({ input: stream })) {
      lines += 1;
      if (lines % (ROWS_MAX / 10) === 0) tenths.push(String(kept.take()['admin'] ?? '-'));
      if (lines > ROWS_MAX) break;
    }
  } finally {
    clearInterval(timer);
    stream.destroy();
  }
  const seconds = (performance.now() - begun) / 1_000;
  const sent = stream.downloadProgress.transferred / BYTES_PER_MB;
  return [String(lines - 1), seconds.toFixed(0), sent.toFixed(0), String(most), tenths.join(' ')];
}
