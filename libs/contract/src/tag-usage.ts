import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import { TAG_CHARACTERS_MAX, TAGS_PER_DAY_MAX } from './headers.ts';
import { SessionUsageQuery, usageParts } from './usage-report.ts';

/** The longest range of sums by tag, in days. */
const DAYS_MAX = 90;
/** The most tags of one answer. */
const TAGS_MAX = 1_000;

/** Which tags to sum up. */
export const TagUsageQuery = Type.Object(
  {
    days: Type.Integer({
      minimum: 1,
      maximum: DAYS_MAX,
      default: 30,
      description: 'How many days in UTC to look back, today included',
    }),
    mode: SessionUsageQuery.properties.mode,
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: TAG_CHARACTERS_MAX })),
    limit: Type.Integer({ minimum: 1, maximum: TAGS_MAX, default: 50 }),
  },
  closed,
);

const { requests, tokens, credits } = usageParts.session;
const sums = { requests, tokens, credits };

/** What the calls of one tag came to. */
export const TagUsage = Type.Object(
  {
    tag: Type.Union([
      Type.String({
        description: `What the caller named; null: all tags beyond the first ${TAGS_PER_DAY_MAX} of a day together`,
      }),
      Type.Null(),
    ]),
    ...sums,
    series: Type.Array(
      Type.Object(
        { date: Type.String({ format: 'date', examples: ['2026-11-28'] }), ...sums },
        closed,
      ),
      {
        description: 'Days in UTC with calls, oldest first',
      },
    ),
  },
  closed,
);
export type TagUsage = Static<typeof TagUsage>;

/** What the tagged calls of the account came to. */
export const TagUsageOut = Type.Object(
  {
    days: Type.Integer(),
    ...usageParts.range,
    data: Type.Array(TagUsage, { description: 'Most credits first' }),
  },
  closed,
);
