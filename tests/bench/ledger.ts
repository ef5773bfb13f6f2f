/**
 * `make bench-ledger`: reservations per second of one billing process on a PostgreSQL that writes
 * every commit to disk, on one hot wallet and on many, micro-batched as billing does it, the same
 * asked over HTTP by a client of billing in the same process, and one transaction each, in one run,
 * as ratios. The book is checked in the end. Exits 1 when a reservation was not placed or a rule of
 * the ledger is broken.
 *
 * Options: --rounds 5 --seconds 2 --callers 64 --wallets 1000. With --days 10,400,1200 (and
 * --entries 20000 --calls 200) the run compares what a call costs in ledgers of these ages; with
 * --holds 1000000,5000000 (and --open 100000 --full --trusted) what a look at the whole ledger
 * takes with so many sealed holds.
 */
import { parseArgs } from 'node:util';
import type { ReserveItem, ReserveResult } from '@tollgate/contract/billing';
import { GatewayError } from '@tollgate/contract/error-codes';
import { newUuid } from '@tollgate/runtime/ids';
import { withRetries } from '../../services/billing/src/transactions.ts';
import { createGrant } from '../../services/billing/src/grant.queries.ts';
import { reserveBatch } from '../../services/billing/src/reservation.queries.ts';
import { aBilling } from '../api/billing/a-billing-service.ts';
import type { TestBilling } from '../api/billing/a-billing-service.ts';
import type { TestLedger } from '../ledger/a-ledger.ts';
import { aHold } from '../ledger/items.ts';
import { startCluster } from '../support/cluster.ts';
import { benchAge } from './ledger-age.ts';
import { benchSeals } from './ledger-seals.ts';
import { median, ratioOf } from './stats.ts';
import type { Series } from './stats.ts';
import { grid, ratioText } from './table.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    callers: { type: 'string', default: '64' },
    wallets: { type: 'string', default: '1000' },
    days: { type: 'string' },
    entries: { type: 'string', default: '20000' },
    calls: { type: 'string', default: '200' },
    holds: { type: 'string' },
    open: { type: 'string', default: '100000' },
    full: { type: 'boolean', default: false },
    trusted: { type: 'boolean', default: false },
  },
});
const [rounds, seconds, callers, wallets] = [
  Number(values.rounds),
  Number(values.seconds),
  Number(values.callers),
  Number(values.wallets),
];

/** Far more than is reserved in any run. */
const GRANT_NANO = '1000000000000000';

type Reserve = (item: ReserveItem) => Promise<ReserveResult>;

/** One row of the table. */
interface Subject {
  wallets: string;
  users: readonly string[];
  way: 'micro-batched' | 'over HTTP' | 'one transaction each';
  reserve: Reserve;
  rates: Series;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function usersWithCredit(ledger: TestLedger, count: number): Promise<string[]> {
  const users = Array.from({ length: count }, () => newUuid());
  for (const userId of users) {
    await createGrant(ledger.replicas[0], {
      userId,
      amountNano: GRANT_NANO,
      reason: null,
      expiresAt: null,
      actor: 'bench',
      idempotencyKey: null,
    });
  }
  return users;
}

/**
 * Closed loop: each caller reserves again as soon as it holds. Gives how many a second, and how
 * many.
 */
async function load(
  { users, reserve }: Subject,
  priceVersionId: string,
): Promise<{ rate: number; held: number }> {
  const begun = performance.now();
  const until = begun + seconds * 1_000;
  let held = 0;
  const caller = async (number: number): Promise<void> => {
    for (let turn = number; performance.now() < until; turn += callers) {
      const userId = users[turn % users.length] ?? '';
      const { outcome } = await reserve(aHold({ priceVersionId, userId, amount: 1 }));
      if (outcome !== 'held') throw new Error(`a reservation was answered ${outcome}`);
      held += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_none, number) => caller(number)));
  return { held, rate: held / ((performance.now() - begun) / 1_000) };
}

async function subjectsOf(billing: TestBilling): Promise<Subject[]> {
  const { ledger } = billing;
  const [db] = ledger.replicas;
  const client = await billing.clientOf('inference');
  const overHttp: Reserve = (item) => client.reserve(item);
  const alone: Reserve = async (item) => {
    for (;;) {
      try {
        const [result] = await withRetries(() => reserveBatch(db, [item]), { keyed: true });
        if (result === undefined) throw new Error('a reservation was not answered');
        return result;
      } catch (error) {
        // Too long behind the others for a connection or the wallet; the same item again is
        // harmless.
        if (!(error instanceof GatewayError) || error.code !== 'billing_unavailable') throw error;
      }
    }
  };
  const hot = await usersWithCredit(ledger, 1);
  const many = await usersWithCredit(ledger, wallets);
  return [
    ['one hot wallet', hot] as const,
    [`${wallets.toLocaleString('en')} wallets`, many] as const,
  ].flatMap(([name, users]): Subject[] => [
    { wallets: name, users, way: 'micro-batched', reserve: ledger.ledgers[0].reserve, rates: [] },
    { wallets: name, users, way: 'over HTTP', reserve: overHttp, rates: [] },
    { wallets: name, users, way: 'one transaction each', reserve: alone, rates: [] },
  ]);
}

function table(subjects: readonly Subject[]): string {
  const ratesOf = (name: string, way: Subject['way']): Series | undefined =>
    subjects.find((one) => one.wallets === name && one.way === way)?.rates;
  const last = subjects.at(-1)?.wallets ?? '';
  const rows = subjects.map(({ wallets: name, way, rates }) => [
    `${name}, ${way}`,
    median(rates).toFixed(0),
    way === 'one transaction each'
      ? '1'
      : ratioText(ratioOf(rates, ratesOf(name, 'one transaction each'))),
    name === last ? '1' : ratioText(ratioOf(rates, ratesOf(last, way))),
  ]);
  const head = ['', 'reservations/s', 'x one transaction each', `x ${last}`];
  return `Reservations: ${callers} callers, ${seconds} s; medians of ${rounds} rounds (lowest-highest)\n${grid([head, ...rows])}`;
}

async function bench(billing: TestBilling): Promise<boolean> {
  const { ledger } = billing;
  const subjects = await subjectsOf(billing);
  let held = 0;
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    for (const subject of subjects) {
      const measured = await load(subject, ledger.priceVersionId);
      held += measured.held;
      if (round > 0) subject.rates.push(measured.rate);
    }
  }
  say(table(subjects));
  const { checks } = await ledger.verify();
  const broken = checks.filter(({ ok }) => !ok).map(({ id }) => id);
  const [book] = await ledger.owner<{ count: string }>('billing.reservation').count();
  const placed = Number(book?.['count']);
  const isRight = broken.length === 0 && placed === held;
  const rules =
    broken.length === 0 ? `${checks.length} rules hold` : `broken: ${broken.join(', ')}`;
  say(`\n${held} reservations answered, ${placed} in the book; ${rules}`);
  return isRight;
}

async function benchBook(): Promise<boolean> {
  const billing = await aBilling();
  try {
    return await bench(billing);
  } finally {
    await billing.drop();
  }
}

async function benchAges(days: string): Promise<void> {
  const ages = days.split(',').map(Number);
  const [entries, calls] = [Number(values.entries), Number(values.calls)];
  say(await benchAge({ days: ages, entries, rounds, calls }));
}

async function benchLooks(holds: string): Promise<void> {
  const sizes = holds.split(',').map(Number);
  const { open, full: isFull, trusted: isTrusted } = values;
  say(await benchSeals({ sizes, open: Number(open), rounds, isFull, isTrusted }, say));
}

// What grows with age is the CPU's part, so that waiting for a disk would only hide some of that.
const isFast = values.days !== undefined || values.holds !== undefined;
const stopCluster = await startCluster({ durable: !isFast });
try {
  if (values.holds !== undefined) await benchLooks(values.holds);
  else if (values.days !== undefined) await benchAges(values.days);
  else process.exitCode = (await benchBook()) ? 0 : 1;
} finally {
  await stopCluster();
}
