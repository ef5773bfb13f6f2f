import type { ReserveItem } from '@tollgate/contract/billing';
import { newUuid } from '@tollgate/runtime/ids';
import type { Knex } from 'knex';
import { createLedger } from '../../services/billing/src/ledger.ts';
import { moveBatch } from '../../services/billing/src/move.queries.ts';
import type { Move, Moved } from '../../services/billing/src/move.queries.ts';
import { createGrant } from '../../services/billing/src/grant.queries.ts';
import {
  releaseBatch,
  reserveBatch,
  settleBatch,
} from '../../services/billing/src/reservation.queries.ts';
import { createRandom, seedOfEnvironment } from '../support/random.ts';
import type { Random } from '../support/random.ts';
import { aLedger } from './a-ledger.ts';
import type { TestLedger } from './a-ledger.ts';
import { bookOf, chanceItems, walletsOf } from './chance-batches.ts';
import { aHold, releaseOf, settlementOf } from './items.ts';

const BATCHES = 300;
const USERS = 4;
const COMPARE_MS = 90_000;

let mixed: TestLedger;
let apart: TestLedger;
beforeAll(async () => {
  [mixed, apart] = await Promise.all([aLedger(), aLedger()]);
});
afterAll(() => Promise.all([mixed.drop(), apart.drop()]));

const grantTo = (userId: string, amountNano: string) =>
  Promise.all(
    [mixed, apart].map(({ replicas }) =>
      createGrant(replicas[0], {
        userId,
        amountNano,
        reason: null,
        expiresAt: null,
        actor: 'admin',
        idempotencyKey: null,
      }),
    ),
  );

const holdOf = (userId: string, amount: number): ReserveItem =>
  aHold({ priceVersionId: mixed.priceVersionId, userId, amount });

const inAnyOrder = (random: Random, moves: readonly Move[]): Move[] =>
  moves
    .map((move) => ({ move, at: random.between(0, 1_000_000) }))
    .sort((one, other) => one.at - other.at)
    .map(({ move }) => move);

/** Makes the moves in a transaction for each kind. */
async function moveApart(db: Knex, moves: readonly Move[]): Promise<Moved[]> {
  const settles = moves.flatMap((move) => (move.movement === 'settle' ? [move.item] : []));
  const releases = moves.flatMap((move) => (move.movement === 'release' ? [move.item] : []));
  const reserves = moves.flatMap((move) => (move.movement === 'reserve' ? [move.item] : []));
  const done = {
    settle: settles.length > 0 ? await settleBatch(db, settles) : [],
    release: releases.length > 0 ? await releaseBatch(db, releases) : [],
    reserve: reserves.length > 0 ? await reserveBatch(db, reserves) : [],
  };
  return moves.map(({ movement }) => done[movement].shift() as Moved);
}

describe('a batch of several movements', () => {
  test(
    'says the same of every item, and leaves the same book, as a transaction for each movement',
    async () => {
      const seed = seedOfEnvironment();
      const random = createRandom(seed);
      const users = Array.from({ length: USERS }, () => newUuid());
      const { holds, settlements, releases } = chanceItems({ random, users, holdOf });
      const outcomes = new Set<string>();
      let several = 0;
      try {
        for (let batch = 0; batch < BATCHES; batch += 1) {
          if (random.chance(0.15)) await grantTo(random.pick(users), `${10 + batch}`);
          const kinds: Move[][] = [
            random.chance(0.8) ? holds().map((item) => ({ movement: 'reserve', item })) : [],
            random.chance(0.8) ? settlements().map((item) => ({ movement: 'settle', item })) : [],
            random.chance(0.4) ? releases().map((item) => ({ movement: 'release', item })) : [],
          ];
          const moves = inAnyOrder(random, kinds.flat());
          if (moves.length === 0) continue;
          if (kinds.filter((kind) => kind.length > 0).length > 1) several += 1;
          const [together, oneByOne] = await Promise.all([
            moveBatch(mixed.replicas[0], moves, 'wait'),
            moveApart(apart.replicas[0], moves),
          ]);
          expect(together).toEqual(oneByOne);
          for (const { outcome } of together) outcomes.add(outcome);
          expect(await walletsOf(mixed.owner)).toEqual(await walletsOf(apart.owner));
        }
        expect(await bookOf(mixed.owner)).toEqual(await bookOf(apart.owner));
        expect(several).toBeGreaterThan(BATCHES / 3);
        expect([...outcomes]).toEqual(
          expect.arrayContaining([
            'held',
            'settled',
            'released',
            'conflict',
            'unknown',
            'repeated',
          ]),
        );
        await mixed.assertSound();
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    },
    COMPARE_MS,
  );

  test('gives a hold the credit that a charge and a release of the batch leave', async () => {
    const userId = newUuid();
    await grantTo(userId, '100');
    const [db] = mixed.replicas;
    const [first, second] = [holdOf(userId, 50), holdOf(userId, 50)];
    await reserveBatch(db, [first, second]);
    const moves: Move[] = [
      { movement: 'reserve', item: holdOf(userId, 90) },
      { movement: 'settle', item: settlementOf(first, 10) },
      { movement: 'release', item: releaseOf(second) },
    ];
    const moved = await moveBatch(db, moves, 'skip');
    expect(moved.map(({ outcome }) => outcome)).toEqual(['held', 'settled', 'released']);
  });

  test('leaves every item of a locked wallet unmoved, and moves those of others', async () => {
    const [locked, free] = [newUuid(), newUuid()];
    await grantTo(locked, '100');
    await grantTo(free, '100');
    const [db, other] = mixed.replicas;
    const [held, mine] = [holdOf(locked, 10), holdOf(free, 10)];
    await reserveBatch(db, [held, mine]);
    const trx = await other.transaction();
    try {
      await reserveBatch(trx, [holdOf(locked, 1)]);
      const moved = await moveBatch(
        db,
        [
          { movement: 'settle', item: settlementOf(held, 1) },
          { movement: 'settle', item: settlementOf(mine, 1) },
          { movement: 'reserve', item: holdOf(locked, 1) },
          { movement: 'reserve', item: holdOf(free, 1) },
        ],
        'skip',
      );
      const outcomes = moved.map(({ outcome }) => outcome);
      expect(outcomes).toEqual(['locked', 'settled', 'locked', 'held']);
    } finally {
      await trx.rollback();
    }
  });

  test('moves the others when the ledger cannot take one item', async () => {
    const userId = newUuid();
    await grantTo(userId, '100');
    const { reserve, settle } = createLedger(mixed.replicas[0]);
    const held = holdOf(userId, 10);
    expect(await reserve(held)).toEqual({ outcome: 'held' });
    const broken = { ...holdOf(userId, 10), amount_nano: '9'.repeat(30) };
    const results = await Promise.allSettled([
      reserve(holdOf(userId, 10)),
      reserve(broken),
      settle(settlementOf(held, 3)),
    ]);
    expect(results).toEqual([
      { status: 'fulfilled', value: { outcome: 'held' } },
      { status: 'rejected', reason: expect.anything() as unknown },
      {
        status: 'fulfilled',
        value: { outcome: 'settled', charged_nano: '3', uncovered_nano: '0' },
      },
    ]);
  });
});
