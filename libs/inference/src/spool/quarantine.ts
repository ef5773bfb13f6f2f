import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { microBatch } from '@tollgate/runtime/micro-batch';
import { appendDurably, isTemporary, replayName, spoolLine, syncFolder } from './spool-files.ts';
import type { SpooledDecision } from './spool-files.ts';

/** The folder beside the spool's files. */
const FOLDER = 'quarantine';
/** The size from which on nothing more is set aside, in bytes: decisions then stay in the spool. */
const QUARANTINE_BYTES_MAX = 67_108_864;

/** Decisions of one write, and how many may wait for it; a replay sets no more aside at once. */
const ADDS = {
  itemsMax: 1_000,
  waitingMax: 10_000,
  overloaded: () => new Error('the quarantine is overloaded'),
};

/** What cannot be read stays there whatever is put back. */
const UNREAD = 'unread.jsonl';
/** The name of a file that is to be put back; nothing is added to it any more. */
const TAKEN = '.taken';
/**
 * The size of one step of putting back, in bytes: so much is read at once, and sent at once by one
 * replay.
 */
const STEP_BYTES = 1_048_576;
/**
 * Files of which something is shown, and how much of the end of each is read for that, in bytes.
 */
const FILES_SHOWN_MAX = 10;
const SHOWN_BYTES = 131_072;
const NEWLINE = 0x0a;

/**
 * A decision that billing will not take, however often it is sent, or a line that cannot be read.
 */
export interface SetAside {
  /** Why, as billing says. */
  reason: string;
  decision: SpooledDecision | null;
  /** The line as the spool had it, where it cannot be read. */
  text?: string;
}

/** A {@link SetAside} and when that was, in RFC 3339. */
export interface Quarantined extends SetAside {
  at: string;
}

/** What the spool has set aside for people to look at. It survives the process. */
export interface Quarantine {
  /** Resolves when it is on the disk. Rejects when it cannot be kept. */
  add(one: SetAside): Promise<void>;
  /** How many are in the folder now. */
  count(): Promise<number>;
}

/** A mark of the present files: another text when something was added, or put back. */
export async function markOfQuarantine(spoolDirectory: string): Promise<string> {
  const files = await newestFirst(join(spoolDirectory, FOLDER));
  return files.map(({ path, size, mtimeMs }) => `${path} ${size} ${mtimeMs}`).join('\n');
}

/**
 * Whether a process has used this spool's folder before: each makes the folder of its quarantine
 * first.
 */
export async function hasQuarantine(spoolDirectory: string): Promise<boolean> {
  return (await readdir(spoolDirectory)).includes(FOLDER);
}

/** Opens the quarantine of a process beside its spool. */
export async function openQuarantine(
  spoolDirectory: string,
  processId: string,
): Promise<Quarantine> {
  const directory = join(spoolDirectory, FOLDER);
  await mkdir(directory, { recursive: true });
  const own = join(directory, `${processId}.jsonl`);
  let seen = { bytes: 0, count: 0 };

  async function write(some: readonly SetAside[]): Promise<readonly void[]> {
    const bytes = await sizeOf(directory);
    if (bytes > QUARANTINE_BYTES_MAX) throw new Error('the quarantine is full');
    const at = new Date().toISOString();
    const lines = some.map((one) => `${JSON.stringify({ at, ...one } satisfies Quarantined)}\n`);
    await appendDurably(own, lines.join(''));
    return some.map(() => undefined);
  }

  return {
    // One write after the other: a second one would take the first for torn, or cut it off.
    add: microBatch<SetAside, void>({ ...ADDS, run: write }),
    async count() {
      const bytes = await sizeOf(directory);
      if (bytes !== seen.bytes) {
        seen = { bytes, count: await countLines(directory) };
      }
      return seen.count;
    },
  };
}

/** Everything in the quarantine beside a spool, oldest first. */
export async function listQuarantined(spoolDirectory: string): Promise<Quarantined[]> {
  const found: Quarantined[] = [];
  for (const path of await filesOf(join(spoolDirectory, FOLDER))) {
    found.push(...(await readQuarantined(path)));
  }
  return found.sort((one, other) => one.at.localeCompare(other.at));
}

/** The last of what was set aside, newest first: little is read, however much there is. */
export async function latestQuarantined(
  spoolDirectory: string,
  most: number,
): Promise<Quarantined[]> {
  const found: Quarantined[] = [];
  const files = await newestFirst(join(spoolDirectory, FOLDER));
  for (const { path } of files.slice(0, FILES_SHOWN_MAX)) {
    const tail = await readTail(path, SHOWN_BYTES);
    const lines = tail.text.split('\n').filter((line) => line !== '');
    found.push(...parseQuarantined(lines.slice(-most).join('\n')));
  }
  return found.sort((one, other) => other.at.localeCompare(one.at)).slice(0, most);
}

/**
 * Puts every decision of the quarantine back into the spool, from where its process sends it to
 * billing once more. Lines that cannot be read stay.
 * @returns how many were put back
 */
export async function putBack(spoolDirectory: string): Promise<number> {
  await beginPutBack(spoolDirectory);
  let count = 0;
  for (;;) {
    const step = await putBackSome(spoolDirectory);
    count += step.count;
    if (step.isDone) return count;
  }
}

/**
 * Marks the present content of the quarantine to be put back; what is set aside from now on stays.
 */
export async function beginPutBack(spoolDirectory: string): Promise<void> {
  for (const path of await filesOf(join(spoolDirectory, FOLDER))) {
    if (path.endsWith(TAKEN) || path.endsWith(UNREAD)) continue;
    // The process goes on writing under the old name.
    await rename(path, `${path}.${process.hrtime.bigint()}${TAKEN}`);
  }
}

/** What one step has put back. */
export interface PutBackStep {
  count: number;
  /** Nothing more is marked. */
  isDone: boolean;
}

/**
 * Puts one step of what is marked back: the end of a file goes into the spool, and is cut off once
 * it lies there on the disk. A process that dies in between leaves it in both files, and sending it
 * to billing twice does no harm.
 */
export async function putBackSome(spoolDirectory: string): Promise<PutBackStep> {
  const directory = join(spoolDirectory, FOLDER);
  const marked = (await filesOf(directory)).filter((path) => path.endsWith(TAKEN));
  const [path] = marked;
  if (path === undefined) return { count: 0, isDone: true };
  const { text, from } = await readTail(path, STEP_BYTES);
  const all = parseQuarantined(text);
  const decisions = all.flatMap(({ decision }) => decision ?? []);
  if (decisions.length > 0) {
    const into = join(spoolDirectory, replayName());
    await appendDurably(`${into}.tmp`, decisions.map(spoolLine).join(''));
    await rename(`${into}.tmp`, into);
    await syncFolder(spoolDirectory);
  }
  const unread = all.filter(({ decision }) => decision === null);
  const lines = unread.map((one) => `${JSON.stringify(one)}\n`).join('');
  if (lines !== '') await appendDurably(join(directory, UNREAD), lines);
  if (from === 0) await rm(path);
  else await cutOff(path, from);
  return { count: decisions.length, isDone: marked.length === 1 && from === 0 };
}

async function cutOff(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    // Whoever runs the command beside the process may have cut more off already.
    if ((await file.stat()).size > bytes) await file.truncate(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The whole lines in the last bytes of a file. @returns also where in the file they begin */
async function readTail(path: string, most: number): Promise<{ text: string; from: number }> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    for (let length = most; ; length *= 2) {
      const start = Math.max(0, size - length);
      const bytes = Buffer.alloc(size - start);
      await file.read(bytes, 0, bytes.length, start);
      const skipped = start === 0 ? 0 : bytes.indexOf(NEWLINE) + 1;
      // A line that is longer is read as a whole.
      if (start > 0 && (skipped === 0 || skipped === bytes.length)) continue;
      return { text: bytes.toString('utf8', skipped), from: start + skipped };
    }
  } finally {
    await file.close();
  }
}

async function readQuarantined(path: string): Promise<Quarantined[]> {
  return parseQuarantined(await readFile(path, 'utf8'));
}

function parseQuarantined(text: string): Quarantined[] {
  return text.split('\n').flatMap((line) => {
    if (line === '') return [];
    try {
      return [JSON.parse(line) as Quarantined];
    } catch {
      return [{ at: '', reason: 'the line cannot be read', decision: null, text: line }];
    }
  });
}

async function filesOf(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => !isTemporary(name))
    .toSorted((one, other) => one.localeCompare(other))
    .map((name) => join(directory, name));
}

async function sizeOf(directory: string): Promise<number> {
  let total = 0;
  for (const path of await filesOf(directory)) {
    total += (await stat(path).catch(() => ({ size: 0 }))).size;
  }
  return total;
}

interface File {
  path: string;
  size: number;
  mtimeMs: number;
}

/** The files of the folder, those first that were written to last. */
async function newestFirst(directory: string): Promise<File[]> {
  const found: File[] = [];
  for (const path of await filesOf(directory)) {
    const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
    if (size > 0) found.push({ path, size, mtimeMs });
  }
  return found.sort((one, other) => other.mtimeMs - one.mtimeMs);
}

/** How many lines all files have, the last of a file also without its end. */
async function countLines(directory: string): Promise<number> {
  let count = 0;
  for (const path of await filesOf(directory)) {
    let last = NEWLINE;
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
      for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1))
        count += 1;
      last = bytes.at(-1) ?? last;
    }
    if (last !== NEWLINE) count += 1;
  }
  return count;
}
