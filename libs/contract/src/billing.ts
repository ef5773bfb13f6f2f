import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import { IMAGE_DIMENSION_PATTERN, VIDEO_DIMENSION_PATTERN } from './request-contract.ts';
import { TIER_DIMENSION_PATTERN } from './service-tiers.ts';

/**
 * Attempts that the holds of one run of an operation may take, one for each model of an alias; the
 * next run begins behind them.
 */
export const HOLDS_PER_RUN = 100;

/** The most items one batched call carries. */
export const BILLING_BATCH_MAX = 1_000;

/**
 * A charge by a provider's report is at most so many times its hold; `settle.sql` has the same
 * number.
 */
export const OVERRUN_HOLDS_MAX = 3;

/** How many days after its end an expired hold may be charged; `settle.sql` has the same number. */
export const LATE_CHARGE_DAYS = 30;

/**
 * How old the id of an operation may be for a new hold or a loss, in days; `left-years.sql` has the
 * same. Longer than a hold lives and may be charged late together.
 */
export const OPERATION_DAYS_MAX = 50;

/**
 * How long after its end a year of the ledger stays at least, in days; `leave.sql` has the same.
 * Longer than anything of the year can move.
 */
export const LEAVE_AFTER_DAYS = 60;

/** The longest life of a hold that can be asked for, in milliseconds: a week. */
export const HOLD_MS_MAX = 604_800_000;

/**
 * Answers for the holds of videos, which outlive processes and live as long as a video may take.
 * Billing knows a process of this name that never goes, so that no sweep takes them for the holds
 * of a process that has died.
 */
export const VIDEO_HOLDER = '00000000-0000-7000-8000-0000000f1135';

/** A uuid in lower case. */
export const Uuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });

/** Whole nano-credits as a decimal string. */
export const Nano = Type.String({ pattern: '^(0|[1-9][0-9]{0,18})$' });

/** Which hold of an operation. */
export const Attempt = Type.Integer({ minimum: 1, maximum: 32_000 });

/** RFC 3339. */
export const Timestamp = Type.String({ format: 'date-time' });

/** Where the counts of a receipt come from. */
export const UsageSource = Type.Union([
  Type.Literal('provider'),
  Type.Literal('counted'),
  Type.Literal('estimated'),
]);

export type UsageSource = Static<typeof UsageSource>;

/** Counts by dimension; absent means none. */
const UsageJson = Type.Object(
  {
    input: Type.Optional(Type.Integer({ minimum: 0 })),
    cache_read: Type.Optional(Type.Integer({ minimum: 0 })),
    cache_write: Type.Optional(Type.Integer({ minimum: 0 })),
    cache_write_1h: Type.Optional(Type.Integer({ minimum: 0 })),
    output: Type.Optional(Type.Integer({ minimum: 0 })),
    reasoning: Type.Optional(Type.Integer({ minimum: 0 })),
    image_input: Type.Optional(Type.Integer({ minimum: 0 })),
    image_output: Type.Optional(Type.Integer({ minimum: 0 })),
    audio_input: Type.Optional(Type.Integer({ minimum: 0 })),
    character: Type.Optional(Type.Integer({ minimum: 0 })),
    request: Type.Optional(Type.Integer({ minimum: 0 })),
    search_unit: Type.Optional(Type.Integer({ minimum: 0 })),
    image: Type.Optional(Type.Integer({ minimum: 0 })),
    web_search: Type.Optional(Type.Integer({ minimum: 0 })),
    web_fetch: Type.Optional(Type.Integer({ minimum: 0 })),
    code_execution: Type.Optional(Type.Integer({ minimum: 0 })),
    code_interpreter: Type.Optional(Type.Integer({ minimum: 0 })),
    code_interpreter_4g: Type.Optional(Type.Integer({ minimum: 0 })),
    code_interpreter_16g: Type.Optional(Type.Integer({ minimum: 0 })),
    code_interpreter_64g: Type.Optional(Type.Integer({ minimum: 0 })),
    mcp: Type.Optional(Type.Integer({ minimum: 0 })),
    image_generation: Type.Optional(Type.Integer({ minimum: 0 })),
    file_search: Type.Optional(Type.Integer({ minimum: 0 })),
    second: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  {
    ...closed,
    patternProperties: {
      [VIDEO_DIMENSION_PATTERN]: Type.Integer({ minimum: 0 }),
      [IMAGE_DIMENSION_PATTERN]: Type.Integer({ minimum: 0 }),
      [TIER_DIMENSION_PATTERN]: Type.Integer({ minimum: 0 }),
    },
  },
);

/** One hold to create. `(op_id, attempt)` names the hold, so that repeating it is harmless. */
export const ReserveItem = Type.Object(
  {
    op_id: Uuid,
    attempt: Attempt,
    user_id: Uuid,
    api_key_id: Uuid,
    amount_nano: Nano,
    /** Hard end of the hold, counted by the database clock. */
    ttl_ms: Type.Integer({ minimum: 1, maximum: HOLD_MS_MAX }),
    /** The process that answers for the hold; null for holds that outlive processes. */
    owner: Type.Union([Uuid, Type.Null()]),
    price_version_id: Uuid,
    uplift_bp: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    estimate: UsageJson,
    /** An earlier attempt of the same operation whose hold is closed in the same step. */
    supersedes: Type.Optional(Attempt),
  },
  closed,
);

export type ReserveItem = Static<typeof ReserveItem>;

/** The verdict on one hold. Only refusals carry amounts. */
export const ReserveResult = Type.Object(
  {
    outcome: Type.Union([
      Type.Literal('held'),
      Type.Literal('repeated'),
      Type.Literal('conflict'),
      Type.Literal('insufficient_credit'),
      Type.Literal('credit_held'),
    ]),
    required_nano: Type.Optional(Nano),
    available_nano: Type.Optional(Nano),
  },
  closed,
);

export type ReserveResult = Static<typeof ReserveResult>;

/** One hold to turn into a charge. */
export const SettleItem = Type.Object(
  {
    op_id: Uuid,
    attempt: Attempt,
    user_id: Uuid,
    /** The price of the usage, at most what a column holds. */
    cost_nano: Nano,
    /**
     * The caller's own ceiling for the cost of the call, and for a video at most its quote; absent
     * where there is neither.
     */
    ceiling_nano: Type.Optional(Nano),
    usage: UsageJson,
    usage_source: UsageSource,
    /** Set when the answer broke off and only what was delivered is charged. */
    partial: Type.Optional(Type.Boolean()),
  },
  closed,
);

export type SettleItem = Static<typeof SettleItem>;

/**
 * What became of a settlement. `late`: the hold was gone already and the charge was taken from what
 * was available.
 */
export const SettleResult = Type.Object(
  {
    outcome: Type.Union([
      Type.Literal('settled'),
      Type.Literal('repeated'),
      Type.Literal('late'),
      Type.Literal('conflict'),
      Type.Literal('unknown'),
    ]),
    charged_nano: Nano,
    uncovered_nano: Nano,
  },
  closed,
);

export type SettleResult = Static<typeof SettleResult>;

/** One hold to release. */
export const ReleaseItem = Type.Object(
  {
    op_id: Uuid,
    attempt: Attempt,
    user_id: Uuid,
    reason: Type.String({ minLength: 1, maxLength: 100 }),
  },
  closed,
);

export type ReleaseItem = Static<typeof ReleaseItem>;

export const ReleaseResult = Type.Object(
  {
    outcome: Type.Union([
      Type.Literal('released'),
      Type.Literal('repeated'),
      Type.Literal('conflict'),
      Type.Literal('unknown'),
    ]),
  },
  closed,
);

export type ReleaseResult = Static<typeof ReleaseResult>;

/**
 * Why an item of a batch was not moved: the item is invalid, its wallet is locked just now, its
 * operation is too old or of a year that has left the ledger, or the ledger cannot be used.
 */
export const RefusedItem = Type.Object(
  {
    outcome: Type.Literal('refused'),
    reason: Type.Union([
      Type.Literal('invalid'),
      Type.Literal('locked'),
      Type.Literal('closed'),
      Type.Literal('unavailable'),
    ]),
    message: Type.String(),
  },
  closed,
);

export type RefusedItem = Static<typeof RefusedItem>;

/**
 * How a batch is judged. `each`: every item gets a verdict of its own, and the batch does not wait
 * for locked wallets. `alone`: the same for items of one wallet, for which the batch waits.
 */
export const Judging = Type.Union([Type.Literal('each'), Type.Literal('alone')]);

export type Judging = Static<typeof Judging>;

/** The kinds of movement of a hold. */
export const Movement = Type.Union([
  Type.Literal('reserve'),
  Type.Literal('settle'),
  Type.Literal('release'),
]);

export type Movement = Static<typeof Movement>;

/** One wallet, in nano-credits. `granted = available + reserved + consumed + revoked + expired`. */
export const Wallet = Type.Object(
  {
    user_id: Uuid,
    granted_nano: Nano,
    available_nano: Nano,
    reserved_nano: Nano,
    consumed_nano: Nano,
    revoked_nano: Nano,
    expired_nano: Nano,
  },
  closed,
);

export type Wallet = Static<typeof Wallet>;

/** One grant of credit. */
export const Grant = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    amount_nano: Nano,
    remaining_nano: Nano,
    revoked_nano: Nano,
    expired_nano: Nano,
    reason: Type.Union([Type.String(), Type.Null()]),
    expires_at: Type.Union([Timestamp, Type.Null()]),
    created_by: Type.String(),
    created_at: Timestamp,
  },
  closed,
);

export type Grant = Static<typeof Grant>;

/** Credit of grants that end at one moment. */
export const GrantEnd = Type.Object({ at: Timestamp, remaining_nano: Nano }, closed);

export type GrantEnd = Static<typeof GrantEnd>;

/**
 * One movement of the ledger: the change of each account; the user's accounts and `issued` add up
 * to zero.
 */
export const Entry = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    kind: Type.Union([
      Type.Literal('grant'),
      Type.Literal('revoke'),
      Type.Literal('expire_grant'),
      Type.Literal('reserve'),
      Type.Literal('settle'),
      Type.Literal('settle_late'),
      Type.Literal('release'),
      Type.Literal('expire_hold'),
    ]),
    available_nano: Type.String(),
    reserved_nano: Type.String(),
    consumed_nano: Type.String(),
    issued_nano: Type.String(),
    /** The grant, for movements of grants. */
    grant_id: Type.Union([Uuid, Type.Null()]),
    /** The operation, for movements of holds. */
    op_id: Type.Union([Uuid, Type.Null()]),
    attempt: Type.Union([Attempt, Type.Null()]),
    actor: Type.Union([Type.String(), Type.Null()]),
    at: Timestamp,
    /** What the wallet had after it, held credit included; only in the list of one wallet. */
    balance_nano: Type.Optional(Type.String()),
  },
  closed,
);

export type Entry = Static<typeof Entry>;

/** A hold as the reconciler and the receipt see it. */
export const Reservation = Type.Object(
  {
    op_id: Uuid,
    attempt: Attempt,
    user_id: Uuid,
    api_key_id: Uuid,
    amount_nano: Nano,
    state: Type.Union([
      Type.Literal('held'),
      Type.Literal('settled'),
      Type.Literal('released'),
      Type.Literal('expired'),
    ]),
    charged_nano: Type.Union([Nano, Type.Null()]),
    close_reason: Type.Union([Type.String(), Type.Null()]),
    price_version_id: Uuid,
    uplift_bp: Type.Integer(),
    usage: Type.Union([UsageJson, Type.Null()]),
    usage_source: Type.Union([UsageSource, Type.Null()]),
    created_at: Timestamp,
    closed_at: Type.Union([Timestamp, Type.Null()]),
  },
  closed,
);

export type Reservation = Static<typeof Reservation>;

export const PAYING = ['inference', 'worker'] as const;

/** What moved credit: administrators and the ends of grants, or requests. */
export const MovedBy = Type.Union([Type.Literal('grants'), Type.Literal('requests')]);

export type MovedBy = Static<typeof MovedBy>;
