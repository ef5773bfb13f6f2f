import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { RetentionPurgeOut } from './retention.ts';
import { Reason, Timestamp } from './shared.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });
const AgeMs = nullable(
  Type.Integer({ minimum: 0, description: 'Milliseconds; null when nothing waits' }),
);

/** The most purges that the summary shows. */
export const PURGES_SHOWN_MAX = 20;

/** The most failed jobs on one page. */
const FAILED_ROWS_MAX = 100;
/** How far pages of failed jobs go; the workers keep a hundred. */
const FAILED_OFFSET_MAX = 10_000;
/** The longest reason of a failed job, in characters. */
export const JOB_REASON_CHARACTERS_MAX = 300;

const Queue = Type.Union([
  Type.Literal('async'),
  Type.Literal('maintenance'),
  Type.Literal('retention'),
  Type.Literal('webhooks'),
]);

/**
 * One queue as Redis has it now. Jobs are hints: accepted work is recorded in `operations` and
 * `purges`.
 */
export const QueueOut = Type.Object(
  {
    name: Queue,
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
        /**
         * Running operations whose worker has been silent past its lease; another worker takes them
         * over.
         */
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

/** Which failed jobs to list; the newest first. */
export const FailedJobsQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: FAILED_ROWS_MAX, default: 50 }),
    offset: Type.Integer({ minimum: 0, maximum: FAILED_OFFSET_MAX, default: 0 }),
  },
  closed,
);
export type FailedJobsQuery = Static<typeof FailedJobsQuery>;

/** The subject of a job; its row has its state. */
export const JobSubject = Type.Object(
  {
    kind: Type.Union([
      Type.Literal('operation'),
      Type.Literal('retention_purge'),
      Type.Literal('webhook'),
    ]),
    id: Type.String(),
    /**
     * The message of a webhook that was due; null for a job of all that are due, and for other
     * kinds.
     */
    message_id: nullable(Type.String()),
  },
  closed,
);
export type JobSubject = Static<typeof JobSubject>;

/** One job of a queue. What it carries is not shown, but for the id of what it is about. */
export const JobOut = Type.Object(
  {
    id: Type.String(),
    queue: Queue,
    name: Type.String(),
    /** `done` while Redis keeps it; jobs of ours are not kept once they are done. */
    state: Type.Union([
      Type.Literal('waiting'),
      Type.Literal('active'),
      Type.Literal('delayed'),
      Type.Literal('failed'),
      Type.Literal('done'),
    ]),
    /** How often it was tried. */
    attempts: Count,
    created_at: Timestamp,
    /** Null for a job that is not failed. */
    failed_at: nullable(Timestamp),
    /** One line without secrets; null for a job that is not failed. */
    reason: nullable(Type.String({ maxLength: JOB_REASON_CHARACTERS_MAX })),
    about: nullable(JobSubject),
    /** What to do instead of a retry; null for a job that can be retried. */
    instead: nullable(Type.String()),
  },
  closed,
);
export type JobOut = Static<typeof JobOut>;

/** Which failure is answered by a retry: a request that comes twice runs the job once. */
export const JobRetry = Type.Object(
  {
    /** The `failed_at` of the job. */
    failed_at: Timestamp,
    reason: Type.Optional(Reason),
  },
  closed,
);
export type JobRetry = Static<typeof JobRetry>;
