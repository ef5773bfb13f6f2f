import type { ReserveItem, SettleItem } from '@tollgate/contract/billing';
import { rows } from '@tollgate/db/connect';
import { sqlState } from '@tollgate/db/failures';
import { newUuid } from '@tollgate/runtime/ids';
import { withRetries } from '../../services/billing/src/transactions.ts';
import { createGrant, revokeGrant } from '../../services/billing/src/grant.queries.ts';
import { deregister } from '../../services/billing/src/process.queries.ts';
import { listWallets } from '../../services/billing/src/wallet.queries.ts';
import {
  releaseBatch,
  reserveBatch,
  settleBatch,
} from '../../services/billing/src/reservation.queries.ts';
import {
  sweepEndedGrants,
  sweepEndedHolds,
  sweepOwners,
} from '../../services/billing/src/sweep.queries.ts';
import { aLedger } from './a-ledger.ts';
import type { TestLedger } from './a-ledger.ts';
import { aHold, releaseOf, settlementOf } from './items.ts';

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const ROUNDS = 25;
const STEPS_AT_ONCE = 8;
const WALLETS = 5;
const OWNERS = 3;
const BATCH_ITEMS_MAX = 12;
const SWEEP_ROWS = 50;

/** Numbers from 0 to below 1 that depend on the seed alone. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What the callers of the ledger know, kept apart from the ledger's own tables. */
interface World {
  test: TestLedger;
  users: string[];
  owners: string[];
  holds: ReserveItem[];
  grants: string[];
  charged: Map<string, bigint>;
  below(limit: number): number;
}

type Step = (world: World, replica: 0 | 1) => Promise<void>;

function pick<T>(world: World, list: readonly T[]): T {
  return list[world.below(list.length)] as T;
}

function picks<T>(world: World, list: readonly T[]): T[] {
  if (list.length === 0) return [];
  return Array.from({ length: 1 + world.below(BATCH_ITEMS_MAX) }, () => pick(world, list));
}

function newHold(world: World): ReserveItem {
  const known = world.holds.length > 0 ? pick(world, world.holds) : undefined;
  const kind = known === undefined ? 9 : world.below(10);
  if (known !== undefined && kind === 0) return known;
  if (known !== undefined && kind === 1) {
    const attempt = known.attempt + 1;
    return { ...known, attempt, supersedes: known.attempt };
  }
  const terms = {
    priceVersionId: world.test.priceVersionId,
    userId: pick(world, world.users),
    amount: world.below(60),
  };
  const owner = world.below(2) === 0 ? null : pick(world, world.owners);
  return aHold(terms, { owner, ttl_ms: world.below(6) === 0 ? 1 : 600_000 });
}

const reserve: Step = async (world, replica) => {
  const items = Array.from({ length: 1 + world.below(BATCH_ITEMS_MAX) }, () => newHold(world));
  const verdicts = await reserveBatch(world.test.replicas[replica], items);
  verdicts.forEach(({ outcome }, index) => {
    const item = items[index];
    if (outcome === 'held' && item !== undefined) world.holds.push(item);
  });
};

/** What a settlement may say besides its cost. */
function someTerms(world: World, hold: ReserveItem): Partial<SettleItem> {
  return (
    [
      {},
      {},
      { ceiling_nano: String(Number(hold.amount_nano) + world.below(50)) },
      { usage_source: 'estimated' as const },
      { partial: true },
    ][world.below(5)] ?? {}
  );
}

const settle: Step = async (world, replica) => {
  const items = picks(world, world.holds).map((hold) =>
    settlementOf(hold, world.below(70), someTerms(world, hold)),
  );
  if (items.length === 0) return;
  const verdicts = await settleBatch(world.test.replicas[replica], items);
  verdicts.forEach(({ outcome, charged_nano }, index) => {
    const user = items[index]?.user_id ?? '';
    if (outcome !== 'settled' && outcome !== 'late') return;
    world.charged.set(user, (world.charged.get(user) ?? 0n) + BigInt(charged_nano));
  });
};

const release: Step = async (world, replica) => {
  const items = picks(world, world.holds).map((hold) => releaseOf(hold));
  if (items.length > 0) await releaseBatch(world.test.replicas[replica], items);
};

/** The end of a grant that falls into the next rounds, while holds are open. */
const soon = (world: World): string => new Date(Date.now() + world.below(600)).toISOString();

const grant: Step = async (world, replica) => {
  const { grantId } = await createGrant(world.test.replicas[replica], {
    userId: pick(world, world.users),
    amountNano: String(1 + world.below(200)),
    reason: null,
    expiresAt: [null, '2001-01-01T00:00:00Z', soon(world)][world.below(3)] ?? null,
    actor: 'admin',
    idempotencyKey: world.below(2) === 0 ? null : String(world.below(20)),
  });
  if (grantId !== null) world.grants.push(grantId);
};

const revoke: Step = async (world, replica) => {
  if (world.grants.length === 0) return;
  await revokeGrant(world.test.replicas[replica], {
    grantId: pick(world, world.grants),
    amountNano: world.below(2) === 0 ? null : String(world.below(50)),
    reason: null,
    actor: 'admin',
    idempotencyKey: world.below(2) === 0 ? null : `revoke-${world.below(20)}`,
  });
};

const sweep: Step = async (world, replica) => {
  const db = world.test.replicas[replica];
  await sweepEndedHolds(db, SWEEP_ROWS);
  await sweepEndedGrants(db, SWEEP_ROWS);
  if (world.below(3) === 0) await sweepOwners(1)(db, SWEEP_ROWS);
};

const leave: Step = async (world, replica) => {
  await deregister(world.test.replicas[replica], pick(world, world.owners));
};

const STEPS: readonly Step[] = [
  reserve,
  reserve,
  reserve,
  reserve,
  settle,
  settle,
  settle,
  release,
  grant,
  grant,
  revoke,
  sweep,
  leave,
];

describe('random interleavings on two replicas', () => {
  test(`every invariant after every round, SEED=${SEED}`, async () => {
    const random = randomFrom(SEED);
    const ids = (count: number): string[] => Array.from({ length: count }, () => newUuid());
    const ledger = await aLedger();
    const world: World = {
      test: ledger,
      users: ids(WALLETS),
      owners: ids(OWNERS),
      holds: [],
      grants: [],
      charged: new Map(),
      below: (limit) => Math.floor(random() * limit),
    };
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const steps = Array.from({ length: STEPS_AT_ONCE }, () => pick(world, STEPS));
        await Promise.all(
          steps.map((step, index) =>
            withRetries(() => unlessDeadlocked(step(world, index % 2 === 0 ? 0 : 1))),
          ),
        );
        await ledger.assertSound();
        await assertCharges(world);
      }
      const [settled] = await rows<{ count: bigint }>(
        ledger.owner,
        `select count(*) from billing.reservation where state = 'settled'`,
      );
      expect(settled?.count).toBeGreaterThan(0n);
    } finally {
      await ledger.drop();
    }
  });
});

/**
 * Waiting too long for a lock is a matter of the machine's load; two batches waiting for each other
 * is a fault of ours.
 */
async function unlessDeadlocked(step: Promise<void>): Promise<void> {
  try {
    await step;
  } catch (error) {
    if (sqlState(error) === '55P03') throw error;
    throw new Error('a step failed', { cause: error });
  }
}

/** What callers were told they paid is what the wallets say was consumed. */
async function assertCharges(world: World): Promise<void> {
  const wallets = await listWallets(world.test.replicas[0], world.users);
  const consumed = Object.fromEntries(
    wallets.map((wallet) => [wallet.user_id, BigInt(wallet.consumed_nano)]),
  );
  const reported = Object.fromEntries(
    wallets.map((wallet) => [wallet.user_id, world.charged.get(wallet.user_id) ?? 0n]),
  );
  expect(reported).toEqual(consumed);
}
