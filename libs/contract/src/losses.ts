import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Attempt, Nano, Timestamp, Uuid } from './billing.ts';
import { closed } from './closed.ts';

/** The longest look back, in days. */
export const LOSS_DAYS_MAX = 366;

/** Names one loss among those of an attempt. */
const LOSS_NUMBER_MAX = 2_147_483_647;

/**
 * Why the platform pays what a provider bills. `failed`: a try that delivered nothing. `broke`: an
 * answer that broke off. `left`: a provider that was stopped because the caller had left.
 * `shutdown`: our own process stopped.
 */
export const LossReason = Type.Union([
  Type.Literal('failed'),
  Type.Literal('broke'),
  Type.Literal('left'),
  Type.Literal('shutdown'),
]);

export type LossReason = Static<typeof LossReason>;

/**
 * One loss that belongs to no charge. `(op_id, attempt, n)` names the loss, so that repeating it is
 * harmless.
 */
export const LossItem = Type.Object(
  {
    op_id: Uuid,
    attempt: Attempt,
    n: Type.Integer({ minimum: 1, maximum: LOSS_NUMBER_MAX }),
    reason: LossReason,
    /**
     * The usage at the price of the hold; where the usage is not known, the most that it can cost.
     */
    cost_nano: Nano,
    /** Whether the provider reported the usage. */
    is_known: Type.Boolean(),
  },
  closed,
);

export type LossItem = Static<typeof LossItem>;

/**
 * `unknown`: there was no hold, so nothing can have been sent. `too_late`: the operation is older
 * than `OPERATION_DAYS_MAX`; `left`: its year has left the ledger.
 */
export const LossResult = Type.Object(
  {
    outcome: Type.Union([
      Type.Literal('booked'),
      Type.Literal('repeated'),
      Type.Literal('unknown'),
      Type.Literal('too_late'),
      Type.Literal('left'),
    ]),
  },
  closed,
);

export type LossResult = Static<typeof LossResult>;

/** What calls of one owner have cost the platform. */
export const OwnerLosses = Type.Object(
  {
    user_id: Uuid,
    /** By usage that a provider reported. */
    known_nano: Nano,
    /** The most that calls without reported usage can have cost. */
    at_most_nano: Nano,
    count: Type.Integer({ minimum: 0 }),
    /** What overruns took from the wallet beyond their holds. */
    covered_nano: Nano,
    covered_count: Type.Integer({ minimum: 0 }),
    last_at: Timestamp,
  },
  closed,
);

export type OwnerLosses = Static<typeof OwnerLosses>;
