import { setTimeout as sleep } from 'node:timers/promises';
import type { ByProgram } from './cpu.ts';
import { closedLoop, flood } from './load.ts';
import { bodyFor, MESSAGE, withClient } from './scenario.ts';
import type { Scenario } from './scenario.ts';
import { quantile } from './stats.ts';
import type { Target } from './targets.ts';

/** How many times what Tollgate can serve is sent. */
const OVERLOAD = 5;
const CONNECTIONS = 1_024;
const WARM_UP_PART = 0.5;
/**
 * How much longer the flood lasts than what it is compared with; in the first half Tollgate finds
 * its measure.
 */
const FLOOD_PARTS = 3;
/** After it every place that the overload took is back. */
const RECOVERY_MS = 6_000;
const BYTES_PER_MEGABYTE = 1_000_000;

/**
 * First what Tollgate serves at most and how late its answers are then, next five times as many
 * calls. Each rate is sent by the same process on the same machine, so that a late client counts on
 * both sides.
 */
export const overload: Scenario = {
  id: 'overload',
  title: ({ seconds }) => `Overload: ${OVERLOAD} times what is served at most, ${seconds} s`,
  columns: [
    { measure: 'rate', heading: 'capacity/s', digits: 0 },
    { measure: 'offered', heading: 'offered x', digits: 1 },
    { measure: 'goodput', heading: 'served x', digits: 2 },
    { measure: 'usual_p99', heading: 'usual p99 ms', digits: 0 },
    { measure: 'admitted_p99', heading: 'admitted x p99', digits: 2 },
    { measure: 'settled_p99', heading: 'settled x p99', digits: 2 },
    { measure: 'shed_p99', heading: 'shed x p99', digits: 2 },
    { measure: 'shed_p50_ms', heading: 'shed p50 ms', digits: 0 },
    { measure: 'shed_p99_ms', heading: 'shed p99 ms', digits: 0 },
    { measure: 'shed_cpu', heading: 'shed x CPU', digits: 2 },
    { measure: 'failed', heading: 'failed', digits: 0 },
    { measure: 'memory', heading: 'memory MB', digits: 0 },
    { measure: 'memory_growth', heading: 'memory x', digits: 2 },
  ],
  compared: 'rate',
  tollgateOnly: true,
  round: (target, { connections, seconds }) =>
    withClient(target, CONNECTIONS, async (client) => {
      const body = bodyFor(target, MESSAGE, false);
      await closedLoop(client, body, { connections, seconds: seconds * WARM_UP_PART });
      const idle = cpuOfServices(target);
      const usual = await closedLoop(client, body, { connections, seconds });
      const used = cpuOfServices(target);
      const before = memoryOfServices(target);
      const rate = OVERLOAD * usual.requestsPerSecond;
      const flooded = await flood(client, body, {
        connections: CONNECTIONS,
        rate,
        seconds: seconds * FLOOD_PARTS,
      });
      const after = memoryOfServices(target);
      const usualCpu = (used - idle) / usual.requests;
      const shedCpu = cpuOfServices(target) - used - usualCpu * flooded.admitted.length;
      await sleep(RECOVERY_MS);
      const shedP99 = quantile(flooded.shed, 0.99);
      return {
        rate: usual.requestsPerSecond,
        offered: flooded.offeredPerSecond / usual.requestsPerSecond,
        goodput: flooded.admitted.length / flooded.seconds / usual.requestsPerSecond,
        usual_p99: usual.p99,
        admitted_p99: quantile(flooded.admitted, 0.99) / usual.p99,
        settled_p99: quantile(flooded.settled, 0.99) / usual.p99,
        shed_p99: shedP99 / usual.p99,
        shed_p50_ms: quantile(flooded.shed, 0.5),
        shed_p99_ms: shedP99,
        shed_cpu: shedCpu / flooded.shed.length / usualCpu,
        failed: Object.values(flooded.failed).reduce((sum, count) => sum + count, 0),
        memory: after / BYTES_PER_MEGABYTE,
        memory_growth: after / before,
      };
    }),
};

const sumOf = (found: ByProgram | null, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (found?.[name] ?? Number.NaN), 0);

/** The processes that an overload fills: those between the caller and the ledger. */
const memoryOfServices = (target: Target): number =>
  sumOf(target.memory(), ['edge', 'inference', 'billing']);

/** The processes that a refused call goes through. */
const cpuOfServices = (target: Target): number => sumOf(target.cpu(), ['edge', 'inference']);
