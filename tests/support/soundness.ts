import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { createLogger } from '@tollgate/runtime/logger';
import type { Demo, InvoiceLine } from './demo.ts';
import { eventually } from './eventually.ts';
import { expectLedgerHolds } from './ledger.ts';
import { noteMeasure } from './measures.ts';

/** What a test allows that the faults it made may have left. */
export interface Allowed {
  /**
   * Answers that the provider served in whole and no caller was charged for, because the process
   * that had them died. Default 0.
   */
  unbilled?: number;
  /**
   * Operations whose holds went with a database, while their records were still with the process
   * that had made them. Default none.
   */
  sentWithoutHold?: readonly string[];
  /**
   * The provider was told to claim other counts than it served, so that charges are only counted.
   */
  usageLies?: boolean;
}

/** Watches the money of one stack over a test. */
export interface MoneyWatch {
  /** As the owner of the schemas. */
  owner: Knex;
  /** Forgets the invoice and begins a new span. */
  begin(): Promise<void>;
  /** The fault is there: healing is measured from now on. */
  injected(): void;
  /**
   * Waits until nothing is held any more, then runs every invariant and joins the provider's
   * invoice with the charges of the span in both directions. Notes how long healing took for the
   * fault of that id.
   */
  sound(id: string, allowed?: Allowed): Promise<void>;
  close(): Promise<void>;
}

/**
 * A hold of the span, as it ended; a charge that came after the hold had expired counts as any
 * other.
 */
interface Hold {
  op_id: string;
  state: 'held' | 'settled' | 'released' | 'expired';
  charged_n: bigint | null;
  usage: Record<string, number> | null;
  usage_source: string | null;
  partial: boolean | null;
}

/**
 * Watches a stack; the span begins with `begin`.
 * @param url where its database is now, as the owner; default: where it was started
 */
export async function watchMoney(
  demo: Demo,
  url: string = demo.stack.connections.databaseUrl,
): Promise<MoneyWatch> {
  const logger = createLogger('test', 'silent');
  const owner = connectDatabase({ url, applicationName: 'money-watch', logger, poolMax: 2 });
  let since = await now(owner);
  let startedMs = performance.now();
  return {
    owner,
    async begin() {
      await demo.clearInvoice();
      since = await now(owner);
      startedMs = performance.now();
    },
    injected() {
      startedMs = performance.now();
    },
    async sound(id, allowed = {}) {
      await nothingHeld(owner);
      await noteMeasure({ id, healedMs: performance.now() - startedMs });
      await expectLedgerHolds(demo, allowed);
      const join = async (): Promise<Joined> =>
        joinInvoice(await demo.invoice(), await holdsSince(owner, since), allowed);
      const most = allowed.unbilled ?? 0;
      // A process that was away too long for its hold settles late.
      await eventually(async () => (await join()).unbilled.length <= most).catch(() => undefined);
      const { unserved, unbilled } = await join();
      expect(unserved).toEqual([]);
      expect(unbilled.slice(most)).toEqual([]);
    },
    close: () => owner.destroy(),
  };
}

/** The operations that are charged in the book of a database. */
export async function settledOperations({ owner }: MoneyWatch): Promise<string[]> {
  const found = await rows<{ op: string }>(
    owner,
    `select op_id as op from billing.reservation where state = 'settled'`,
  );
  return found.map(({ op }) => op);
}

async function now(owner: Knex): Promise<string> {
  const found = await row<{ now: string }>(owner, 'select cast(clock_timestamp() as text) as now');
  return found?.now ?? '';
}

/** Holds are given back by leases and sweeps; a busy machine may take its time. */
async function nothingHeld(owner: Knex): Promise<void> {
  await eventually(async () => {
    const found = await row<{ held: bigint }>(
      owner,
      `select count(*) as held from billing.reservation where state = 'held'`,
    );
    return found?.held === 0n;
  });
}

function holdsSince(owner: Knex, since: string): Promise<Hold[]> {
  return rows<Hold>(
    owner,
    `select op_id, state, coalesce(charged_n, late_charged_n) as charged_n, usage, usage_source, partial from billing.reservation
     where created_at >= cast(:since as timestamptz)`,
    { since },
  );
}

/** What is left when every charge has taken the line that it fits. */
interface Joined {
  /** Charges of what was not served. */
  unserved: Hold[];
  /** Whole answers that no caller was charged for. */
  unbilled: InvoiceLine[];
}

function joinInvoice(invoice: InvoiceLine[], holds: Hold[], allowed: Allowed): Joined {
  const isWhole = ({ finished }: InvoiceLine): number => Number(finished === 'whole');
  const lines = invoice.toSorted((left, right) => isWhole(right) - isWhole(left));
  const isExact = ({ usage_source: source, partial }: Hold): boolean =>
    source === 'provider' && partial !== true && allowed.usageLies !== true;
  const charged = holds.filter(({ charged_n: nano }) => nano !== null && nano > 0n);
  const take = (index: number): boolean => {
    if (index >= 0) lines.splice(index, 1);
    return index >= 0;
  };
  // Those that fit one line only choose first; of the others a broken answer takes no line of a
  // whole one.
  const unserved = [
    ...charged.filter(isExact).filter((hold) => !take(lines.findIndex((line) => isOf(line, hold)))),
    ...charged
      .filter((hold) => !isExact(hold))
      .filter(({ partial }) => {
        const fits = ({ status }: InvoiceLine): boolean => status < 300;
        return !take(partial === true ? lines.findLastIndex(fits) : lines.findIndex(fits));
      }),
  ];
  // Files and jobs of batches are POSTs too, and serve nothing.
  const isAnswer = ({ prompt_tokens: input, completion_tokens: output }: InvoiceLine): boolean =>
    input + output > 0;
  return {
    unserved,
    unbilled: lines.filter((line) => line.finished === 'whole' && isAnswer(line)),
  };
}

/** Whether the counts of a charge are those of a line. */
function isOf(line: InvoiceLine, { usage }: Hold): boolean {
  const count = (...names: string[]): number =>
    names.reduce((sum, name) => sum + (usage?.[name] ?? 0) + (usage?.[`batch_${name}`] ?? 0), 0);
  const input = count('input', 'cache_read', 'cache_write', 'cache_write_1h', 'image_input');
  return (
    input === line.prompt_tokens &&
    count('output', 'reasoning', 'image_output') === line.completion_tokens
  );
}
