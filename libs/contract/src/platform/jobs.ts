import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { RetentionPurgeOut } from './retention.ts';
import { Timestamp } from './shared.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });
const AgeMs = nullable(
  Type.Integer({ minimum: 0, description: 'Milliseconds; null when nothing waits' }),
);

/** The most purges that the summary shows. */
export const PURGES_SHOWN_MAX = 20;

/** One queue as Redis has it now. Jobs are hints: accepted work stands in `operations` and `purges`. */
export const QueueOut = Type.Object(
  {
    name: Type.Union([
      Type.Literal('async'),
      Type.Literal('maintenance'),
      Type.Literal('retention'),
      Type.Literal('webhooks'),
    ]),
    waiting: Count,
    active: Count,
    /** Jobs with a time to run at, such as the next run of a repeated one. */
    delayed: Count,
    /** Failed jobs that are kept for inspection. */
    failed: Count,
    oldest_waiting_ms: AgeMs,
    workers: Type.Integer({ minimum: 0, description: 'Worker processes that listen' }),
  },
  closed,
);
export type QueueOut = Static<typeof QueueOut>;

/** A job that runs again and again. */
export const ScheduledJobOut = Type.Object(
  { name: Type.String(), every_ms: Count, next_at: nullable(Timestamp) },
  closed,
);
export type ScheduledJobOut = Static<typeof ScheduledJobOut>;

/** What runs beside requests. */
export const JobsSummaryOut = Type.Object(
  {
    /** Null while Redis gives no answer. */
    queues: nullable(Type.Array(QueueOut)),
    schedule: nullable(Type.Array(ScheduledJobOut)),
    /** Asynchronous operations whose rows are still kept. */
    operations: Type.Object(
      {
        queued: Count,
        running: Count,
        /** Running operations whose worker has been silent past its lease; another worker takes them over. */
        abandoned: Count,
        done: Count,
        failed: Count,
        oldest_queued_ms: AgeMs,
      },
      closed,
    ),
    purges: Type.Object(
      {
        queued: Count,
        running: Count,
        done: Count,
        failed: Count,
        oldest_queued_ms: AgeMs,
        /** The open purges, then the latest others, each with its progress. */
        latest: Type.Array(RetentionPurgeOut),
      },
      closed,
    ),
  },
  closed,
);
export type JobsSummaryOut = Static<typeof JobsSummaryOut>;
