import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'bullmq';
import type { Job } from 'bullmq';
import { countRefusal } from './metrics.ts';

/**
 * The first wait after Redis has refused to give a job, in milliseconds; each further one is twice
 * as long.
 */
const WAIT_FIRST_MS = 500;
/** The longest such wait, in milliseconds. */
const WAIT_MAX_MS = 15_000;

/**
 * How long each worker waits now. It is kept here because the constructor of a worker starts it
 * before any field is there.
 */
const waits = new WeakMap<object, number>();

/**
 * A worker that leaves a Redis alone which refuses its commands, as one does that is full or
 * read-only. Without a wait the library asks again at once, thousands of times a second.
 */
export class PatientWorker<Data = unknown> extends Worker<Data> {
  protected override async moveToActive(token: string, name?: string): Promise<Job<Data>> {
    try {
      const job = await super.moveToActive(token, name);
      waits.delete(this);
      return job;
    } catch (error) {
      countRefusal(error);
      const ms = Math.min(WAIT_MAX_MS, 2 * (waits.get(this) ?? WAIT_FIRST_MS / 2));
      waits.set(this, ms);
      await waitUnlessClosing(this, ms);
      throw error;
    }
  }
}

async function waitUnlessClosing(worker: Pick<Worker, 'once' | 'off'>, ms: number): Promise<void> {
  const closing = new AbortController();
  const stop = (): void => closing.abort();
  worker.once('closing', stop);
  await wait(ms, undefined, { signal: closing.signal }).catch(() => undefined);
  worker.off('closing', stop);
}
