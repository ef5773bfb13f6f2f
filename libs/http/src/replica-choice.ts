import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { poll } from '@tollgate/runtime/timers';
import type { Looks } from '@tollgate/runtime/timers';
import { resolveByDns, resolveReplicas } from './resolve-replicas.ts';
import type { ResolveName } from './resolve-replicas.ts';

/** The longest time for one probe of a process's health, in milliseconds. */
const PROBE_MS = 1_000;

/** The processes of one service. */
export interface Replicas {
  /**
   * The addresses in the order in which to try them, the readiest process first. Processes that are
   * equally ready take turns from call to call.
   */
  turn(): [string, ...string[]];
  /** The addresses, the readiest process first; does not count as a turn. */
  order(): [string, ...string[]];
  /** The process could not be reached: it comes last until a probe reaches it. */
  refused(baseUrl: string): void;
  stop(): void;
}

/** How ready a process is to take requests, the readiest first. */
type Readiness = 'ready' | 'late' | 'unready' | 'away';
const NEARNESS: Readonly<Record<Readiness, number>> = { ready: 0, late: 1, unready: 2, away: 3 };

interface Replica {
  readonly baseUrl: string;
  standing: Readiness;
  looks: Looks | null;
}

export interface FollowOptions {
  /** The time between two probes of one process, in milliseconds. */
  probeEveryMs: number;
  /** The time between two looks for the addresses of a name, in milliseconds. */
  resolveEveryMs: number;
  /** How names are resolved; absent: as connections do. */
  resolve?: ResolveName;
}

/**
 * Follows the processes of a service and their readiness, so that a process that joins gets its
 * share, and one that stops gets no more requests while it still listens. A service with one
 * address is not probed, because there is no choice.
 * @param baseUrls an address of each process, or names that have an address for each
 */
export function followReplicas(baseUrls: readonly string[], options: FollowOptions): Replicas {
  let replicas: Replica[] = [];
  let turns = 0;
  const follow = (named: readonly string[], standing: Readiness): void => {
    const before = new Map(replicas.map((replica) => [replica.baseUrl, replica]));
    replicas = named.map((baseUrl) => before.get(baseUrl) ?? { baseUrl, standing, looks: null });
    for (const replica of before.values()) {
      if (!replicas.includes(replica)) stopLooking(replica);
    }
    for (const replica of replicas) {
      if (replicas.length < 2) stopLooking(replica);
      else replica.looks ??= probeAgain(replica, options.probeEveryMs);
    }
  };
  follow(baseUrls, 'ready');
  const resolved = resolveReplicas({
    baseUrls,
    everyMs: options.resolveEveryMs,
    resolve: options.resolve ?? resolveByDns,
    // A process that has joined comes behind the others until its first probe.
    changed: (named) => follow(named, 'late'),
  });
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
      // Pods that were exchanged all at once have other addresses.
      if (replicas.every(({ standing }) => standing === 'away')) void resolved?.now();
    },
    stop() {
      resolved?.stop();
      for (const replica of replicas) stopLooking(replica);
    },
  };
}

function nearestFirst(replicas: readonly Replica[]): Replica[] {
  return replicas.toSorted((left, right) => NEARNESS[left.standing] - NEARNESS[right.standing]);
}

function addressesOf(replicas: readonly Replica[]): [string, ...string[]] {
  return replicas.map(({ baseUrl }) => baseUrl) as [string, ...string[]];
}

function probeAgain(replica: Replica, everyMs: number): Looks {
  const looks = poll({
    everyMs,
    look: async () => (replica.standing = await standingOf(replica.baseUrl)),
    failed: () => (replica.standing = 'away'),
  });
  void looks.now();
  return looks;
}

function stopLooking(replica: Replica): void {
  replica.looks?.stop();
  replica.looks = null;
}

async function standingOf(baseUrl: string): Promise<Readiness> {
  try {
    return (await probe(baseUrl, '/health/ready')) === 200 ? 'ready' : 'unready';
  } catch (error) {
    // A process that answers late may only be busy, and is a better choice than one that says it is
    // stopping.
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
