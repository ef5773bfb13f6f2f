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
    reserve: batched((items) => reserveBatch(db, items)),
    settle: batched((items) => settleBatch(db, items)),
    release: batched((items) => releaseBatch(db, items)),
  };
}
