import type { Redis } from 'ioredis';

const PROBE_KEY = 'worker:{probe}';
/** The probe leaves nothing behind where workers are gone. */
const PROBE_LIFE_MS = 60_000;
/** The queue moves its jobs by scripts, so a user who may not run them cannot work. */
const WRITES = "return redis.call('set', KEYS[1], '1', 'px', ARGV[1])";

/**
 * Writes a key as the queue does: a Redis that is full, read-only or closed to our user answers
 * `PING` and refuses everything else.
 * @throws with the word of Redis, such as OOM, READONLY or NOPERM
 */
export async function assertWritable(redis: Pick<Redis, 'call'>): Promise<void> {
  await redis.call('eval', WRITES, 1, PROBE_KEY, PROBE_LIFE_MS);
}
