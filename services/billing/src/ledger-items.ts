import type {
  ReleaseResult,
  ReserveResult,
  SettleItem,
  SettleResult,
} from '@tollgate/contract/billing';

/** Types of arrays whose elements the driver has to quote. */
const QUOTED = new Set(['jsonb', 'text']);

/** Fields of an item with their types in PostgreSQL, in the order of a function's parameters. */
export type Columns<Item> = readonly (readonly [field: keyof Item & string, type: string])[];

/** The parameters of a statement that takes items by column. @param of what the items are */
export function columnParameters<Item>(of: string, columns: Columns<Item>): string {
  return columns.map(([field, type]) => `cast(:${of}_${field} as ${type}[])`).join(', ');
}

/**
 * The values for the parameters, an array of PostgreSQL for each field; null in each where there
 * are no items. Uuids and numbers come from readers that let nothing else pass, so their arrays are
 * written as they are: the driver would quote each element.
 */
export function columnValues<Item>(
  of: string,
  columns: Columns<Item>,
  items: readonly Item[] | undefined,
): Readonly<Record<string, string | readonly unknown[] | null>> {
  const values: Record<string, string | readonly unknown[] | null> = {};
  for (const [field, type] of columns) {
    const column = items?.map((item) => item[field] ?? null);
    values[`${of}_${field}`] =
      column === undefined ? null : QUOTED.has(type) ? column : literalOf(column as Plain[]);
  }
  return values;
}

type Plain = string | number | boolean | null;

function literalOf(column: readonly Plain[]): string {
  return `{${column.map((value) => value ?? 'NULL').join(',')}}`;
}

/** What a function of the ledger says of an item, or with the ordinal 0 of all items of a batch. */
export interface Verdict {
  ordinal: number;
  outcome: string;
}

/**
 * The results of a batch in the order of its items.
 * @param resultOf reads what a verdict says of an item
 */
export function resultsOf<Item, Row extends Verdict, Result>(
  items: readonly Item[],
  verdicts: readonly Row[],
  resultOf: (verdict: Row, item: Item) => Result,
): Result[] {
  const [first] = verdicts;
  if (first?.ordinal === 0) return items.map((item) => resultOf(first, item));
  const byOrdinal = new Map(verdicts.map((verdict) => [verdict.ordinal, verdict]));
  return items.map((item, index) => {
    const verdict = byOrdinal.get(index + 1);
    if (verdict === undefined) throw new Error('the ledger must answer every item');
    return resultOf(verdict, item);
  });
}

/** The verdict of the ledger on a hold, amounts in nano-credits. */
export interface HoldVerdict extends Verdict {
  required_nano: string | null;
  available_nano: string | null;
}

/** The verdict on a hold as callers see it: amounts are given where credit was short. */
export function asReserved(verdict: Omit<HoldVerdict, 'ordinal'>): ReserveResult {
  const { outcome, required_nano: required, available_nano: available } = verdict;
  const isShort = outcome === 'insufficient_credit' || outcome === 'credit_held';
  const amounts = { required_nano: required, available_nano: available };
  return (isShort ? { outcome, ...amounts } : { outcome }) as ReserveResult;
}

/** The verdict of the ledger on a charge, amounts in nano-credits. */
export interface ChargeVerdict extends Verdict {
  charged_nano: string | null;
  uncovered_nano: string | null;
}

/** The verdict on a charge as callers see it; without an amount of its own it is the cost. */
export function asSettled(
  { outcome, charged_nano: charged, uncovered_nano: uncovered }: Omit<ChargeVerdict, 'ordinal'>,
  { cost_nano: cost }: SettleItem,
): SettleResult {
  return { outcome, charged_nano: charged ?? cost, uncovered_nano: uncovered } as SettleResult;
}

/** The verdict on a release as callers see it. */
export function asReleased({ outcome }: { outcome: string }): ReleaseResult {
  return { outcome } as ReleaseResult;
}
