import { UnrecoverableError } from 'bullmq';
import { isUuid } from '@tollgate/runtime/ids';

const NAME_CHARACTERS_MAX = 200;

/**
 * The uuid of what a job is about. Whoever writes to Redis can make up jobs, so that nothing of one
 * is believed: a job that names no uuid has failed permanently, and nothing of its data goes any
 * further.
 * @throws UnrecoverableError
 */
export function subjectOf(data: unknown): string {
  const id = typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined;
  if (!isUuid(id)) throw new UnrecoverableError('the job names no uuid');
  return id;
}

/** What a log may say of a job, whoever made it. */
export function nameOfJob(job: { id?: string | undefined } | undefined): string | undefined {
  return job?.id?.slice(0, NAME_CHARACTERS_MAX);
}
