import type { Failure } from '@tollgate/providers/adapter/adapter';
import type { Settlement } from '../money/bill.ts';
import type { WholeAnswer } from '../call.ts';
import type { DrainSlots } from './drain.ts';
import type { Ending, Timing } from '../record/ending.ts';
import type { LossBook } from '../money/losses.ts';
import type { Providers } from './providers.ts';
import type { ReasoningSeals } from '../seals/reasoning-seal.ts';
import type { MoneyDeps } from '../money/settle.ts';

export interface ServeDeps extends MoneyDeps {
  losses: LossBook;
  providers: Providers;
  drains: DrainSlots;
  seals: ReasoningSeals;
  /**
   * Makes an answer and its charge durable before billing hears of it; absent where the caller
   * waits for the answer.
   */
  beforeSettling?(kept: {
    answer: WholeAnswer;
    settlement: Settlement | null;
    timing: Timing;
  }): Promise<void>;
  /**
   * Keeps an answer that is paid for under its idempotency key before its last byte leaves; absent
   * without a key.
   */
  beforeSending?(answer: WholeAnswer): Promise<void>;
  /**
   * Keeps under the idempotency key of a call that it was answered, and not the answer, before its
   * last byte leaves; absent without a key.
   */
  beforeSendingUnkept?(): Promise<void>;
}

/** An answer that was given, for the record and for replays. */
export interface Served {
  /** The failure of a provider that broke off after part of the answer was delivered; else null. */
  failure: Failure | null;
  ending: Ending;
  answer: WholeAnswer;
  /**
   * From sending to the first content, in milliseconds, where that says how fast a model is: the
   * time of a whole answer follows its length.
   */
  beganAfterMs?: number | null;
}
