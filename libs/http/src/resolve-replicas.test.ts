import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RouteDefinition } from '@tollgate/contract/route';
import { createServiceClient } from './call.ts';
import { followReplicas } from './replica-choice.ts';
import type { Replicas } from './replica-choice.ts';
import { resolveByDns } from './resolve-replicas.ts';

const LOOK_MS = 20;
const ROUTE: RouteDefinition = {
  method: 'get',
  path: '/work',
  auth: 'service',
  summary: 'Work',
  status: 200,
};
const HOSTS = ['127.0.0.2', '127.0.0.3'] as const;
type Host = (typeof HOSTS)[number];

/** Processes with one port and an address each, as the pods of a Service have. */
let processes: Map<Host, Server>;
let calls: Record<Host, number>;
/** What the name of the service resolves to. */
let resolved: readonly string[];
let replicas: Replicas;
let port: number;

async function join(host: Host): Promise<void> {
  const server = createServer((request, response) => {
    if (request.url === '/work') calls[host] += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  port = (server.address() as AddressInfo).port;
  processes.set(host, server);
}

const resolve = (hostname: string): Promise<readonly string[]> =>
  hostname === 'pods' && resolved.length > 0
    ? Promise.resolve(resolved)
    : Promise.reject(new Error('ENOTFOUND'));

beforeEach(async () => {
  processes = new Map();
  calls = { '127.0.0.2': 0, '127.0.0.3': 0 };
  port = 0;
  await join('127.0.0.2');
  await join('127.0.0.3');
  resolved = HOSTS;
});
afterEach(() => {
  replicas.stop();
  for (const server of processes.values()) {
    server.close();
    server.closeAllConnections();
  }
});

/** Follows the name from now on. */
function followName(): void {
  replicas = followReplicas([`http://pods:${port}`], {
    probeEveryMs: LOOK_MS,
    resolveEveryMs: LOOK_MS,
    resolve,
  });
}

const roots = (...hosts: Host[]): string[] => hosts.map((host) => `http://${host}:${port}`);
const order = (): string[] => replicas.order().toSorted();
const pause = (): Promise<void> => new Promise((done) => setTimeout(done, LOOK_MS));
/** Looks until it is so; the test's own limit ends what never comes. */
async function until(look: () => boolean): Promise<void> {
  while (!look()) await pause();
}

test('a name stands for each of its addresses, and for itself before it is resolved', async () => {
  followName();
  expect(order()).toEqual([`http://pods:${port}`]);
  await until(() => order().length === 2);
  expect(order()).toEqual(roots(...HOSTS));
});

test('calls are shared equally by a process that joins, and none fails when it leaves', async () => {
  resolved = ['127.0.0.2', '127.0.0.9'];
  followName();
  await until(() => order().length === 2);
  const client = createServiceClient({
    replicas,
    audience: 'pods',
    signer: { sign: () => Promise.resolve('a token') },
    timeoutMs: 10_000,
  });
  const callTimes = async (times: number): Promise<Record<Host, number>> => {
    calls = { '127.0.0.2': 0, '127.0.0.3': 0 };
    // Waves of eight keep as many sockets to the processes of before.
    for (let made = 0; made < times; made += 8) {
      await Promise.all(Array.from({ length: 8 }, () => client.call(ROUTE, {})));
    }
    return { ...calls };
  };
  // Nobody listens on 127.0.0.9, which costs no call.
  expect(await callTimes(80)).toEqual({ '127.0.0.2': 80, '127.0.0.3': 0 });
  resolved = HOSTS;
  await until(() => order().length === 2 && order().includes(`http://127.0.0.3:${port}`));
  const joined = roots('127.0.0.3')[0];
  await until(() => replicas.turn()[0] === joined);
  expect(await callTimes(80)).toEqual({ '127.0.0.2': 40, '127.0.0.3': 40 });
  resolved = ['127.0.0.3', '127.0.0.9'];
  await until(() => !order().includes(`http://127.0.0.2:${port}`));
  expect(await callTimes(80)).toEqual({ '127.0.0.2': 0, '127.0.0.3': 80 });
});

test('a name that does not resolve keeps the addresses that it had', async () => {
  followName();
  await until(() => order().length === 2);
  resolved = [];
  await pause();
  await pause();
  expect(order()).toEqual(roots(...HOSTS));
});

test('a name with one address stays a name, for connections to resolve', async () => {
  followName();
  await until(() => order().length === 2);
  resolved = ['127.0.0.2'];
  await until(() => order().length === 1);
  expect(order()).toEqual([`http://pods:${port}`]);
});

test('addresses and names over https are taken as they are', async () => {
  const asked: string[] = [];
  replicas = followReplicas(['http://[::1]:1', 'http://127.0.0.1:1', 'https://pods:1'], {
    probeEveryMs: 3_600_000,
    resolveEveryMs: LOOK_MS,
    resolve: (hostname) => {
      asked.push(hostname);
      return Promise.resolve(HOSTS);
    },
  });
  await pause();
  await pause();
  expect(asked).toEqual([]);
  expect(order()).toHaveLength(3);
});

test('an address of IPv6 gets its brackets', async () => {
  resolved = ['fd00::2', 'fd00::1'];
  followName();
  await until(() => order().length === 2);
  expect(order()).toEqual([`http://[fd00::1]:${port}`, `http://[fd00::2]:${port}`]);
});

test('the system resolves a name to addresses of one family', async () => {
  expect(['127.0.0.1', '::1']).toContain((await resolveByDns('localhost'))[0]);
  expect(await resolveByDns('localhost')).toHaveLength(1);
});
