import { setTimeout as sleep } from 'node:timers/promises';
import { assertServed, type Client, type Exchange } from './client.ts';
import { quantile } from './stats.ts';

/** Results of one round. */
export interface Throughput {
  /** Served requests. */
  requestsPerSecond: number;
  requests: number;
  /** Latencies of served requests in milliseconds. */
  p50: number;
  p99: number;
  /** The part of all requests that was refused with `overloaded`, from 0 to 1. */
  refused: number;
}

/** A refused client asks again after this time, in milliseconds. */
const REFUSED_PAUSE_MS = 250;

/**
 * Closed loop: each connection asks again as soon as it has its answer.
 * @param given.maybeRefused whether an `overloaded` answer is counted, and does not end the run
 */
export async function closedLoop(
  client: Client,
  body: string,
  given: { connections: number; seconds: number; maybeRefused?: boolean },
): Promise<Throughput> {
  const begun = performance.now();
  const until = begun + given.seconds * 1_000;
  const latencies: number[] = [];
  let refused = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < until) {
      const exchange = await client.send(body);
      if (given.maybeRefused === true && codeOf(exchange) === 'overloaded') {
        refused += 1;
        await sleep(REFUSED_PAUSE_MS);
        continue;
      }
      assertServed(exchange);
      latencies.push(exchange.endedAt - exchange.begunAt);
    }
  };
  await Promise.all(Array.from({ length: given.connections }, loop));
  const requests = latencies.length;
  const requestsPerSecond = requests / ((performance.now() - begun) / 1_000);
  const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)];
  return { requests, requestsPerSecond, p50, p99, refused: refused / (requests + refused) };
}

/** Latencies of a round in milliseconds. */
export interface Latency {
  p50: number;
  p99: number;
  requests: number;
}

/**
 * Open loop: requests leave at a fixed rate whether or not answers have come, and each is timed
 * from the moment when it was due, so that a stalled server cannot hide behind a waiting client.
 */
export async function openLoop(
  client: Client,
  body: string,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Latency> {
  const total = Math.round(rate * seconds);
  const latencies: number[] = [];
  const pending: Promise<void>[] = [];
  const begun = performance.now();
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - begun) * rate) / 1_000) + 1);
    for (; sent < due; sent += 1) {
      const dueAt = begun + (sent * 1_000) / rate;
      pending.push(
        client.send(body).then((exchange) => {
          assertServed(exchange);
          latencies.push(exchange.endedAt - dueAt);
        }),
      );
    }
    await sleep(1);
  }
  await Promise.all(pending);
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), requests: total };
}

/**
 * What became of more load than can be served. Latencies in milliseconds, from the moment of
 * sending.
 */
export interface Flooded {
  admitted: number[];
  /** Those of `admitted` that were sent in the second half. */
  settled: number[];
  shed: number[];
  /** Any other answer, by its error code. */
  failed: Record<string, number>;
  /** What was really sent: the client's own connections bound it. */
  offeredPerSecond: number;
  seconds: number;
}

/**
 * Sends at a fixed rate whatever the answers are, as long as one of so many connections is free.
 */
export async function flood(
  client: Client,
  body: string,
  { connections, rate, seconds }: { connections: number; rate: number; seconds: number },
): Promise<Flooded> {
  const admitted: number[] = [];
  const settled: number[] = [];
  const shed: number[] = [];
  const failed: Record<string, number> = {};
  const open = new Set<Promise<void>>();
  const begun = performance.now();
  const halfTime = begun + (seconds * 1_000) / 2;
  let sent = 0;
  for (let tick = begun; tick < begun + seconds * 1_000; tick = performance.now()) {
    const due = Math.floor(((tick - begun) * rate) / 1_000) + 1 - sent;
    for (let room = Math.min(due, connections - open.size); room > 0; room -= 1) {
      sent += 1;
      const call = client.send(body).then((exchange) => {
        const code = exchange.status === 200 ? null : codeOf(exchange);
        const tookMs = exchange.endedAt - exchange.begunAt;
        if (code === 'overloaded') shed.push(tookMs);
        else if (code !== null) failed[code] = (failed[code] ?? 0) + 1;
        else {
          admitted.push(tookMs);
          if (exchange.begunAt > halfTime) settled.push(tookMs);
        }
      });
      open.add(call);
      void call.finally(() => open.delete(call)).catch(() => undefined);
    }
    await sleep(1);
  }
  const offeredPerSecond = sent / ((performance.now() - begun) / 1_000);
  await Promise.all(open);
  return {
    admitted,
    settled,
    shed,
    failed,
    offeredPerSecond,
    seconds: (performance.now() - begun) / 1_000,
  };
}

function codeOf({ status, text }: Exchange): string {
  return /"code":"(\w+)"/.exec(text)?.[1] ?? String(status);
}

/** Streams of a round: first tokens in milliseconds. */
export interface Streams {
  firstTokenP50: number;
  firstTokenP99: number;
  /** Streams that ended. */
  streams: number;
}

/** So many streams at once, `times` one after the other on each connection. */
export async function openStreams(
  client: Client,
  body: string,
  { connections, times }: { connections: number; times: number },
): Promise<Streams> {
  const firstTokens: number[] = [];
  const follow = async (): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      const exchange = await client.send(body);
      assertServed(exchange);
      if (exchange.firstTokenAt < 0) throw new Error('a stream held no token');
      firstTokens.push(exchange.firstTokenAt - exchange.begunAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, follow));
  return {
    firstTokenP50: quantile(firstTokens, 0.5),
    firstTokenP99: quantile(firstTokens, 0.99),
    streams: firstTokens.length,
  };
}
