import { createFailureBudget } from '@tollgate/http/failure-budget';
import { bodyMsFor } from '../src/connections.ts';
import { CONNECTION_LIMITS } from '../src/bounds.ts';
import { bodyOf, connectRaw, sendPlain, statusOf } from './raw-client.ts';
import { startEdge } from './start-edge.ts';
import type { StartedEdge } from './start-edge.ts';

const PER_MINUTE = 3;
const GOOD = 'Bearer good';

let started: StartedEdge;
beforeAll(async () => {
  started = await startEdge({ authFailuresPerMinute: PER_MINUTE, trustedProxies: '127.0.0.1' });
  for (const toy of [started.services.inference, started.services.admin]) {
    toy.handler = ({ headers }, response) => {
      const isGood = headers.authorization === GOOD;
      if (isGood) response.setHeader('x-internal-known', '1');
      response.writeHead(isGood || headers.authorization === undefined ? 200 : 401).end();
    };
  }
});
afterAll(() => started.stop());

const ask = (address: string, credential: string | null, target = '/v1/models') =>
  sendPlain(
    started.listeners.public.port,
    target,
    `X-Forwarded-For: ${address}\r\n${credential === null ? '' : `Authorization: ${credential}\r\n`}`,
  );

const guess = async (address: string, times: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    statuses.push(statusOf(await ask(address, `Bearer wrong-${turn}`)));
  }
  return statuses;
};

describe('K17 wrong keys and tokens', () => {
  it('are slowed by address, and a service hears of no more of them', async () => {
    const before = started.services.inference.seen.length;
    expect(await guess('192.0.2.1', 6)).toEqual([401, 401, 401, 429, 429, 429]);
    expect(started.services.inference.seen.length - before).toBe(PER_MINUTE);
    const refused = await ask('192.0.2.1', 'Bearer wrong');
    expect(bodyOf(refused).error?.code).toBe('rate_limit_exceeded');
    expect(refused).toMatch(/^retry-after: \d+\r$/im);
    expect(refused).not.toMatch(/x-internal-known/i);
  });

  it('shut out neither a good credential at the same address, nor another address, nor nobody', async () => {
    expect(statusOf(await ask('192.0.2.2', GOOD))).toBe(200);
    expect(await guess('192.0.2.2', 5)).toEqual([401, 401, 401, 429, 429]);
    expect(statusOf(await ask('192.0.2.2', GOOD))).toBe(200);
    expect(statusOf(await ask('192.0.2.2', null))).toBe(200);
    expect(statusOf(await ask('192.0.2.3', 'Bearer wrong'))).toBe(401);
  });

  it('are not made good by an address that asks nobody', async () => {
    expect(await guess('192.0.2.4', 4)).toEqual([401, 401, 401, 429]);
    started.services.docs.handler = (_request, response) => void response.writeHead(200).end();
    expect(statusOf(await ask('192.0.2.4', 'Bearer wrong-0', '/docs'))).toBe(200);
    expect(statusOf(await ask('192.0.2.4', 'Bearer wrong-0'))).toBe(429);
  });
});

describe('a budget of failures', () => {
  const wrong = (address: string) => ({ address, credential: 'x' });
  const failed = { status: 401, known: false };

  it('fills up again evenly', () => {
    let nowMs = 0;
    const budget = createFailureBudget(60, () => nowMs);
    for (let turn = 0; turn < 60; turn += 1) budget.note(wrong('a'), failed);
    expect(() => budget.assertLeft(wrong('a'))).toThrow('Too many wrong keys');
    nowMs = 1_000;
    expect(() => budget.assertLeft(wrong('a'))).not.toThrow();
    budget.note(wrong('a'), failed);
    expect(() => budget.assertLeft(wrong('a'))).toThrow('Too many wrong keys');
  });

  it('is one for a network of IPv6', () => {
    const budget = createFailureBudget(1, () => 0);
    budget.note(wrong('2001:db8:0:1::1'), failed);
    expect(() => budget.assertLeft(wrong('2001:db8::1:ffff:0:0:2'))).toThrow();
    expect(() => budget.assertLeft(wrong('2001:db8:0:2::1'))).not.toThrow();
  });

  it('forgets that a credential was good once it is not', () => {
    const budget = createFailureBudget(1, () => 0);
    budget.note(wrong('a'), { status: 200, known: true });
    budget.note(wrong('a'), { ...failed, status: 401 });
    expect(() => budget.assertLeft(wrong('a'))).toThrow();
  });
});

describe('E27 the time of a body', () => {
  it('is ten seconds, a second more for each 10 kB, and 122 seconds at most', () => {
    const msFor = (bytes: number): number => bodyMsFor(bytes, CONNECTION_LIMITS);
    expect([0, 9_999, 10_000, 55_000, 20_971_520].map(msFor)).toEqual([
      10_000, 10_000, 11_000, 15_000, 122_000,
    ]);
  });

  it('ends a body that drips, and leaves one that flows', async () => {
    const quick = await startEdge({ limits: { bodyMs: 300, bodyBytesPerSecond: 100 } });
    quick.services.inference.handler = (request, response) => {
      request.resume();
      request.on('end', () => response.writeHead(200).end());
    };
    const { port } = quick.listeners.public;
    const head = (bytes: number): string =>
      `POST /v1/x HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n`;
    const drips = connectRaw(port);
    drips.socket.write(`${head(1_000)}a`);
    const drip = setInterval(() => void drips.socket.write('a'), 100);
    const flows = connectRaw(port);
    flows.socket.write(`${head(300)}${'a'.repeat(200)}`);
    setTimeout(() => flows.socket.write('a'.repeat(100)), 900);
    const late = await drips.closed();
    clearInterval(drip);
    expect(statusOf(late.received)).toBe(408);
    expect(statusOf((await flows.closed()).received)).toBe(200);
    drips.socket.destroy();
    await quick.stop();
  });
});
