import type { Movement } from '@tollgate/contract/billing';
import { LossReason } from '@tollgate/contract/losses';
import type { LossItem } from '@tollgate/contract/losses';
import { creditsToShow } from '@tollgate/money/credits';
import type { BatchedCall } from '@tollgate/runtime/micro-batch';
import { counter, histogram, sampledGauge } from '@tollgate/telemetry/metrics';
import { showLatest } from '@tollgate/telemetry/sampler';
import type { Sampler } from '@tollgate/telemetry/sampler';
import { INVARIANTS } from './invariants.ts';
import type { OpenHolds } from './open-holds.ts';
import type { LookAges } from './seal.queries.ts';

const BATCH_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

const items = counter({
  name: 'ledger_items_total',
  help: 'Requested movements of holds, by outcome.',
  labels: ['movement', 'outcome'],
});
const credits = counter({
  name: 'ledger_credits_total',
  help: 'Credits that settlements charged, and cost above their holds that nobody pays (uncovered).',
  labels: ['account'],
  words: { account: ['charged', 'uncovered'] },
});
const losses = counter({
  name: 'provider_losses_credits_total',
  help: 'Credits that providers bill and nobody is charged for, by why; an upper bound where no usage was reported.',
  labels: ['reason', 'is_known'],
  words: {
    reason: LossReason.anyOf.map((reason) => reason.const),
    is_known: ['true', 'false'],
  },
});
const batchItems = histogram(
  {
    name: 'ledger_batch_items',
    help: 'Items of one movement in one transaction.',
    labels: ['movement'],
  },
  BATCH_BUCKETS,
);
const batchSeconds = histogram({
  name: 'ledger_batch_seconds',
  help: 'Duration of one transaction, under each movement that has items in it.',
  labels: ['movement'],
});
const holds = sampledGauge({
  name: 'holds_open',
  help: 'Holds that are neither settled nor released.',
  labels: [],
});
const heldCredits = sampledGauge({
  name: 'holds_open_credits',
  help: 'Credits in open holds.',
  labels: [],
});
const oldestHold = sampledGauge({
  name: 'holds_oldest_seconds',
  help: 'Age of the oldest open hold.',
  labels: [],
});
const overdueHolds = sampledGauge({
  name: 'holds_overdue',
  help: 'Open holds past their own end: nobody has closed them.',
  labels: [],
});
const swept = counter({
  name: 'ledger_swept_total',
  help: 'What sweeps have closed because its owner or its time had left it.',
  labels: ['kind'],
  words: { kind: ['owner_lost', 'holds_expired', 'grants_expired'] },
});
const looks = counter({
  name: 'ledger_looks_total',
  help: 'Looks at the invariants of the ledger, at what moved of late or at the whole book, by how they ended.',
  labels: ['scope', 'outcome'],
  words: { scope: ['recent', 'whole'], outcome: ['sound', 'broken', 'failed'] },
});
const broken = counter({
  name: 'ledger_broken_total',
  help: 'Looks that found an invariant broken. Anything but zero is an alarm.',
  labels: ['invariant'],
  words: { invariant: INVARIANTS.map(({ id }) => id) },
});

const seals = counter({
  name: 'ledger_seals_total',
  help: 'Stretches of the ledger that were to be sealed, by how that ended; refused: an invariant does not hold there.',
  labels: ['outcome'],
  words: { outcome: ['sealed', 'refused', 'failed'] },
});
const unsealed = sampledGauge({
  name: 'ledger_unsealed_seconds',
  help: 'Age of the oldest movement of the ledger that no seal covers; 0 when there is none.',
  labels: [],
});
const lookAge = sampledGauge({
  name: 'ledger_look_age_seconds',
  help: 'Time since the newest look at the whole ledger came to its end.',
  labels: [],
});

interface Moved {
  outcome: string;
  charged_nano?: string;
  uncovered_nano?: string;
}

/** Counts the items of one movement by their outcomes. */
export function countingItems<Item, Result extends Moved>(
  movement: Movement,
  call: BatchedCall<Item, Result>,
): BatchedCall<Item, Result> {
  return async (item) => {
    const result = await call(item);
    items.add([movement, result.outcome]);
    // A repeated settlement moves nothing.
    if (result.outcome === 'settled' || result.outcome === 'late') {
      credits.add(['charged'], creditsToShow(BigInt(result.charged_nano ?? 0)));
      credits.add(['uncovered'], creditsToShow(BigInt(result.uncovered_nano ?? 0)));
    }
    return result;
  };
}

/** Counts what the platform bears of one call. */
export function countLoss({ reason, is_known: isKnown, cost_nano: nano }: LossItem): void {
  losses.add([reason, String(isKnown)], creditsToShow(BigInt(nano)));
}

/** Measures transactions, under each movement that they have items of. */
export function measuringBatches<Item extends { movement: Movement }, Result>(
  run: (items: readonly Item[]) => Promise<Result>,
): (items: readonly Item[]) => Promise<Result> {
  return async (batch) => {
    const begunMs = performance.now();
    const result = await run(batch);
    const counts = new Map<Movement, number>();
    for (const { movement } of batch) counts.set(movement, (counts.get(movement) ?? 0) + 1);
    for (const [movement, count] of counts) {
      batchItems.observe([movement], count);
      batchSeconds.observeSince([movement], begunMs);
    }
    return result;
  };
}

/** What one sweep has closed. */
export interface SweepCounts {
  owner_lost: number;
  holds_expired: number;
  grants_expired: number;
}

/** Counts what a sweep has closed. */
export function countSwept(counts: Partial<SweepCounts>): void {
  for (const [kind, count] of Object.entries(counts)) swept.add([kind], count);
}

/** Counts a look at the invariants. @param brokenIds null when it did not come to an end */
export function countLook(scope: 'recent' | 'whole', brokenIds: readonly string[] | null): void {
  looks.add([scope, brokenIds === null ? 'failed' : brokenIds.length === 0 ? 'sound' : 'broken']);
  countBroken(brokenIds ?? []);
}

/** Counts invariants that are broken, by their ids. */
export function countBroken(ids: readonly string[]): void {
  for (const id of ids) broken.add([id]);
}

/** Counts a stretch that was to be sealed. */
export function countSeal(outcome: 'sealed' | 'refused' | 'failed'): void {
  seals.add([outcome]);
}

/** Shows how old looks and seals are; all replicas show the same. */
export function showLookAges(sampler: Sampler<LookAges>): void {
  showLatest(unsealed, sampler, (ages) => [{ values: [], value: ages.unsealed }]);
  showLatest(lookAge, sampler, ({ look }) => (look === null ? [] : [{ values: [], value: look }]));
}

/** Shows open holds; all replicas show the same. */
export function showHolds(sampler: Sampler<OpenHolds>): void {
  const show = (metric: typeof holds, read: (open: OpenHolds) => number): void => {
    showLatest(metric, sampler, (open) => [{ values: [], value: read(open) }]);
  };
  show(holds, ({ count }) => count);
  show(heldCredits, ({ nano }) => creditsToShow(nano));
  show(oldestHold, ({ oldestSeconds }) => oldestSeconds);
  show(overdueHolds, ({ overdue }) => overdue);
}
