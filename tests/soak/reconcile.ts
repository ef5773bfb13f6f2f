import { rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { chatPrint, embeddingPrint } from './calls.ts';
import type { Call, Calls } from './calls.ts';
import type { ServedLine } from './invoice.ts';

/** One hold as the ledger tells it. */
interface HoldRow {
  op_id: string;
  attempt: number;
  api_key_id: string;
  state: string;
  charged_n: bigint | null;
  late_charged_n: bigint | null;
  uncovered_n: bigint | null;
  usage: Record<string, number> | null;
  usage_source: string | null;
  estimate: Record<string, number>;
  close_reason: string | null;
  request_id: string | null;
}

/** What came out; `faults` must be empty. */
export interface Reconciliation {
  charges: number;
  charged: bigint;
  served: number;
  late: number;
  estimated: number;
  /** Dispatches that nobody pays, by the reason that allows it. */
  unpaid: Record<string, number>;
  doubles: string[];
  /** Charges that were lost without a reason that allows it. */
  lost: string[];
  /** Charges that nothing of the provider's invoice explains. */
  unserved: string[];
  openHolds: number;
}

/** Reasons of a closed hold for which nobody pays although the provider worked. */
const ALLOWED: readonly { reason: RegExp; because: string }[] = [
  {
    reason: /^(owner_lost|deregistered)$/,
    because: 'the process died or was silent (FB03, FC14, FD01)',
  },
  { reason: /^superseded$/, because: 'a newer attempt took over (FD07)' },
  { reason: /^outcome_indeterminate$/, because: 'nobody knows how it ended (FE04)' },
  {
    reason: /^upstream_/,
    because: 'the provider failed before anything was delivered (FB04-FB12)',
  },
];

const chargeOf = (hold: HoldRow): bigint => (hold.charged_n ?? 0n) + (hold.late_charged_n ?? 0n);
const served = (line: ServedLine): boolean => line.status >= 200 && line.status < 300;

/**
 * Compares every charge with the provider's invoice and every line of the invoice with the charges.
 */
export async function reconcile(
  owner: Knex,
  calls: Calls,
  lines: readonly ServedLine[],
): Promise<Reconciliation> {
  const found: Reconciliation = {
    charges: 0,
    charged: 0n,
    served: lines.filter(served).length,
    late: 0,
    estimated: 0,
    unpaid: {},
    doubles: [],
    lost: [],
    unserved: [],
    openHolds: 0,
  };
  const holds = await readHolds(owner);
  const holdsOf = groupBy(holds, (hold) => callOf(calls, hold)?.n ?? -1);
  const linesOf = groupBy(lines.filter(served), ({ call }) => call ?? -1);
  found.openHolds = holds.filter(({ state }) => state === 'held').length;
  const strays = holdsOf.get(-1) ?? [];
  for (const hold of strays) {
    if (chargeOf(hold) > 0n) found.unserved.push(`no call of the load: ${describe(hold)}`);
  }
  for (const line of linesOf.get(-1) ?? []) found.lost.push(`no call of the load: line ${line.n}`);
  for (let n = 0; n < calls.total(); n += 1) {
    const call = calls.byNumber(n);
    if (call === undefined) continue;
    const lines = linesOf.get(n) ?? [];
    judge(found, call, { holds: holdsOf.get(n) ?? takeStray(strays, call, lines), lines });
  }
  return found;
}

/**
 * An embeddings hold that was given back has no usage, and its record may have died with its
 * process: nothing tells then which call of its key it was for. Each stands for one call that
 * nothing else is known of.
 */
function takeStray(strays: HoldRow[], call: Call, lines: readonly ServedLine[]): HoldRow[] {
  if (lines.length === 0) return [];
  const index = strays.findIndex(
    (hold) => hold.usage === null && call.fingerprint.startsWith(embeddingPrint(hold.api_key_id)),
  );
  return index < 0 ? [] : strays.splice(index, 1);
}

function judge(
  found: Reconciliation,
  call: Call,
  { holds, lines }: { holds: HoldRow[]; lines: ServedLine[] },
): void {
  const charges = holds.filter((hold) => chargeOf(hold) > 0n);
  for (const charge of charges) {
    found.charges += 1;
    found.charged += chargeOf(charge);
    if (charge.late_charged_n !== null) found.late += 1;
    if (charge.usage_source !== 'provider') found.estimated += 1;
    if (!lines.some((line) => explains(line, charge))) {
      found.unserved.push(`${name(call)}: ${describe(charge)} ${JSON.stringify(lines)}`);
    }
  }
  if (charges.length > 1)
    found.doubles.push(`${name(call)}: ${charges.map(describe).join(' and ')}`);
  const unpaid = lines.length - charges.length;
  if (charges.length > 0) {
    if (unpaid > 0) count(found.unpaid, 'another dispatch of the operation was charged', unpaid);
    return;
  }
  if (call.answered) {
    found.lost.push(`${name(call)} was answered: ${holds.map(describe).join('; ') || 'no hold'}`);
  } else if (unpaid > 0) {
    const because = holds.map(allowance).find((reason) => reason !== null);
    if (because == null) {
      found.lost.push(`${name(call)}: ${holds.map(describe).join('; ') || 'no hold'}`);
    } else {
      count(found.unpaid, because, unpaid);
    }
  }
}

/** Why nobody pays for the dispatches of this hold; null when that is not right. */
function allowance(hold: HoldRow): string | null {
  if (hold.late_charged_n === 0n) return 'the wallet was empty when the charge came late (FD06)';
  if (hold.state === 'settled') {
    return hold.usage !== null && (hold.usage['output'] ?? 0) === 0
      ? 'nothing was delivered, nothing was used'
      : null;
  }
  const rule = ALLOWED.find(({ reason }) => reason.test(hold.close_reason ?? ''));
  return rule === undefined ? null : rule.because;
}

/** Whether what was served is what was charged, token by token where the provider told. */
function explains(line: ServedLine, { usage, usage_source }: HoldRow): boolean {
  if (usage_source !== 'provider' || usage === null) return true;
  const prompt = sum(usage, ['input', 'cache_read', 'cache_write']);
  const completion = sum(usage, ['output', 'reasoning']);
  return line.prompt === prompt && line.completion === completion;
}

const sum = (usage: Record<string, number>, names: string[]): number =>
  names.reduce((total, one) => total + (usage[one] ?? 0), 0);

function callOf(calls: Calls, hold: HoldRow): Call | undefined {
  const ceiling = hold.estimate['output'] ?? hold.estimate['reasoning'];
  if (ceiling !== undefined) return calls.byPrint(chatPrint(hold.api_key_id, ceiling));
  const number = /^soak-(\d+)$/.exec(hold.request_id ?? '')?.[1];
  if (number !== undefined) return calls.byNumber(Number(number));
  return calls.byPrint(embeddingPrint(hold.api_key_id, hold.usage?.['input'] ?? -1));
}

/**
 * The record tells which call an embeddings hold was for; it can be lost with its process, the hold
 * cannot.
 */
function readHolds(owner: Knex): Promise<HoldRow[]> {
  return rows<HoldRow>(
    owner,
    `select r.op_id, r.attempt, r.api_key_id, r.state, r.charged_n, r.late_charged_n, r.uncovered_n,
       r.usage, r.usage_source, r.estimate, r.close_reason, q.request_id
     from billing.reservation r
     left join (select id, min(request_id) as request_id from requests.record group by id) q
       on q.id = r.op_id
     order by r.op_id, r.attempt`,
  );
}

function groupBy<Item>(items: readonly Item[], key: (item: Item) => number): Map<number, Item[]> {
  const groups = new Map<number, Item[]>();
  for (const item of items) {
    const at = key(item);
    const group = groups.get(at);
    if (group === undefined) groups.set(at, [item]);
    else group.push(item);
  }
  return groups;
}

function count(counts: Record<string, number>, what: string, times: number): void {
  counts[what] = (counts[what] ?? 0) + times;
}

const name = (call: Call): string => `call ${call.n} (${call.kind}, ${call.outcome})`;

function describe(hold: HoldRow): string {
  const { op_id, attempt, state, close_reason, usage, usage_source } = hold;
  return `${op_id}/${attempt} ${state} ${close_reason} ${chargeOf(hold)} ${usage_source} ${JSON.stringify(usage)}`;
}
