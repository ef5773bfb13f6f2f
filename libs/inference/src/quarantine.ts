import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { appendDurably, replayName, spoolLine } from './spool-files.ts';
import type { SpooledDecision } from './spool-files.ts';

/** The folder beside the spool's files. */
const FOLDER = 'quarantine';
/** The size from which on nothing more is set aside, in bytes: decisions then stay in the spool. */
const QUARANTINE_BYTES_MAX = 67_108_864;

/** A decision that billing will not take, however often it is told, or a line that cannot be read. */
export interface SetAside {
  /** Why, as billing says. */
  reason: string;
  decision: SpooledDecision | null;
  /** The line as it stood in the spool, where it cannot be read. */
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
  /** How many stand in the folder now. */
  count(): Promise<number>;
}

/** Opens the quarantine of a process beside its spool. */
export async function openQuarantine(
  spoolDirectory: string,
  processId: string,
): Promise<Quarantine> {
  const directory = join(spoolDirectory, FOLDER);
  await mkdir(directory, { recursive: true });
  let seen = { bytes: 0, count: 0 };
  return {
    async add(one) {
      const bytes = await sizeOf(directory);
      if (bytes > QUARANTINE_BYTES_MAX) throw new Error('the quarantine is full');
      const quarantined: Quarantined = { at: new Date().toISOString(), ...one };
      await appendDurably(
        join(directory, `${processId}.jsonl`),
        `${JSON.stringify(quarantined)}\n`,
      );
    },
    async count() {
      const bytes = await sizeOf(directory);
      if (bytes !== seen.bytes) {
        seen = { bytes, count: (await listQuarantined(spoolDirectory)).length };
      }
      return seen.count;
    },
  };
}

/** Everything that stands in the quarantine beside a spool, oldest first. */
export async function listQuarantined(spoolDirectory: string): Promise<Quarantined[]> {
  const found: Quarantined[] = [];
  for (const path of await filesOf(join(spoolDirectory, FOLDER))) {
    found.push(...(await readQuarantined(path)));
  }
  return found.sort((one, other) => one.at.localeCompare(other.at));
}

/**
 * Puts every decision of the quarantine back into the spool, from where its process tells billing once more. Lines that cannot be read stay.
 * @returns how many were put back
 */
export async function putBack(spoolDirectory: string): Promise<number> {
  const directory = join(spoolDirectory, FOLDER);
  let count = 0;
  for (const path of await filesOf(directory)) {
    // The process may go on writing under the old name.
    const taken = path.endsWith('.taken') ? path : `${path}.${process.hrtime.bigint()}.taken`;
    if (taken !== path) await rename(path, taken);
    const all = await readQuarantined(taken);
    const decisions = all.flatMap(({ decision }) => decision ?? []);
    const unread = all.filter(({ decision }) => decision === null);
    if (decisions.length > 0) {
      const lines = decisions.map(spoolLine).join('');
      const path = join(spoolDirectory, replayName());
      await appendDurably(`${path}.tmp`, lines);
      await rename(`${path}.tmp`, path);
    }
    for (const one of unread) {
      await appendDurably(join(directory, 'unread.jsonl'), `${JSON.stringify(one)}\n`);
    }
    await rm(taken);
    count += decisions.length;
  }
  return count;
}

async function readQuarantined(path: string): Promise<Quarantined[]> {
  const text = await readFile(path, 'utf8');
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
