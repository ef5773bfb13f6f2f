import { closedLoop, openLoop, openStreams } from './load.ts';
import { overload } from './overload.ts';
import { agentTurn, bodyFor, cpuSince, MESSAGE, withClient } from './scenario.ts';
import type { Round, Scenario, Settings } from './scenario.ts';
import type { Measures } from './stats.ts';
import { TOLLGATE } from './targets.ts';
import type { Target } from './targets.ts';
import { wires } from './wires.ts';

const CHUNKS = 50;
/** Callers that leave the machine idle between their calls. */
const FEW = 8;
const LONG_CHUNKS = 200;
const BYTES_PER_KILOBYTE = 1_000;
/** An agent's turn, about 40 KB, and a prompt of about 400 KB. */
const TURN_MESSAGES = 56;
const LONG_MESSAGES = 556;
const CHUNK_DELAY_MS = 10;
const LATENCY_CONNECTIONS = 256;
const WARM_UP_PART = 0.25;
const MICROSECONDS_PER_MILLISECOND = 1_000;

/** Calls in a closed loop, by connections and the size of the prompt. */
function calls(
  id: string,
  given: { connections?: number; text?: string; maybeRefused?: true } = {},
): Scenario {
  const { text = MESSAGE, maybeRefused } = given;
  const kilobytes = Math.round(text.length / BYTES_PER_KILOBYTE);
  return {
    id,
    title: ({ connections, seconds }) =>
      `Calls: ${given.connections ?? connections} connections, prompts of ${kilobytes} KB, ${seconds} s`,
    columns: [
      { measure: 'rate', heading: 'requests/s', digits: 0 },
      { measure: 'cpu', heading: 'CPU µs/request', digits: 0 },
      { measure: 'p50', heading: 'p50 µs', digits: 0 },
      { measure: 'p99', heading: 'p99 µs', digits: 0 },
      { measure: 'added_p50', heading: 'added p50 µs', digits: 0 },
      { measure: 'added_p99', heading: 'added p99 µs', digits: 0 },
      ...(maybeRefused ? [{ measure: 'refused', heading: 'refused', digits: 3 }] : []),
    ],
    compared: 'rate',
    ...(id === 'throughput' ? {} : { peersOnly: true }),
    round: (target, settings) => {
      const connections = given.connections ?? settings.connections;
      const { seconds } = settings;
      return withClient(target, connections, async (client) => {
        const body = bodyFor(target, text, false);
        const load = { connections, maybeRefused: maybeRefused ?? false };
        await closedLoop(client, body, { ...load, seconds: seconds * WARM_UP_PART });
        const before = target.cpu();
        const result = await closedLoop(client, body, { ...load, seconds });
        return {
          rate: result.requestsPerSecond,
          p50: result.p50 * MICROSECONDS_PER_MILLISECOND,
          p99: result.p99 * MICROSECONDS_PER_MILLISECOND,
          ...(maybeRefused ? { refused: result.refused } : {}),
          ...cpuSince(target, before, result.requests),
        };
      });
    },
  };
}

const latency: Scenario = {
  id: 'latency',
  title: ({ rate, seconds }) => `Latency: ${rate} requests/s, ${seconds} s`,
  columns: [
    { measure: 'p50', heading: 'p50 µs', digits: 0 },
    { measure: 'p99', heading: 'p99 µs', digits: 0 },
    { measure: 'added_p50', heading: 'added p50 µs', digits: 0 },
    { measure: 'added_p99', heading: 'added p99 µs', digits: 0 },
  ],
  compared: 'added_p50',
  round: (target, { rate, seconds }) =>
    withClient(target, LATENCY_CONNECTIONS, async (client) => {
      const body = bodyFor(target, MESSAGE, false);
      // Processes that have rested since their last round are not what is measured.
      await closedLoop(client, body, { connections: 1, seconds: seconds * WARM_UP_PART });
      const { p50, p99 } = await openLoop(client, body, { rate, seconds });
      return {
        p50: p50 * MICROSECONDS_PER_MILLISECOND,
        p99: p99 * MICROSECONDS_PER_MILLISECOND,
      };
    }),
};

/** Streams that run side by side: of a short prompt, or of the turn of an agent. */
function streaming(
  id: string,
  chunks: number,
  given: { connections?: number; isAgent?: true } = {},
): Scenario {
  const bodyOf = given.isAgent === true ? agentTurn : shortStream;
  return {
    id,
    title: (settings) =>
      `${given.isAgent === true ? "Agents' turns of 40 KB with tools" : 'Streams'}: ` +
      `${given.connections ?? settings.connections} open, ${chunks} chunks at ${CHUNK_DELAY_MS} ms`,
    columns: [
      { measure: 'cpu', heading: 'CPU µs/chunk', digits: 1 },
      { measure: 'p50', heading: 'first token p50 µs', digits: 0 },
      { measure: 'p99', heading: 'p99 µs', digits: 0 },
      { measure: 'added_p50', heading: 'added p50 µs', digits: 0 },
    ],
    compared: 'cpu',
    ...(id === 'streams' ? {} : { peersOnly: true }),
    round: (target, settings) => {
      const { connections = settings.connections } = given;
      const { seconds } = settings;
      return withClient(target, connections, async (client) => {
        const directives = `[[provider: chunks=${chunks}; chunk-delay=${CHUNK_DELAY_MS}]]`;
        const body = bodyOf(target, directives);
        const times = Math.max(1, Math.round((seconds * 1_000) / (chunks * CHUNK_DELAY_MS)));
        await openStreams(client, body, { connections, times: 1 });
        const before = target.cpu();
        const result = await openStreams(client, body, { connections, times });
        return {
          p50: result.firstTokenP50 * MICROSECONDS_PER_MILLISECOND,
          p99: result.firstTokenP99 * MICROSECONDS_PER_MILLISECOND,
          ...cpuSince(target, before, result.streams * chunks),
        };
      });
    },
  };
}

function shortStream(target: Target, directives: string): string {
  return bodyFor(target, `Go on. ${directives}`, true);
}

/** Every scenario, in the order of a run. */
export const SCENARIOS: readonly Scenario[] = [
  calls('throughput'),
  calls('alone', { connections: 1 }),
  calls('few', { connections: FEW }),
  calls('many', { connections: 256, maybeRefused: true }),
  calls('crowd', { connections: 512, maybeRefused: true }),
  calls('turns', { connections: FEW, text: MESSAGE.repeat(TURN_MESSAGES) }),
  calls('long', { connections: FEW, text: MESSAGE.repeat(LONG_MESSAGES) }),
  latency,
  streaming('streams', CHUNKS),
  streaming('few-streams', CHUNKS, { connections: FEW }),
  streaming('agents', CHUNKS, { connections: FEW, isAgent: true }),
  streaming('long-streams', LONG_CHUNKS),
  wires,
  overload,
];

/**
 * Calls a target, whole and streamed, before anything is measured: V8 makes fast code of what has
 * run thousands of times, and processes of production have served for days.
 */
export async function warmUp(
  target: Target,
  { connections }: Settings,
  seconds: number,
): Promise<void> {
  await withClient(target, connections, async (client) => {
    const half = { connections, seconds: seconds / 2, maybeRefused: true };
    await closedLoop(client, bodyFor(target, MESSAGE, false), half);
    await closedLoop(client, bodyFor(target, MESSAGE, true), half);
  });
}

/** What was measured in one scenario, by target. */
export type Results = Record<string, Measures>;

/**
 * Runs a scenario in rounds; in each round every target has its turn, so that a slow spell of the
 * machine hits all of them. The first target is what the others add to.
 */
export async function runScenario(
  scenario: Scenario,
  all: readonly Target[],
  settings: Settings,
): Promise<Results> {
  const targets = scenario.tollgateOnly ? all.filter(({ name }) => name === TOLLGATE) : all;
  const results: Results = Object.fromEntries(targets.map(({ name }) => [name, {}]));
  for (let round = 0; round < settings.rounds; round += 1) {
    let direct: Round | null = null;
    for (const target of targets) {
      const measured = await scenario.round(target, settings);
      direct ??= measured;
      append(results[target.name] ?? {}, { ...measured, ...added(measured, direct) });
    }
  }
  return results;
}

function added(measured: Round, direct: Round): Round {
  const names = ['p50', 'p99'].filter((name) => name in measured && measured !== direct);
  const difference = (name: string): number => (measured[name] ?? 0) - (direct[name] ?? 0);
  return Object.fromEntries(names.map((name) => [`added_${name}`, difference(name)]));
}

function append(measures: Measures, round: Round): void {
  for (const [name, value] of Object.entries(round)) (measures[name] ??= []).push(value);
}
