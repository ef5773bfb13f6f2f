import type { Knex } from 'knex';
import type {
  ReleaseItem,
  ReleaseResult,
  ReserveItem,
  ReserveResult,
  SettleItem,
  SettleResult,
} from '@tollgate/contract/billing';
import type { BatchedCall } from '@tollgate/runtime/micro-batch';
import { batched } from './batched.ts';
import { countingItems, measuringBatches } from './metrics.ts';
import type { Movement } from './metrics.ts';
import { releaseBatch, reserveBatch, settleBatch } from './queries.ts';

/** The three movements of a paid request. Each is named by operation and attempt, so repeating one is harmless. */
export interface Ledger {
  reserve: BatchedCall<ReserveItem, ReserveResult>;
  settle: BatchedCall<SettleItem, SettleResult>;
  release: BatchedCall<ReleaseItem, ReleaseResult>;
}

/** Concurrent calls share a transaction, whoever's wallets they are about. */
export function createLedger(db: Knex): Ledger {
  return {
    reserve: movement('reserve', (items: readonly ReserveItem[]) => reserveBatch(db, items)),
    settle: movement('settle', (items: readonly SettleItem[]) => settleBatch(db, items)),
    release: movement('release', (items: readonly ReleaseItem[]) => releaseBatch(db, items)),
  };
}

function movement<Item, Result extends { outcome: string }>(
  name: Movement,
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): BatchedCall<Item, Result> {
  return countingItems(name, batched(measuringBatches(name, run)));
}
