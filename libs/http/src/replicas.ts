import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { lookNowAndThen } from '@tollgate/runtime/timers';
import type { Looks } from '@tollgate/runtime/timers';

/** What a probe of a process' health may take, in milliseconds. */
const PROBE_MS = 1_000;

/** The processes of one service. */
export interface Replicas {
  /**
   * Whom to ask, nearest to taking a request first. With each call those that are as near as each other take turns, so that
   * all of them get their share.
   */
  turn(): [string, ...string[]];
  /** Whom to ask, nearest first, without a turn. */
  order(): [string, ...string[]];
  /** The process could not be reached: others go first until a probe says otherwise. */
  refused(baseUrl: string): void;
  stop(): void;
}

/** How near a replica is to taking requests, nearest first. */
type Standing = 'ready' | 'late' | 'unready' | 'away';
const NEARNESS: Readonly<Record<Standing, number>> = { ready: 0, late: 1, unready: 2, away: 3 };

interface Replica {
  readonly baseUrl: string;
  standing: Standing;
}

/**
 * Follows the readiness of a service's processes, so that one that is stopping gets no requests any more while it still
 * listens. A service with one address is not asked: there is no choice.
 * @param everyMs between two looks at the readiness of one process
 */
export function followReplicas(baseUrls: readonly string[], everyMs: number): Replicas {
  const replicas = baseUrls.map((baseUrl): Replica => ({ baseUrl, standing: 'ready' }));
  const looks = replicas.length < 2 ? [] : replicas.map((replica) => follow(replica, everyMs));
  let turns = 0;
  return {
    turn() {
      const sorted = nearestFirst(replicas);
      const nearest = sorted.filter(({ standing }) => standing === sorted[0]?.standing);
      const from = turns % nearest.length;
      turns += 1;
      const inTurn = [...nearest.slice(from), ...nearest.slice(0, from)];
      return addressesOf([...inTurn, ...sorted.slice(nearest.length)]);
    },
    order: () => addressesOf(nearestFirst(replicas)),
    refused(baseUrl) {
      const replica = replicas.find((one) => one.baseUrl === baseUrl);
      if (replica !== undefined) replica.standing = 'away';
    },
    stop() {
      for (const look of looks) look.stop();
    },
  };
}

function nearestFirst(replicas: readonly Replica[]): Replica[] {
  return replicas.toSorted((left, right) => NEARNESS[left.standing] - NEARNESS[right.standing]);
}

function addressesOf(replicas: readonly Replica[]): [string, ...string[]] {
  return replicas.map(({ baseUrl }) => baseUrl) as [string, ...string[]];
}

function follow(replica: Replica, everyMs: number): Looks {
  const looks = lookNowAndThen({
    everyMs,
    look: async () => (replica.standing = await standingOf(replica.baseUrl)),
    failed: () => (replica.standing = 'away'),
  });
  void looks.now();
  return looks;
}

async function standingOf(baseUrl: string): Promise<Standing> {
  try {
    return (await probe(baseUrl, '/health/ready')) === 200 ? 'ready' : 'unready';
  } catch (error) {
    // What answers late may only be busy, and is better than what says that it is stopping.
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'away' : 'late';
  }
}

/** The status of a health route. @throws when no answer comes in time */
export function probe(baseUrl: string, path: string): Promise<number> {
  const url = new URL(path, baseUrl);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, { timeout: PROBE_MS }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.once('timeout', () => sent.destroy(new Error('timed out')));
    sent.once('error', reject);
    sent.end();
  });
}
