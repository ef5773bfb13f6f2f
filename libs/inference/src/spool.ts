import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseItem, SettleItem } from '@tollgate/contract/billing';
import { microBatch } from '@tollgate/runtime/micro-batch';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';
import { countSpooled, showSpool } from './metrics.ts';

/** A decision about a hold that billing has not heard of yet. */
export type SpooledDecision =
  { kind: 'settle'; item: SettleItem } | { kind: 'release'; item: ReleaseItem };

/** Keeps decisions about money on disk while billing is away. */
export interface Spool {
  /** Resolves when the decision is on the disk. Rejects when it can not be kept. */
  append(decision: SpooledDecision): Promise<void>;
  /** Hands everything kept to `deliver`, oldest first, and forgets what it took. */
  replay(): Promise<number>;
  /** False when the disk refuses or the spool is full: then nothing new may be started. */
  isHealthy(): boolean;
}

/** What a spool works with. */
export interface SpoolOptions {
  /** A folder of this service alone; survives the process. */
  directory: string;
  processId: string;
  logger: Logger;
  /** Tells billing. Rejects when billing is still away; the decision then stays. */
  deliver(decision: SpooledDecision): Promise<void>;
}

/** The spool's size in bytes from which on nothing more is taken. */
export const SPOOL_BYTES_MAX = 67_108_864;
const WAITING_MAX = 10_000;
const BATCH_MAX = 1_000;

/** Opens the spool of a process. Files that earlier processes left in the folder are replayed too. */
export async function openSpool(options: SpoolOptions): Promise<Spool> {
  await mkdir(options.directory, { recursive: true });
  const active = join(options.directory, `${options.processId}.jsonl`);
  let bytes = 0;
  let healthy = true;
  const exclusive = createQueue();

  async function write(decisions: readonly SpooledDecision[]): Promise<readonly void[]> {
    const text = decisions.map((decision) => `${JSON.stringify(decision)}\n`).join('');
    if (bytes + text.length > SPOOL_BYTES_MAX) {
      healthy = false;
      throw new Error('the spool is full');
    }
    try {
      const file = await open(active, 'a', 0o600);
      try {
        await file.appendFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      healthy = false;
      throw error;
    }
    bytes += text.length;
    healthy = true;
    countSpooled(decisions);
    return decisions.map(() => undefined);
  }

  const append = microBatch<SpooledDecision, void>({
    run: (decisions) => exclusive(() => write(decisions)),
    itemsMax: BATCH_MAX,
    waitingMax: WAITING_MAX,
    overloaded: () => new Error('the spool is overloaded'),
  });

  const isHealthy = (): boolean => healthy;
  showSpool({ bytes: () => bytes, isHealthy });
  return {
    append,
    isHealthy,
    async replay() {
      await exclusive(() => setAside(active, options.directory));
      const delivered = await replayFiles(options);
      bytes = await sizeOf(options.directory);
      healthy = bytes < SPOOL_BYTES_MAX;
      return delivered;
    },
  };
}

/** Runs one piece of work after the other: a file must not be set aside while it is being written. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** The active file gets a name of its own before it is read, so that appending goes on beside the replay. */
async function setAside(active: string, directory: string): Promise<void> {
  const name = `${process.hrtime.bigint()}.replay`;
  await rename(active, join(directory, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function replayFiles(options: SpoolOptions): Promise<number> {
  let delivered = 0;
  for (const name of (await readdir(options.directory)).sort()) {
    const path = join(options.directory, name);
    if (name === `${options.processId}.jsonl`) continue;
    for (const decision of await readDecisions(path, options.logger)) {
      await options.deliver(decision);
      delivered += 1;
    }
    await rm(path);
  }
  return delivered;
}

/** A last line that was cut off by a crash was never acknowledged to anybody, so it is passed over. */
async function readDecisions(path: string, logger: Logger): Promise<SpooledDecision[]> {
  const text = await readFile(path, 'utf8');
  return text.split('\n').flatMap((line) => {
    if (line === '') return [];
    try {
      return [JSON.parse(line) as SpooledDecision];
    } catch (error) {
      logger.error({ error, path }, 'a damaged line in the spool');
      return [];
    }
  });
}

async function sizeOf(directory: string): Promise<number> {
  let total = 0;
  for (const name of await readdir(directory)) {
    total += (await stat(join(directory, name)).catch(() => ({ size: 0 }))).size;
  }
  return total;
}

/** Replays the spool at once and then every so often; gives what stops it. */
export function startReplay(
  spool: Spool,
  { timers, logger }: { timers: Timers; logger: Logger },
): () => void {
  let running = false;
  const replay = async (): Promise<void> => {
    if (running) return;
    running = true;
    try {
      const delivered = await spool.replay();
      if (delivered > 0) logger.info({ delivered }, 'spooled decisions were delivered');
    } catch (error) {
      logger.warn({ error }, 'the spool waits for billing');
    } finally {
      running = false;
    }
  };
  void replay();
  const timer = setInterval(() => void replay(), timers.spoolReplay);
  timer.unref();
  return () => clearInterval(timer);
}
