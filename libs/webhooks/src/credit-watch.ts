import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { formatCredits } from '@tollgate/money/credits';
import { saveWatch } from './credit-watch.queries.ts';
import type { CreditState, WatchedUser } from './credit-watch.queries.ts';
import { publish } from './publish.ts';
import type { WebhookEvent } from './publish.ts';

export { findThreshold, listWatchedUsers, saveThreshold } from './credit-watch.queries.ts';
export type { WatchedUser } from './credit-watch.queries.ts';

/** The credit of a user at one moment. */
export interface CreditLook {
  /**
   * Credit that is neither spent nor gone: holds are part of it, so that calls under way make no
   * fall.
   */
  balanceNano: bigint;
  /** The latest call that was refused for want of credit; null when there was none of late. */
  refusedAt: Date | null;
}

/** What follows from a look. */
export interface Judgement {
  state: CreditState;
  /** Whether exhaustion may be reported again from now on. */
  isArmed: boolean;
  events: WebhookEvent[];
}

/**
 * Judges the credit of a user. A fall below the threshold is reported once, and again after the
 * balance has been above; exhaustion is reported once, and again after the balance has risen.
 */
export function judgeCredit(user: WatchedUser, look: CreditLook, at: Date): Judgement {
  const { balanceNano: nano, refusedAt } = look;
  const { userId: ownerId, thresholdNano, state } = user;
  const balance = formatCredits(nano);
  const events: WebhookEvent[] = [];
  const isLow = thresholdNano !== null && nano < thresholdNano;
  if (isLow && !state.isLow) {
    const threshold = formatCredits(thresholdNano);
    events.push({ ownerId, type: 'credit.low', at, data: { balance, threshold } });
  }
  if (state.exhaustedNano !== null) {
    const isRisen = nano > state.exhaustedNano;
    return { state: { isLow, exhaustedNano: isRisen ? null : nano }, isArmed: isRisen, events };
  }
  const isRefused = refusedAt !== null && refusedAt > user.armedAt;
  if (nano > 0n && !isRefused)
    return { state: { isLow, exhaustedNano: null }, isArmed: false, events };
  const reason = isRefused ? 'call_refused' : 'nothing_left';
  events.push({ ownerId, type: 'credit.exhausted', at, data: { balance, reason } });
  return { state: { isLow, exhaustedNano: nano }, isArmed: false, events };
}

/**
 * Looks at the credit of a user and writes what follows with its messages, both or neither. Two
 * looks at the same time report once.
 * @returns how many events were reported
 */
export async function lookAtCredit(db: Knex, user: WatchedUser, look: CreditLook): Promise<number> {
  const { state, isArmed, events } = judgeCredit(user, look, new Date());
  const isSame =
    state.isLow === user.state.isLow && state.exhaustedNano === user.state.exhaustedNano;
  if (isSame) return 0;
  return transaction(db, async (trx) => {
    const isOurs = await saveWatch(trx, {
      userId: user.userId,
      before: user.state,
      state,
      isArmed,
    });
    if (!isOurs) return 0;
    await publish(trx, events);
    return events.length;
  });
}
