import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const given = <T extends Type.TSchema>(schema: T) => Type.Optional(Nullable(schema));

/** The largest count that a limit may name, of requests or tokens. */
const LIMIT_COUNT_MAX = 1_000_000_000;
/** The largest number of calls at one time that a limit may name. */
const LIMIT_CONCURRENT_MAX = 1_000_000;

const Count = Type.Integer({ minimum: 1, maximum: LIMIT_COUNT_MAX });
const Slots = Type.Integer({ minimum: 1, maximum: LIMIT_CONCURRENT_MAX });
/** A positive decimal below nine million: up to 2^53 a counter holds nano-credits exactly. */
const Credits = Type.String({
  pattern: '^(?=.*[1-9])([0-9]{1,6}|[1-8][0-9]{6})(\\.[0-9]{1,9})?$',
  description:
    'Credits above 0 as a decimal string and below 9000000, such as "12.5"; at most nine decimals',
  maxLength: 17,
});
const Shown = Nullable(Type.Integer());

/** A whole set of limits; what is absent or null is unset. */
export const LimitsIn = Type.Object(
  {
    requests_per_minute: given(Count),
    /** Prompt and answer together. */
    tokens_per_minute: given(Count),
    concurrent_requests: given(Slots),
    /** Spending of a day in the owner's zone for quotas, UTC unless set, in credits. */
    credits_per_day: given(Credits),
    /** Spending of a calendar month in that zone, in credits. */
    credits_per_month: given(Credits),
    /**
     * The hard ceiling of output tokens of one request, all its choices together; what asks for
     * more is clamped.
     */
    output_tokens_per_request: given(Count),
  },
  closed,
);
export type LimitsIn = Static<typeof LimitsIn>;

/** A set of limits as it is shown; null: unset. */
export const LimitsOut = Type.Object(
  {
    requests_per_minute: Shown,
    tokens_per_minute: Shown,
    concurrent_requests: Shown,
    credits_per_day: Nullable(Type.String()),
    credits_per_month: Nullable(Type.String()),
    output_tokens_per_request: Shown,
  },
  closed,
);
export type LimitsOut = Static<typeof LimitsOut>;
