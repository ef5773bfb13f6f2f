import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { REPOSITORY_ROOT, removeStateDir } from '@tollgate/deploy/local/paths';
import { freePort } from '@tollgate/deploy/local/ports';
import { findRedisProgram } from '@tollgate/deploy/local/redis-program';
import { execa } from 'execa';
import got from 'got';
import { findDebianProgram, HAPROXY } from '../support/debian-program.ts';
import { eventually } from '../support/eventually.ts';
import { aStateDir } from '../support/state-dir.ts';

/** The configuration of the manifests in a real HAProxy, with a name server that knows no search domains, as the one that HAProxy asks. */
const CONFIG = join(REPOSITORY_ROOT, 'k8s/components/valkey/scripts/haproxy.cfg');
const ENV = {
  VALKEY_PASSWORD: 'a-password-of-the-test',
  POD_NAMESPACE: 'some-namespace',
  CLUSTER_DOMAIN: 'cluster.test',
};
const KNOWN = /^valkey-[012]\.valkey-pods\.some-namespace\.svc\.cluster\.test$/;
/** Instead of 30 s, HAProxy's own time for a name that is not known any more. */
const HOLD_MS = 1_000;
const START_MS = 120_000;
const FLAGS = { known: 0x81_80, unknown: 0x81_83 };
const HEADER_BYTES = 12;
const TYPE_A = 1;

let folder: string;
let names: Socket;
let asked: string[];
let storePort: number;
const stops: (() => Promise<unknown>)[] = [];

/** Answers a question for the address of a name; all known names are this machine. */
function answerTo(question: Buffer): Buffer {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  while (question[at] !== 0) {
    const length = question[at] ?? 0;
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5;
  const name = labels.join('.');
  asked.push(name);
  const isKnown = KNOWN.test(name);
  const isAddress = isKnown && question.readUInt16BE(at + 1) === TYPE_A;
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(question.readUInt16BE(0), 0);
  header.writeUInt16BE(isKnown ? FLAGS.known : FLAGS.unknown, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(isAddress ? 1 : 0, 6);
  const address = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1]);
  const parts = [header, question.subarray(HEADER_BYTES, end)];
  return Buffer.concat(isAddress ? [...parts, address] : parts);
}

async function start(
  { command, env }: { command: string; env: Record<string, string> },
  args: string[],
): Promise<void> {
  const running = execa(command, args, { env: { ...ENV, ...env }, reject: false });
  stops.push(async () => {
    running.kill('SIGKILL');
    await running;
  });
}

beforeAll(async () => {
  folder = join(await aStateDir(), 'valkey-proxy');
  await mkdir(folder, { recursive: true });
  asked = [];
  names = createSocket('udp4');
  names.on('message', (question, { port, address }) => {
    names.send(answerTo(question), port, address);
  });
  await new Promise<void>((resolve) => {
    names.bind(0, '127.0.0.1', () => resolve());
  });
  storePort = await freePort();
  const store = await findRedisProgram(() => undefined);
  const password = ['--requirepass', ENV.VALKEY_PASSWORD];
  await start(store, [
    '--port',
    String(storePort),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    ...password,
  ]);
}, START_MS);
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  names.close();
  await removeStateDir(folder);
});

/** What is exchanged of the configuration: addresses, times, and what the resolver of the system says at the start, which knows search domains. */
function onThisMachine(config: string, ports: { valkey: number; health: number }): string {
  const nameServer = `nameserver test 127.0.0.1:${(names.address() as AddressInfo).port}`;
  const times = ['timeout resolve 200ms', 'timeout retry 200ms', `hold nx ${HOLD_MS}ms`];
  const exchanged: [RegExp, string][] = [
    [/parse-resolv-conf/, [nameServer, ...times].join('\n  ')],
    [/hold (valid|obsolete) 5s/g, `hold $1 ${HOLD_MS}ms`],
    [/bind :6379/, `bind 127.0.0.1:${ports.valkey}`],
    [/bind :8404/, `bind 127.0.0.1:${ports.health}`],
    [/(server valkey-\d .*):6379/g, `$1:${storePort}`],
    [/last,libc,none/, 'last,127.0.0.1,none'],
  ];
  return exchanged.reduce((text, [what, by]) => {
    expect(text).toMatch(what);
    return text.replace(what, by);
  }, config);
}

/** Starts a proxy; gives what asks for its readiness. */
async function aProxy(name: string, config: string): Promise<() => Promise<number>> {
  const ports = { valkey: await freePort(), health: await freePort() };
  const file = join(folder, `${name}.cfg`);
  await writeFile(file, onThisMachine(config, ports));
  await start(await findDebianProgram(HAPROXY), ['-f', file, '-db']);
  const ready = async (): Promise<number> => {
    const options = { throwHttpErrors: false, retry: { limit: 0 } };
    return (await got(`http://127.0.0.1:${ports.health}/ready`, options)).statusCode;
  };
  await eventually(async () => (await ready().catch(() => 0)) === 200);
  return ready;
}

test(
  'the proxy finds the stores by names that its resolver knows, beyond the time that it keeps unknown ones',
  async () => {
    const ready = await aProxy('shipped', await readFile(CONFIG, 'utf8'));
    await sleep(4 * HOLD_MS);
    expect(await ready()).toBe(200);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((name) => !KNOWN.test(name))).toEqual([]);
  },
  START_MS,
);

test(
  'a proxy with names that need a search domain loses the stores when that time is over',
  async () => {
    const config = await readFile(CONFIG, 'utf8');
    const short = config.replaceAll(/\.\$\{POD_NAMESPACE\}\.svc\.\$\{CLUSTER_DOMAIN\}/g, '');
    expect(short).not.toBe(config);
    const ready = await aProxy('short', short);
    await eventually(async () => (await ready()) === 503);
  },
  START_MS,
);
