import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ReleaseItem, SettleItem } from '@tollgate/contract/billing';
import type { LossItem } from '@tollgate/contract/losses';

/** A decision about a hold, or a loss of ours, that billing has not received yet. */
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

/** A line of a journal that says up to which number billing has received its lines. */
export interface JournalMark {
  reported: number;
}

const OPEN_JOURNAL = '.journal';
const SPOOL_FILE = /\.(?:jsonl|replay)$/;
const TEMPORARY = '.tmp';
const NEWLINE = 0x0a;

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

/** Which line of which journal. */
export interface JournalNumber {
  process: string;
  n: number;
}

/**
 * Reads a file of decisions: every whole line of it that billing has not received by the file's own
 * marks, whatever torn line is beside it.
 */
export async function readSpoolFile(path: string): Promise<SpoolLine[]> {
  const [bytes, { mtimeMs }] = await Promise.all([readFile(path), stat(path)]);
  const texts = bytes.toString('utf8', 0, wholeBytesOf(path) ?? bytes.length).split('\n');
  const last = texts.length - 1;
  let reportedThrough = 0;
  const lines = texts.flatMap((text, index) => {
    if (text === '') return [];
    const line = readLine(text, mtimeMs);
    if (typeof line === 'number') reportedThrough = Math.max(reportedThrough, line);
    return typeof line === 'number' ? [] : [{ text, isCut: index === last, ...line }];
  });
  return lines
    .filter(({ n }) => n === undefined || n > reportedThrough)
    .map(({ n: _number, ...line }) => line);
}

type ReadLine = Pick<SpoolLine, 'decision' | 'sinceMs'> & { n?: number };

/** @returns a line, or the number of a mark */
function readLine(text: string, elseMs: number): ReadLine | number {
  try {
    const read = JSON.parse(text) as JournalMark | (SpooledDecision & Numbered);
    if ('reported' in read) return read.reported;
    const { at, n, process: _process, ...decision } = read;
    const sinceMs = at === undefined ? elseMs : Date.parse(at);
    const since = { sinceMs: Number.isNaN(sinceMs) ? elseMs : sinceMs };
    return { decision, ...since, ...(n === undefined ? {} : { n }) };
  } catch {
    return { decision: null, sinceMs: elseMs };
  }
}

/** What a line has beside its decision. */
type Numbered = Partial<JournalNumber> & { at?: string };

/**
 * Thrown where an append failed and what it had written could not be cut off: the file must not be
 * appended to any more.
 */
export class TornFileError extends Error {
  /** Up to here, in bytes, the file holds what was acknowledged. */
  readonly wholeBytes: number;

  constructor(wholeBytes: number, cause: unknown) {
    super('an append failed, and what it had written could not be cut off', { cause });
    this.name = 'TornFileError';
    this.wholeBytes = wholeBytes;
  }
}

/**
 * Adds lines to a file; resolves when they are on the disk. The lines begin on a line of their own,
 * whatever the file ends with. An append that fails leaves the file as long as it was before.
 * @throws TornFileError when the file could not be cut back
 */
export async function appendDurably(path: string, lines: string): Promise<void> {
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const isTorn = size > 0 && !(await endsWithNewline(file, size));
    try {
      await file.appendFile(isTorn ? `\n${lines}` : lines);
      await file.sync();
      if (size === 0) await syncFolder(dirname(path));
    } catch (error) {
      await cutBack(file, size).catch(() => {
        throw new TornFileError(size, error);
      });
      throw error;
    }
  } finally {
    await file.close();
  }
}

async function endsWithNewline(file: FileHandle, size: number): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return bytesRead === 1 && buffer[0] === NEWLINE;
}

/** Cuts a file off behind what was acknowledged of it; resolves when that is on the disk. */
export async function cutBack(file: FileHandle, bytes: number): Promise<void> {
  await file.truncate(bytes);
  await file.sync();
}

/** Makes the names of a folder durable: a new file is on the disk once its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Leaves these lines of a file, all at once; without any the file goes. */
export async function leaveLines(path: string, lines: readonly SpoolLine[]): Promise<void> {
  if (lines.length === 0) {
    await rm(path);
    return;
  }
  const written = path + TEMPORARY;
  try {
    await writeDurably(written, lines.map(({ text }) => `${text}\n`).join(''));
    await rename(written, path);
  } catch (error) {
    // On a full disk the half of it would take the room of the next decision.
    await rm(written, { force: true });
    throw error;
  }
}

/** Whether a file is one that is not whole yet. */
export function isTemporary(name: string): boolean {
  return name.endsWith(TEMPORARY);
}

/**
 * Removes what a crash has left of files that were being rewritten; the files themselves are whole.
 */
export async function removeTemporary(directory: string): Promise<void> {
  const names = await readdir(directory);
  await Promise.all(names.filter(isTemporary).map((name) => rm(join(directory, name))));
}

/**
 * A name that sorts behind those before it; `.replay` files are sent to billing by the process of
 * the folder.
 * @param wholeBytes where a file with a torn end stops to be read, in bytes; the name keeps that
 *   for the process after this one
 */
export function replayName(wholeBytes?: number): string {
  const whole = wholeBytes === undefined ? '' : `.${wholeBytes}`;
  return `${process.hrtime.bigint()}${whole}.replay`;
}

/** The name of a journal's file while its process writes it. */
export function openJournalName(processId: string, index: number): string {
  return `${processId}.${String(index).padStart(6, '0')}${OPEN_JOURNAL}`;
}

/** Whether a file is one that a journal writes, or has left. */
export function isOpenJournal(name: string): boolean {
  return name.endsWith(OPEN_JOURNAL);
}

const WHOLE_BYTES = /\.(\d+)\.replay$/;

function wholeBytesOf(path: string): number | null {
  const [, bytes] = WHOLE_BYTES.exec(path) ?? [];
  return bytes === undefined ? null : Number(bytes);
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.appendFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
