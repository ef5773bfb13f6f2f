import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { pageProperties, Timestamp } from './shared.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The longest time that anything may be kept, in days: about a century. */
export const RETENTION_DAYS_MAX = 36_500;

/** What may be purged. The ledger is in no category. */
export const RETENTION_CATEGORIES = [
  'request_records',
  'access_events',
  'audit_events',
  'idempotency_records',
  'async_results',
  'sessions',
  'media',
  'batch_files',
  'webhook_deliveries',
  'payloads',
] as const;

/** One of {@link RETENTION_CATEGORIES}. */
export type RetentionCategory = (typeof RETENTION_CATEGORIES)[number];

const Category = Type.Unsafe<RetentionCategory>(Type.String({ enum: [...RETENTION_CATEGORIES] }));
/** A number of rows as a decimal string. */
const Rows = Type.String({ pattern: '^(0|[1-9][0-9]{0,18})$' });
const Digest = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'The digest of a preview, 64 hexadecimal digits',
});

/** How long one category is kept. */
export const RetentionPolicyOut = Type.Object(
  {
    category: Category,
    days: Type.Integer(),
    default_days: Type.Integer(),
    /** The least that may be set. */
    minimum_days: Type.Integer(),
    maximum_days: Type.Integer(),
    description: Type.String(),
    /** Null while it is the default. */
    updated_at: nullable(Timestamp),
    updated_by: nullable(Type.String()),
  },
  closed,
);
export type RetentionPolicyOut = Static<typeof RetentionPolicyOut>;

/** How long a category is kept; the next daily purge deletes older rows. */
export const RetentionPolicyUpdate = Type.Object(
  { days: Type.Integer({ minimum: 1, maximum: RETENTION_DAYS_MAX }) },
  closed,
);
export type RetentionPolicyUpdate = Static<typeof RetentionPolicyUpdate>;

/** What to purge: in each category everything older than its policy allows. */
export const RetentionPurgeRequest = Type.Object(
  {
    categories: Type.Array(Category, { minItems: 1, uniqueItems: true }),
    /** The moment from which the policies' days count back; now when absent. */
    as_of: Type.Optional(Timestamp),
    /**
     * The digest of a preview, together with its `as_of`: the purge deletes exactly the previewed
     * rows or none.
     */
    digest: Type.Optional(Digest),
  },
  closed,
);
export type RetentionPurgeRequest = Static<typeof RetentionPurgeRequest>;

/** What a purge would take. */
export const RetentionPurgePreview = Type.Object(
  {
    as_of: Timestamp,
    categories: Type.Array(
      Type.Object(
        {
          category: Category,
          /** Rows from before this moment go. */
          cutoff: Timestamp,
          rows: Rows,
        },
        closed,
      ),
    ),
    digest: Digest,
  },
  closed,
);
export type RetentionPurgePreview = Static<typeof RetentionPurgePreview>;

/** How many purges to list. */
export const RetentionPurgeQuery = Type.Object({ limit: pageProperties.limit }, closed);

/** A purge and how far it is. */
export const RetentionPurgeOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('retention_purge'),
    status: Type.Union([
      Type.Literal('queued'),
      Type.Literal('running'),
      Type.Literal('done'),
      Type.Literal('failed'),
    ]),
    status_url: Type.String(),
    origin: Type.Union([Type.Literal('administrator'), Type.Literal('schedule')]),
    as_of: Timestamp,
    created_at: Timestamp,
    started_at: nullable(Timestamp),
    finished_at: nullable(Timestamp),
    failure: nullable(Type.String()),
    categories: Type.Array(
      Type.Object(
        {
          category: Category,
          cutoff: Timestamp,
          /** What the preview counted; null without one. */
          rows_expected: nullable(Rows),
          rows_purged: Rows,
          /** Dropped partitions and deleted batches. */
          batches: Type.Integer(),
          finished_at: nullable(Timestamp),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type RetentionPurgeOut = Static<typeof RetentionPurgeOut>;
