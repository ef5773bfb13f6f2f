import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { microBatch } from '@tollgate/runtime/micro-batch';
import type { Logger } from '@tollgate/runtime/logger';
import { poll } from '@tollgate/runtime/timers';
import type { Timers } from '@tollgate/runtime/timers';
import { countRefused, countSpooled, showSpool } from './spool-metrics.ts';
import { beginPutBack, hasQuarantine, openQuarantine, putBackSome } from './quarantine.ts';
import type { PutBackStep, Quarantine } from './quarantine.ts';
import {
  leaveLines,
  listSpoolFiles,
  readSpoolFile,
  removeTemporary,
  spoolLine,
} from './spool-files.ts';
import type { SpooledDecision, SpoolLine } from './spool-files.ts';
import { adoptJournals } from './journal-file.ts';
import { createSpoolWriter } from './spool-writer.ts';

export type { SpooledDecision } from './spool-files.ts';

/** Keeps decisions about money on disk while billing is away. */
export interface Spool {
  /** Resolves when the decision is on the disk. Rejects when it cannot be kept. */
  append(decision: SpooledDecision): Promise<void>;
  /**
   * Hands everything kept to `deliver`, oldest first, and forgets what it took. What it refuses
   * permanently goes to the quarantine; what has to wait keeps nothing behind it from being sent.
   * @throws the last error of those that wait on
   */
  replay(): Promise<number>;
  /**
   * False when the disk refuses or the spool is full: then nothing new may be started. After a
   * failure it stays false until a durable write has succeeded.
   */
  isHealthy(): boolean;
  /** Notes that the disk has refused another file: nothing new is started until it is proven. */
  doubt(error: unknown): void;
  /** How many decisions billing has refused permanently, and nobody has looked after. */
  quarantined(): number;
  /** How long the oldest decision has waited, in seconds. */
  oldestSeconds(): number;
}

/**
 * A spool whose own process puts back what was set aside: never while a replay sets something
 * aside.
 */
export interface OwnSpool extends Spool {
  /** Marks what was set aside up to now. */
  beginPutBack(): Promise<void>;
  /** Puts one step of what is marked back, once little waits here. */
  putBackSome(): Promise<PutBackStep>;
}

export interface SpoolOptions {
  /** A folder of this service alone; survives the process. */
  directory: string;
  processId: string;
  logger: Logger;
  /**
   * Sends the decision to billing. Resolves with null once it is recorded, or with why it will
   * never be taken. Rejects when it has to be sent again later.
   */
  deliver(decision: SpooledDecision): Promise<string | null>;
}

/** The spool's size in bytes from which on nothing more is taken. */
const SPOOL_BYTES_MAX = 67_108_864;
/**
 * While more waits in the spool, in bytes, nothing is put back: the rest is for calls that are
 * answered meanwhile.
 */
const PUT_BACK_BELOW_BYTES = SPOOL_BYTES_MAX / 4;
const WAITING_MAX = 10_000;
const BATCH_MAX = 1_000;
const APPENDS = {
  itemsMax: BATCH_MAX,
  waitingMax: WAITING_MAX,
  overloaded: () => new Error('the spool is overloaded'),
};
/** Decisions that are sent at once. When billing answers none of them, billing is away. */
const TOLD_AT_ONCE = 200;

/**
 * Opens the spool of a process. Files that earlier processes left in the folder are replayed too.
 */
export async function openSpool(options: SpoolOptions): Promise<OwnSpool> {
  const { directory, logger, processId } = options;
  await mkdir(directory, { recursive: true });
  const isNew = !(await hasQuarantine(directory));
  if (isNew) {
    logger.warn({ directory }, 'the folder of the spool is new: no process has used it before');
  }
  await removeTemporary(directory);
  await adoptJournals(directory);
  const quarantine = await openQuarantine(directory, processId);
  const writer = createSpoolWriter({ directory, processId, logger, bytesMax: SPOOL_BYTES_MAX });
  await writer.measure();
  await writer.prove();
  let quarantined = await quarantine.count();
  /**
   * Since when the oldest waits, in milliseconds since 1970: of the active file, and of those that
   * a replay has left.
   */
  const since: { active: number | null; left: number | null } = { active: null, left: null };
  const writes = createQueue();
  const replays = createQueue();

  async function write(decisions: readonly SpooledDecision[]): Promise<readonly void[]> {
    await writer.append(decisions.map(spoolLine).join(''));
    since.active ??= Date.now();
    countSpooled(decisions);
    return decisions.map(() => undefined);
  }

  async function measure(): Promise<void> {
    await writer.measure();
    quarantined = await quarantine.count();
  }

  async function replayAll(): Promise<number> {
    await writes(writer.prove);
    await writes(() => writer.setAside().then(() => (since.active = null)));
    const reported = await reportFiles({ ...options, quarantine }, writer.path);
    since.left = reported.sinceMs;
    await measure();
    if (reported.error !== undefined) throw reported.error;
    return reported.delivered;
  }

  const append = microBatch<SpooledDecision, void>({
    ...APPENDS,
    run: (decisions) => writes(() => write(decisions)),
  });

  const standing = {
    isHealthy: writer.isHealthy,
    doubt: writer.doubt,
    quarantined: (): number => quarantined,
    oldestSeconds: (): number => ageOf(since),
  };
  showSpool({ bytes: writer.bytes, isNew, ...standing });
  const puttingBack = putsBack(directory, { replays, measure, bytes: writer.bytes });
  return { append, ...standing, ...puttingBack, replay: () => replays(replayAll) };
}

/** What puts back takes turns with replays, which set aside. */
function putsBack(
  directory: string,
  spool: { replays: Queue; measure(): Promise<void>; bytes(): number },
): Pick<OwnSpool, 'beginPutBack' | 'putBackSome'> {
  const step = async (): Promise<PutBackStep> => {
    if (spool.bytes() > PUT_BACK_BELOW_BYTES) return { count: 0, isDone: false };
    const done = await putBackSome(directory);
    await spool.measure();
    return done;
  };
  return {
    beginPutBack: () => spool.replays(() => beginPutBack(directory)),
    putBackSome: () => spool.replays(step),
  };
}

const MS_PER_SECOND = 1_000;

function ageOf({ active, left }: { active: number | null; left: number | null }): number {
  const oldest = Math.min(active ?? Infinity, left ?? Infinity);
  return oldest === Infinity ? 0 : Math.max(0, Date.now() - oldest) / MS_PER_SECOND;
}

type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs one piece of work after the other: a file must not be set aside while it is being written.
 */
function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** The outcome of sending billing the decisions of one file. */
interface SpooledCount {
  delivered: number;
  /** Since when the oldest of those that wait on has waited; null when none does. */
  sinceMs: number | null;
  error?: unknown;
}

type Encoder = SpoolOptions & { quarantine: Quarantine };

async function reportFiles(encoder: Encoder, active: string): Promise<SpooledCount> {
  const all: SpooledCount = { delivered: 0, sinceMs: null };
  for (const path of await listSpoolFiles(encoder.directory, active)) {
    const lines = await readSpoolFile(path);
    const { left, error } = await reportLines(encoder, lines);
    all.delivered += lines.length - left.length;
    if (left.length < lines.length || left.length === 0) {
      // On a full disk the file stays as it was: its decisions are sent once more, and no other
      // file waits for that.
      await leaveLines(path, left).catch((refused: unknown) => (all.error = refused));
    }
    if (left.length === 0) continue;
    all.sinceMs = Math.min(all.sinceMs ?? Infinity, ...left.map(({ sinceMs }) => sinceMs));
    all.error = error;
  }
  return all;
}

/**
 * Sends decisions of one file, some at once, until billing answers none of those. Gives the rest.
 */
async function reportLines(
  encoder: Encoder,
  lines: readonly SpoolLine[],
): Promise<{ left: SpoolLine[]; error?: unknown }> {
  const left: SpoolLine[] = [];
  let error: unknown;
  for (let from = 0; from < lines.length; from += TOLD_AT_ONCE) {
    const some = lines.slice(from, from + TOLD_AT_ONCE);
    const ends = await Promise.allSettled(some.map((line) => reportLine(encoder, line)));
    const unheard = some.filter((_line, index) => ends[index]?.status === 'rejected');
    left.push(...unheard);
    error = ends.find((end) => end.status === 'rejected')?.reason ?? error;
    if (unheard.length === some.length) {
      return { left: [...left, ...lines.slice(from + TOLD_AT_ONCE)], error };
    }
  }
  return { left, error };
}

/** @throws when the decision has to be sent again, or cannot be set aside */
async function reportLine(encoder: Encoder, { decision, text, isCut }: SpoolLine): Promise<void> {
  const { logger, quarantine } = encoder;
  if (decision === null) {
    logger.error({ isCut }, 'a damaged line in the spool');
    if (!isCut) await quarantine.add({ reason: 'the line cannot be read', decision, text });
    return;
  }
  const reason = await encoder.deliver(decision);
  if (reason === null) return;
  await quarantine.add({ reason, decision });
  countRefused(decision.kind);
  const { op_id: op, attempt } = decision.item;
  logger.error({ op, attempt, kind: decision.kind, reason }, 'billing refused a spooled decision');
}

/**
 * Replays the spool until nothing waits: what is left when a process of a set that shrinks has gone
 * would wait on its disk for somebody.
 * @param untilMs when to give up, by `performance.now()`; one replay is tried in any case
 * @throws the last error of what waits on then
 */
export async function emptySpool(
  spool: Pick<Spool, 'replay'>,
  { timers, logger, untilMs }: { timers: Timers; logger: Logger; untilMs: number },
): Promise<void> {
  for (;;) {
    try {
      await spool.replay();
      return;
    } catch (error) {
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) throw error;
      logger.warn({ error }, 'the spool waits for billing before this process leaves');
      await pause(Math.min(timers.billingCall, leftMs));
    }
  }
}

/** Replays the spool at once and then in intervals. @returns stops that */
export function startReplay(
  spool: Spool,
  { timers, logger }: { timers: Timers; logger: Logger },
): () => void {
  const looks = poll({
    everyMs: timers.spoolReplay,
    async look() {
      const delivered = await spool.replay();
      if (delivered > 0) logger.info({ delivered }, 'spooled decisions were delivered');
    },
    failed: (error) => logger.warn({ error }, 'the spool waits for billing'),
  });
  void looks.now();
  return looks.stop;
}
