import type { Billing } from '@tollgate/billing-client/billing-client';
import { isRefusedForGood } from '@tollgate/billing-client/unavailable';
import type { SettleItem, SettleResult } from '@tollgate/contract/billing';
import { atMost, microBatch } from '@tollgate/runtime/micro-batch';
import type { Logger } from '@tollgate/runtime/logger';
import { counter, histogram, sampledGauge } from '@tollgate/telemetry/metrics';
import { createJournalFiles } from './journal-file.ts';
import type { JournalFiles } from './journal-file.ts';
import type { JournalMark, JournalNumber } from './spool-files.ts';
import type { Spool } from './spool.ts';

/**
 * Settlements that are durable on the disk of the process before the last byte of their answer, and
 * that billing hears of right behind it, in batches.
 */
export interface Journal {
  /**
   * Whether a settlement may go here just now: not while the disk is in doubt or too much waits for
   * billing, and not while billing may have taken this process for gone, which closes its holds.
   */
  takes(): boolean;
  /**
   * Resolves when the settlement is on the disk, with whether the process was known to live all the
   * time; where it was not, billing has to say what is charged.
   * @throws when the disk refuses; then the settlement is never sent to billing
   */
  append(item: SettleItem): Promise<boolean>;
  /** Notes a heartbeat that billing has answered. @param sentMs by `performance.now()` */
  heard: (sentMs: number) => void;
  /**
   * Resolves once everything that waited when this was called is in the ledger or was left to the
   * spool.
   */
  flush(): Promise<void>;
  /** Sends the rest to billing and removes the files, or leaves them to the spool. */
  close(): Promise<void>;
}

/** What a journal works with. */
export interface JournalOptions {
  /** The folder of the spool. */
  directory: string;
  processId: string;
  billing: Pick<Billing, 'settleBehind'>;
  spool: Pick<Spool, 'append' | 'doubt' | 'isHealthy'>;
  /** Billing closes the holds of a process this long after its last heartbeat, in milliseconds. */
  leaseMs: number;
  logger: Logger;
}

/** While more settlements wait for billing than this, calls wait for billing themselves. */
const UNREPORTED_MAX = 10_000;
/** Settlements that are written to the disk together. */
const BATCH_MAX = 1_000;
/** The part of the lease after which a silent process takes nothing into its journal. */
const LEASE_PART = 2 / 3;
/** The pause before files that could not be left to the spool are tried again, in milliseconds. */
const AGAIN_MS = 1_000;
const APPENDS = {
  itemsMax: BATCH_MAX,
  waitingMax: UNREPORTED_MAX,
  overloaded: () => new Error('the journal is overloaded'),
};

const settlements = counter({
  name: 'journal_settlements_total',
  help: 'Settlements that were durable in the journal of the process before billing heard of them.',
  labels: [],
});
const lag = histogram({
  name: 'journal_lag_seconds',
  help: 'From a settlement on the disk to its entry in the ledger: how far balances are behind.',
  labels: [],
});
const differed = counter({
  name: 'journal_differed_total',
  help: 'Settlements of the journal that billing charged otherwise than the answer said.',
  labels: [],
});
const handedOver = counter({
  name: 'journal_handed_over_total',
  help: 'Settlements of the journal that were left to the spool because billing did not answer.',
  labels: [],
});
const waiting = sampledGauge({
  name: 'journal_unreported',
  help: 'Settlements on the disk that billing has not heard of yet.',
  labels: [],
});

/** The journal of a process; nothing is written before the first settlement. */
export function createJournal(options: JournalOptions): Journal {
  const { directory, leaseMs, processId, spool } = options;
  const files = createJournalFiles(directory, processId);
  const unreported = createUnreported();
  const state: Parts = { ...options, files, unreported, onDisk: atMost(1) };
  let heardMs = -Infinity;
  const hide = waiting.show(() => [{ values: [], value: unreported.count() }]);
  const isAlive = (): boolean => performance.now() - heardMs < leaseMs * LEASE_PART;
  const write = createWriter(state);
  const append = microBatch<SettleItem, number>({
    ...APPENDS,
    run: (items) => state.onDisk(() => write(items)),
  });
  return {
    takes: () => isAlive() && unreported.count() < UNREPORTED_MAX && spool.isHealthy(),
    async append(item) {
      const n = await append(item);
      void report(state, n, item);
      return isAlive();
    },
    heard: (sentMs) => (heardMs = sentMs),
    flush: () => unreported.flush(),
    async close() {
      await unreported.flush();
      await state.onDisk(() => files.forget(unreported.through(), true));
      hide();
    },
  };
}

type Parts = JournalOptions & {
  files: JournalFiles;
  unreported: Unreported;
  /** Runs one piece of work on the files after the other. */
  onDisk: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

/** @returns a function that writes settlements to the disk and gives the numbers of their lines */
function createWriter({ files, logger, processId, spool, unreported }: Parts) {
  let marked = 0;
  return async (items: readonly SettleItem[]): Promise<readonly number[]> => {
    const numbers = items.map(() => unreported.next());
    const reported = unreported.through();
    const mark = reported > marked ? journalMark(reported) : '';
    const lines = items.map((item, index) =>
      journalLine(item, { process: processId, n: numbers[index] ?? 0 }),
    );
    try {
      await files.append(mark + lines.join(''), unreported.last());
    } catch (error) {
      unreported.strikeOff(numbers);
      spool.doubt(error);
      throw error;
    }
    marked = reported;
    settlements.add([], items.length);
    await files.forget(reported).catch((error: unknown) => {
      logger.warn({ error }, 'a file of the journal whose settlements stand could not be removed');
    });
    return numbers;
  };
}

/** Sends one settlement to billing, in the request that it belongs to. Never rejects. */
async function report(parts: Parts, n: number, item: SettleItem): Promise<void> {
  const { billing, unreported } = parts;
  const sinceMs = performance.now();
  try {
    await judge(parts, item, await settleBehind(billing, item));
    if (!unreported.has(n)) return;
    lag.observeSince([], sinceMs);
    unreported.strikeOff([n]);
  } catch (error) {
    if (unreported.has(n)) await handOver(parts, error);
  }
}

/**
 * What billing refuses goes to the spool, which compares it with the ledger and sets aside what is
 * refused permanently.
 * @throws where the disk refuses
 */
async function judge(
  { logger, spool }: Parts,
  item: SettleItem,
  result: SettleResult | null,
): Promise<void> {
  const { op_id: op } = item;
  const outcome = result?.outcome ?? 'invalid';
  if (result === null || outcome === 'conflict' || outcome === 'unknown') {
    logger.error({ op, outcome }, 'billing refused a settlement of the journal');
    await spool.append({ kind: 'settle', item });
    return;
  }
  if (BigInt(result.charged_nano) === chargeOf(item)) return;
  differed.add([]);
  const { charged_nano: charged } = result;
  logger.warn({ op, outcome, charged }, 'billing charged a settlement of the journal otherwise');
}

/**
 * Leaves every file to the spool, whose replays send it when billing is there again. What is
 * written from now on comes into a new file.
 */
function handOver(parts: Parts, error: unknown): Promise<void> {
  const { files, logger, onDisk, unreported } = parts;
  return onDisk(async () => {
    const numbers = unreported.numbers();
    if (numbers.length === 0) return;
    try {
      await files.handOver();
    } catch (failed) {
      logger.error({ error: failed }, 'the journal could not be left to the spool');
      setTimeout(() => void handOver(parts, error), AGAIN_MS).unref();
      return;
    }
    handedOver.add([], numbers.length);
    logger.warn({ error, count: numbers.length }, 'the journal is left to the spool');
    unreported.strikeOff(numbers);
  });
}

/** @returns null where billing refuses the item permanently */
async function settleBehind(
  billing: JournalOptions['billing'],
  item: SettleItem,
): Promise<SettleResult | null> {
  try {
    return await billing.settleBehind(item);
  } catch (error) {
    if (isRefusedForGood(error)) return null;
    throw error;
  }
}

/** What a settlement within its hold charges, in nano-credits. */
export function chargeOf({ cost_nano: cost, ceiling_nano: ceiling = cost }: SettleItem): bigint {
  const [worth, most] = [BigInt(cost), BigInt(ceiling)];
  return worth < most ? worth : most;
}

/** The lines of a journal that billing has not answered for yet. */
interface Unreported {
  /** Gives the next line its number, rising from 1. */
  next(): number;
  /** Strikes lines off: billing has answered for them, or somebody else will ask it to. */
  strikeOff(numbers: Iterable<number>): void;
  has(n: number): boolean;
  /** All of them, rising. */
  numbers(): number[];
  count(): number;
  /** The highest number that was given. */
  last(): number;
  /** Billing has answered for every line up to this number. */
  through(): number;
  /** Resolves once every line that there is now was struck off. */
  flush(): Promise<void>;
}

/** Nothing yet. */
function createUnreported(): Unreported {
  const open = new Set<number>();
  let last = 0;
  let flushes: { through: number; resolve: () => void }[] = [];

  function through(): number {
    const [first] = open;
    return first === undefined ? last : first - 1;
  }

  function strikeOff(numbers: Iterable<number>): void {
    for (const n of numbers) open.delete(n);
    if (flushes.length === 0) return;
    const reported = through();
    const isDone = (one: { through: number }): boolean => one.through <= reported;
    for (const { resolve } of flushes.filter(isDone)) resolve();
    flushes = flushes.filter((one) => !isDone(one));
  }

  return {
    next() {
      last += 1;
      open.add(last);
      return last;
    },
    strikeOff,
    has: (n) => open.has(n),
    numbers: () => [...open],
    count: () => open.size,
    last: () => last,
    through,
    flush: () =>
      new Promise((resolve) => {
        flushes.push({ through: last, resolve });
        strikeOff([]);
      }),
  };
}

/**
 * The line of a journal: a settlement with its process and a number that counts up. A process has
 * its id from its start to its end, so that the two name a line for ever.
 */
function journalLine(item: SettleItem, { process, n }: JournalNumber): string {
  return `${JSON.stringify({ kind: 'settle', item, at: new Date().toISOString(), process, n })}\n`;
}

/** The mark that billing has received every line of a journal up to a number. */
function journalMark(reported: number): string {
  return `${JSON.stringify({ reported } satisfies JournalMark)}\n`;
}
