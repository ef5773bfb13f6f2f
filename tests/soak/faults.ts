import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, rows } from '@tollgate/db/connect';
import { Redis } from 'ioredis';
import type { Demo } from '../support/demo.ts';
import type { Random } from '../support/random.ts';
import { childrenOf } from '../support/memory.ts';

/** Breaks something by chance; tells what. */
export interface Faults {
  strike(): Promise<string>;
  /** Ends what lasts: nothing is frozen or steered any more. */
  calm(): Promise<void>;
}

/** Which processes there are to break. */
export interface Targets {
  all: readonly string[];
  /**
   * Frozen like the others, but never killed, so that their memory can be watched over the whole
   * run.
   */
  spared: readonly string[];
}

const FREEZE_MS = [300, 8_000] as const;
const STRUCK_CALLS_MAX = 15;
const PROVIDER_FAULTS = [
  'status=500',
  'status=503 body=html',
  'status=429 retry-after=1',
  'cut after=2',
  'cut-before-first-byte',
  'stall after=2',
  'stall-before-first-byte',
  'error after=2',
  'usage=none',
] as const;
const KINDS = { kill: 35, freeze: 30, flush: 8, terminate: 9, provider: 18 };

/** Faults that come from chance alone. */
export function createFaults(demo: Demo, targets: Targets, random: Random): Faults {
  const { stack } = demo;
  const frozen = new Set<Promise<void>>();
  const killable = targets.all.filter((name) => !targets.spared.includes(name));

  async function signalAll(name: string, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const pid = stack.pid(name);
    await stack.kill(name, signal);
    // PostgreSQL works in its children.
    if (pid === undefined || name !== 'postgres') return;
    for (const child of childrenOf(pid)) process.kill(child, signal);
  }

  async function freeze(name: string, ms: number): Promise<void> {
    await signalAll(name, 'SIGSTOP');
    await sleep(ms);
    await signalAll(name, 'SIGCONT');
  }

  const strikes: Record<keyof typeof KINDS, () => Promise<string>> = {
    async kill() {
      const name = random.pick(killable);
      await stack.kill(name, 'SIGKILL');
      return `SIGKILL ${name}`;
    },
    async freeze() {
      const name = random.pick(targets.all);
      const ms = random.between(...FREEZE_MS);
      const freezing = freeze(name, ms)
        .catch(() => undefined)
        .finally(() => frozen.delete(freezing));
      frozen.add(freezing);
      return `SIGSTOP ${name} for ${ms} ms`;
    },
    async flush() {
      const redis = new Redis(stack.connections.redisUrl, { maxRetriesPerRequest: 3 });
      redis.on('error', () => undefined);
      await redis.flushall().finally(() => redis.disconnect());
      return 'FLUSHALL';
    },
    async terminate() {
      const db = connectDatabase({
        url: stack.connections.databaseUrl,
        applicationName: 'soak-faults',
        poolMax: 1,
      });
      try {
        const ended = await rows(
          db,
          `select pg_terminate_backend(pid) from pg_stat_activity
           where pid <> pg_backend_pid() and datname is not null`,
        );
        return `pg_terminate_backend of ${ended.length}`;
      } finally {
        await db.destroy();
      }
    },
    async provider() {
      const order = {
        behaviour: random.pick(PROVIDER_FAULTS),
        times: random.between(1, STRUCK_CALLS_MAX),
        path: '/chat',
      };
      await demo.control(order);
      return `provider: ${order.behaviour} for ${order.times} calls`;
    },
  };

  return {
    async strike() {
      const kind = random.weighted(KINDS);
      try {
        return await strikes[kind]();
      } catch (error) {
        return `${kind} came to nothing: ${error instanceof Error ? error.message : String(error)}`;
      }
    },
    async calm() {
      await Promise.all(frozen);
      await demo.calm();
    },
  };
}
