import type { Job, JobState } from 'bullmq';
import { QUEUES } from '@tollgate/contract/queues';
import type { QueueName } from '@tollgate/contract/queues';
import { JOB_REASON_CHARACTERS_MAX } from '@tollgate/contract/platform/jobs';
import type { JobOut, JobSubject } from '@tollgate/contract/platform/jobs';
import { firstLine } from '@tollgate/runtime/first-line';
import { encodeId, isUuid } from '@tollgate/runtime/ids';
import type { IdPrefix } from '@tollgate/runtime/ids';
import { redactText } from '@tollgate/runtime/logger';

/** The longest name of a job that is shown, in characters. */
const NAME_CHARACTERS_MAX = 100;
/** Jobs of the queue of webhooks for one message: `msg_<endpoint>_<message>_<claims>`. */
const MESSAGE_JOB = /^msg_[0-9a-f-]{36}_(?<message>[0-9a-f-]{36})_\d+$/u;
// oxlint-disable-next-line no-control-regex -- they are what is taken out.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]+/gu;
const QUOTED = /"[^"]*"?|'[^']*'?|`[^`]*`?/gu;

/** The queue and the id of a job. */
export interface JobLocation {
  queue: QueueName;
  state: JobState;
  /** The names of repeated jobs of the queue. */
  scheduled: ReadonlySet<string>;
}

/** The name of a queue as a path has it; null for another text. */
export function queueNameOf(text: string): QueueName | null {
  return Object.hasOwn(QUEUES, text) ? (text as QueueName) : null;
}

/**
 * A job as administrators see one. Whoever writes to Redis can make up jobs, so that nothing of one
 * is believed.
 */
export function jobOut(job: Job, { queue, state, scheduled }: JobLocation): JobOut {
  const isFailed = state === 'failed';
  const name = oneLine(job.name, NAME_CHARACTERS_MAX);
  const { id = '', data, failedReason, finishedOn = job.timestamp } = job;
  const about = subjectOf(queue, { id, data });
  return {
    id,
    queue,
    name,
    state: shownState(state),
    attempts: job.attemptsMade,
    created_at: new Date(job.timestamp).toISOString(),
    failed_at: isFailed ? new Date(finishedOn).toISOString() : null,
    reason: isFailed ? reasonOf(queue, failedReason) : null,
    about,
    instead: insteadOfRetry(queue, { name, about, scheduled }),
  };
}

const SHOWN: Readonly<Partial<Record<JobState, JobOut['state']>>> = {
  active: 'active',
  delayed: 'delayed',
  failed: 'failed',
  completed: 'done',
};

function shownState(state: JobState): JobOut['state'] {
  return SHOWN[state] ?? 'waiting';
}

const SUBJECTS: Readonly<
  Record<Exclude<QueueName, 'maintenance'>, { kind: JobSubject['kind']; prefix: IdPrefix }>
> = {
  async: { kind: 'operation', prefix: 'op' },
  retention: { kind: 'retention_purge', prefix: 'prg' },
  webhooks: { kind: 'webhook', prefix: 'whk' },
};

function subjectOf(queue: QueueName, job: { id: string; data: unknown }): JobSubject | null {
  if (queue === 'maintenance') return null;
  const { data } = job;
  const uuid = typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined;
  if (!isUuid(uuid)) return null;
  const { kind, prefix } = SUBJECTS[queue];
  const message = queue === 'webhooks' ? MESSAGE_JOB.exec(job.id)?.groups?.['message'] : undefined;
  return {
    kind,
    id: encodeId(prefix, uuid),
    message_id: isUuid(message) ? encodeId('msg', message) : null,
  };
}

/**
 * Errors quote the values that they repeat; jobs for callers and receivers are given what is
 * theirs.
 */
function reasonOf(queue: QueueName, text: string | undefined): string {
  const said = redactText(firstLine(text ?? ''));
  const isOfOthers = queue === 'async' || queue === 'webhooks';
  return oneLine(isOfOthers ? said.replaceAll(QUOTED, '…') : said, JOB_REASON_CHARACTERS_MAX);
}

function oneLine(text: string, charactersMax: number): string {
  const line = text.replaceAll(CONTROLS, ' ').trim();
  return line.length <= charactersMax ? line : `${line.slice(0, charactersMax - 1)}…`;
}

interface ToRetry {
  name: string;
  about: JobSubject | null;
  scheduled: ReadonlySet<string>;
}

/**
 * Why a job is not put back, and what to do instead; null for one that is. A job of all queues but
 * one is a hint, and its row decides.
 */
function insteadOfRetry(queue: QueueName, { name, about, scheduled }: ToRetry): string | null {
  const row = about === null ? 'its row' : about.id;
  if (queue === 'async') {
    return `Nothing to retry: ${row} decides, not the job. While the operation is open, a worker sends a job for it by itself; once it has ended, it is never sent to a provider again. Its caller sends the call anew under another Idempotency-Key.`;
  }
  if (queue === 'retention') {
    return `Nothing to retry: ${row} decides, not the job. While the purge is open, a worker goes on with it by itself; a purge that has failed is bound to what was counted for it. Count again on the page Retention, and purge what the new count shows.`;
  }
  if (queue === 'webhooks') {
    return `Nothing to retry: ${row} decides, not the job. Messages that are due are sent again by themselves; one that was given up is sent again from the deliveries of its webhook, by whom the webhook belongs to.`;
  }
  return scheduled.has(name)
    ? null
    : 'No repeated job has this name: it belongs to another release, or was not sent by Tollgate. Nothing needs to be done.';
}
