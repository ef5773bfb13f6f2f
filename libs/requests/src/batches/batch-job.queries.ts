import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { fromNow } from '@tollgate/db/leased-rows';

/** The model of lines that go over the batch interface of its provider. */
export interface BatchTarget {
  /** The name that the lines ask for. */
  model: string;
  modelId: string;
  credentialId: string;
}

/** A job at the batch interface of a provider, before its results are read. */
export interface OpenJob extends BatchTarget {
  id: string;
  batchId: string;
  /** The path that its requests go to. */
  path: string;
  /**
   * `filling`: requests are added; `sending`: the provider may have been asked; `sent`: the
   * provider has it.
   */
  state: 'filling' | 'sending' | 'sent';
  lines: number;
  bytes: number;
  /** The most tokens that its requests can come to. */
  tokens: number;
  /** The provider's name of the file of requests. */
  file: string | null;
  /** The provider's name of the job. */
  job: string | null;
  /** Failures in a row of what is tried next. */
  tries: number;
  sendingAt: Date | null;
  /** For how long the provider has had it, in milliseconds. */
  sinceMs: number;
  isCancelled: boolean;
  /** When it is to be looked at next has come. */
  isDue: boolean;
}

const SEEN = `id, batch_id as "batchId", model, model_id as "modelId",
  credential_id as "credentialId", path, state, lines, cast(bytes as double precision) as bytes,
  cast(tokens as double precision) as tokens, file, job, tries, sending_at as "sendingAt",
  cast(coalesce(extract(epoch from now() - coalesce(sent_at, sending_at)) * 1000, 0)
    as double precision) as "sinceMs",
  cancelled_at is not null as "isCancelled", look_at <= now() as "isDue"`;
const OPEN = "state in ('filling', 'sending', 'sent')";

/** The jobs of a batch whose results are not read yet. */
export function listOpenJobs(db: Db, batchId: string): Promise<OpenJob[]> {
  return rows<OpenJob>(
    db,
    `select ${SEEN} from requests.batch_job where batch_id = :batchId and ${OPEN} order by id`,
    { batchId },
  );
}

/** Begins a job without requests. */
export async function insertJob(
  db: Db,
  job: BatchTarget & { id: string; batchId: string; userId: string; path: string },
): Promise<OpenJob> {
  const inserted = await row<OpenJob>(
    db,
    `insert into requests.batch_job (id, batch_id, user_id, model, model_id, credential_id, path)
     values (:id, :batchId, :userId, :model, :modelId, :credentialId, :path) returning ${SEEN}`,
    { ...job },
  );
  if (inserted === null) throw new TypeError('a job was not written');
  return inserted;
}

/** Adds a line to a job that is filled; false where the line has ended or has another run. */
export async function addToJob(
  trx: Db,
  given: {
    jobId: string;
    batchId: string;
    line: number;
    run: number;
    bytes: number;
    tokens: number;
  },
): Promise<boolean> {
  const { jobId, bytes, tokens, ...line } = given;
  const added = await row(
    trx,
    `update requests.batch_line set job_id = :jobId
     where batch_id = :batchId and line = :line and run = :run and state = 'waiting'
       and price = 'batch' and job_id is null
     returning line`,
    { jobId, ...line },
  );
  if (added === null) return false;
  await rows(
    trx,
    `update requests.batch_job set lines = lines + 1, bytes = bytes + :bytes,
       tokens = tokens + :tokens where id = :jobId and state = 'filling'`,
    { jobId, bytes, tokens },
  );
  return true;
}

/** What an owner has waiting at a credential. */
export interface WaitingAtProvider {
  jobs: number;
  lines: number;
  bytes: number;
  tokens: number;
}

/** Sums what an owner has waiting at a credential, over all batches. */
export async function sumWaiting(
  db: Db,
  name: { userId: string; credentialId: string },
): Promise<WaitingAtProvider> {
  const found = await row<WaitingAtProvider>(
    db,
    `select cast(count(*) as int) as jobs, cast(coalesce(sum(lines), 0) as int) as lines,
       cast(coalesce(sum(bytes), 0) as double precision) as bytes,
       cast(coalesce(sum(tokens), 0) as double precision) as tokens
     from requests.batch_job
     where credential_id = :credentialId and user_id = :userId and ${OPEN}`,
    name,
  );
  return found ?? { jobs: 0, lines: 0, bytes: 0, tokens: 0 };
}

/** Keeps the provider's name of the file of requests. */
export async function keepFileOfJob(
  db: Db,
  { id, file }: { id: string; file: string },
): Promise<void> {
  await rows(db, 'update requests.batch_job set file = :file where id = :id', { id, file });
}

/** Commits that the provider is about to be asked to begin a job; false where it was asked. */
export async function markSending(db: Db, id: string): Promise<boolean> {
  const marked = await row(
    db,
    `update requests.batch_job set state = 'sending', sending_at = now(), tries = 0
     where id = :id and state = 'filling' returning id`,
    { id },
  );
  return marked !== null;
}

/** Keeps the provider's name of a job that was begun. */
export async function keepNameOfJob(
  db: Db,
  { id, job, pauseMs }: { id: string; job: string; pauseMs: number },
): Promise<void> {
  await rows(
    db,
    `update requests.batch_job set state = 'sent', job = :job, sent_at = now(), tries = 0,
       look_at = ${fromNow('pauseMs')}
     where id = :id and state = 'sending'`,
    { id, job, pauseMs },
  );
}

/** Lets a job that the provider has not begun be sent once more, after a pause. */
export async function sendJobAgain(
  db: Db,
  { id, pauseMs }: { id: string; pauseMs: number },
): Promise<void> {
  await rows(
    db,
    `update requests.batch_job set state = 'filling', sending_at = null, tries = tries + 1,
       look_at = ${fromNow('pauseMs')}
     where id = :id and state in ('filling', 'sending')`,
    { id, pauseMs },
  );
}

/** Says when a job is to be looked at next. */
export async function postponeJob(
  db: Db,
  { id, ...given }: { id: string; pauseMs: number; tries: number },
): Promise<void> {
  await rows(
    db,
    `update requests.batch_job set tries = :tries, look_at = ${fromNow('pauseMs')}
     where id = :id`,
    { id, ...given },
  );
}

/** Notes that the provider was asked to cancel a job. */
export async function noteCancelled(db: Db, id: string): Promise<void> {
  await rows(db, 'update requests.batch_job set cancelled_at = now() where id = :id', { id });
}

/**
 * Ends a job: its results are read, or there are none.
 * @param given.leftovers paths at the provider that are to be deleted
 */
export async function endJob(
  trx: Db,
  { id, leftovers }: { id: string; leftovers: readonly string[] },
): Promise<void> {
  await rows(
    trx,
    `update requests.batch_job set over_at = now(), tries = 0, look_at = now(),
       leftovers = cast(:leftovers as jsonb),
       state = case when cast(:leftovers as jsonb) = '[]' then 'forgotten' else 'over' end
     where id = :id and ${OPEN}`,
    { id, leftovers: JSON.stringify(leftovers) },
  );
}

/** A job that was read, and what is left of it at the provider. */
export interface LeftJob {
  id: string;
  modelId: string;
  credentialId: string;
  leftovers: string[];
  tries: number;
}

/** Jobs that are over whose leftovers are to be deleted now. */
export function listLeftovers(db: Db, limit: number): Promise<LeftJob[]> {
  return rows<LeftJob>(
    db,
    `select id, model_id as "modelId", credential_id as "credentialId", leftovers, tries
     from requests.batch_job where state = 'over' and look_at <= now()
     order by look_at limit :limit`,
    { limit },
  );
}

/** Forgets what was left of a job. */
export async function forgetLeftovers(db: Db, id: string): Promise<void> {
  await rows(db, "update requests.batch_job set state = 'forgotten' where id = :id", { id });
}

/** Which of the provider's names other jobs of the credential have. */
export async function listKnownNames(
  db: Db,
  { credentialId, jobs }: { credentialId: string; jobs: readonly string[] },
): Promise<string[]> {
  const known = await rows<{ job: string }>(
    db,
    `select job from requests.batch_job
     where credential_id = :credentialId and job = any(cast(:jobs as text[]))`,
    { credentialId, jobs: [...jobs] },
  );
  return known.map(({ job }) => job);
}
