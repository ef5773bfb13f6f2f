import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseItem, SettleItem } from '@tollgate/contract/billing';
import type { LossItem } from '@tollgate/contract/losses';

/** A decision about a hold, or a loss of ours, that billing has not heard of yet. */
export type SpooledDecision =
  | { kind: 'settle'; item: SettleItem }
  | { kind: 'release'; item: ReleaseItem }
  | { kind: 'loss'; item: LossItem };

/** One line of a spool file. */
export interface SpoolLine {
  text: string;
  /** Null where the line cannot be read. */
  decision: SpooledDecision | null;
  /** Since when the decision waits, in milliseconds since 1970. */
  sinceMs: number;
  /** Cut off by a crash: never acknowledged to anybody. */
  isCut: boolean;
}

const SPOOL_FILE = /\.(?:jsonl|replay)$/;
const TEMPORARY = '.tmp';

/** Files with decisions, oldest first, but for the one that is being written. */
export async function listSpoolFiles(directory: string, active: string): Promise<string[]> {
  const names = await readdir(directory);
  return names
    .filter((name) => SPOOL_FILE.test(name))
    .map((name) => join(directory, name))
    .filter((path) => path !== active)
    .sort();
}

/** The size of all decisions in a folder, in bytes. */
export async function sizeOfSpool(directory: string): Promise<number> {
  let total = 0;
  for (const path of await listSpoolFiles(directory, '')) {
    total += (await stat(path).catch(() => ({ size: 0 }))).size;
  }
  return total;
}

/** The line of a decision, with the time since which it waits. */
export function spoolLine(decision: SpooledDecision): string {
  return `${JSON.stringify({ ...decision, at: new Date().toISOString() })}\n`;
}

/** Reads a file of decisions. */
export async function readSpoolFile(path: string): Promise<SpoolLine[]> {
  const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
  const texts = text.split('\n');
  const last = texts.length - 1;
  return texts.flatMap((line, index) =>
    line === '' ? [] : [{ text: line, isCut: index === last, ...readLine(line, mtimeMs) }],
  );
}

function readLine(text: string, elseMs: number): Pick<SpoolLine, 'decision' | 'sinceMs'> {
  try {
    const { at, ...decision } = JSON.parse(text) as SpooledDecision & { at?: string };
    const sinceMs = at === undefined ? elseMs : Date.parse(at);
    return { decision, sinceMs: Number.isNaN(sinceMs) ? elseMs : sinceMs };
  } catch {
    return { decision: null, sinceMs: elseMs };
  }
}

/** Adds text to a file; resolves when it is on the disk. */
export async function appendDurably(path: string, text: string): Promise<void> {
  await writeDurably(path, text, 'a');
}

/** Leaves these lines of a file, all at once; without any the file goes. */
export async function leaveLines(path: string, lines: readonly SpoolLine[]): Promise<void> {
  if (lines.length === 0) {
    await rm(path);
    return;
  }
  await writeDurably(path + TEMPORARY, lines.map(({ text }) => `${text}\n`).join(''), 'w');
  await rename(path + TEMPORARY, path);
}

/** Whether a file is one that is not whole yet. */
export function isTemporary(name: string): boolean {
  return name.endsWith(TEMPORARY);
}

/** Removes what a crash has left of files that were being written anew; the files themselves stand. */
export async function removeTemporary(directory: string): Promise<void> {
  const names = await readdir(directory);
  await Promise.all(names.filter(isTemporary).map((name) => rm(join(directory, name))));
}

/** A name that sorts behind those before it; `.replay` files are told to billing by the process of the folder. */
export function replayName(): string {
  return `${process.hrtime.bigint()}.replay`;
}

async function writeDurably(path: string, text: string, flags: 'a' | 'w'): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await file.appendFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
