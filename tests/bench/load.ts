import { setTimeout as sleep } from 'node:timers/promises';
import { assertServed, type Client } from './client.ts';
import { quantile } from './stats.ts';

/** Results of one round. */
export interface Throughput {
  requestsPerSecond: number;
  requests: number;
}

/** Closed loop: each connection asks again as soon as it has its answer. */
export async function closedLoop(
  client: Client,
  body: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Throughput> {
  const begun = performance.now();
  const until = begun + seconds * 1_000;
  let requests = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < until) {
      assertServed(await client.send(body));
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return { requests, requestsPerSecond: requests / ((performance.now() - begun) / 1_000) };
}

/** Latencies of a round in milliseconds. */
export interface Latency {
  p50: number;
  p99: number;
  requests: number;
}

/**
 * Open loop: requests leave at a fixed rate whether or not answers have come, and each is timed from
 * the moment when it was due, so that a stalled server can not hide behind a waiting client.
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
