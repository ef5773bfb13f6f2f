import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const FILE = join(import.meta.dirname, '../../.tollgate/fault-measures.jsonl');

/** How long healing took in one test of a fault; told, never asserted. */
export interface Measure {
  id: string;
  healedMs: number;
}

/** Notes a measure for the table of `make test-faults`. */
export async function noteMeasure(measure: Measure): Promise<void> {
  await mkdir(dirname(FILE), { recursive: true });
  await appendFile(FILE, `${JSON.stringify(measure)}\n`);
}

/** Everything noted since {@link clearMeasures}. */
export async function readMeasures(): Promise<Measure[]> {
  const text = await readFile(FILE, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Measure);
}

/** Forgets what earlier runs noted. */
export async function clearMeasures(): Promise<void> {
  await rm(FILE, { force: true });
}
