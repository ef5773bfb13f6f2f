import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { REPOSITORY_ROOT, removeStateDir } from '@tollgate/deploy/local/paths';
import { freePort } from '@tollgate/deploy/local/ports';
import { findRedisProgram } from '@tollgate/deploy/local/redis-program';
import { execa } from 'execa';
import got from 'got';
import { Redis } from 'ioredis';
import type { DebianProgram } from './debian-program.ts';
import { eventually } from './eventually.ts';
import { aStateDir } from './state-dir.ts';

/** The configuration of the manifests. */
const CONFIG = join(REPOSITORY_ROOT, 'k8s/components/valkey/scripts/haproxy.cfg');
const ENV = {
  VALKEY_PASSWORD: 'a-password-of-the-test',
  POD_NAMESPACE: 'some-namespace',
  CLUSTER_DOMAIN: 'cluster.test',
};
/** The names that the name server knows. */
export const KNOWN = /^valkey-[012]\.valkey-pods\.some-namespace\.svc\.cluster\.test$/;
const FLAGS = { known: 0x81_80, unknown: 0x81_83 };
const HEADER_BYTES = 12;
const TYPE_A = 1;

/** Answers a question for the address of a name; all known names are this machine. */
function answerTo(question: Buffer, asked: string[]): Buffer {
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

async function aNameServer(asked: string[]): Promise<Socket> {
  const names = createSocket('udp4');
  names.on('message', (question, { port, address }) => {
    names.send(answerTo(question, asked), port, address);
  });
  await new Promise<void>((resolve) => {
    names.bind(0, '127.0.0.1', () => resolve());
  });
  return names;
}

/** A proxy that runs. */
export interface ValkeyProxy {
  /** The status of its page of readiness. */
  ready: () => Promise<number>;
  /** What the store says to a client that comes through the proxy. */
  ping(): Promise<string>;
  /** What it has logged. */
  log(): string;
}

/** A store, and a name server that knows no search domains, as the one that HAProxy asks. */
export interface ProxiedStore {
  /** The configuration as it is shipped. */
  config: string;
  /** Every name that was asked for. */
  asked: readonly string[];
  /**
   * Starts HAProxy, and waits until it is ready.
   * @param times lines of the resolver in place of HAProxy's own times; none: as shipped
   */
  aProxy(
    config: string,
    times?: { lines: readonly string[]; holdMs: number },
  ): Promise<ValkeyProxy>;
  stop(): Promise<void>;
}

/**
 * What is exchanged of a configuration: addresses, and what the resolver of the system says at the
 * start, which knows search domains.
 */
function onThisMachine(
  config: string,
  ports: { valkey: number; health: number; store: number },
  resolver: string,
): string {
  const exchanged: [RegExp, string][] = [
    [/parse-resolv-conf/, resolver],
    [/bind :6379/, `bind 127.0.0.1:${ports.valkey}`],
    [/bind :8404/, `bind 127.0.0.1:${ports.health}`],
    [/(server valkey-\d .*):6379/g, `$1:${ports.store}`],
    [/last,libc,none/, 'last,127.0.0.1,none'],
  ];
  return exchanged.reduce((text, [what, by]) => {
    expect(text).toMatch(what);
    return text.replace(what, by);
  }, config);
}

/** Starts the store and the name server; HAProxy is the program that is given. */
export async function aProxiedStore(program: DebianProgram): Promise<ProxiedStore> {
  const folder = join(await aStateDir(), 'valkey-proxy');
  await mkdir(folder, { recursive: true });
  const asked: string[] = [];
  const names = await aNameServer(asked);
  const stops: (() => Promise<unknown>)[] = [];
  const start = ({ command, env }: DebianProgram, args: string[]): (() => string) => {
    const running = execa(command, args, { env: { ...ENV, ...env }, reject: false });
    const said: string[] = [];
    for (const stream of [running.stdout, running.stderr]) {
      stream.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
    }
    stops.push(async () => {
      running.kill('SIGKILL');
      await running;
    });
    return () => said.join('');
  };
  const store = await freePort();
  const bound = ['--port', String(store), '--bind', '127.0.0.1', '--save', ''];
  start(await findRedisProgram(() => undefined), [...bound, '--requirepass', ENV.VALKEY_PASSWORD]);
  return {
    config: await readFile(CONFIG, 'utf8'),
    asked,
    async aProxy(config, times) {
      const ports = { valkey: await freePort(), health: await freePort(), store };
      const file = join(folder, `${ports.valkey}.cfg`);
      const server = `nameserver test 127.0.0.1:${(names.address() as AddressInfo).port}`;
      const text = onThisMachine(config, ports, [server, ...(times?.lines ?? [])].join('\n  '));
      const hold = /hold (valid|obsolete) 5s/g;
      expect(text).toMatch(hold);
      const timed = times === undefined ? text : text.replaceAll(hold, `hold $1 ${times.holdMs}ms`);
      await writeFile(file, timed);
      const log = start(program, ['-f', file, '-db']);
      const ready = async (): Promise<number> => {
        const options = { throwHttpErrors: false, retry: { limit: 0 } };
        return (await got(`http://127.0.0.1:${ports.health}/ready`, options)).statusCode;
      };
      await eventually(async () => (await ready().catch(() => 0)) === 200);
      return {
        ready,
        log,
        async ping() {
          const client = new Redis(ports.valkey, '127.0.0.1', { password: ENV.VALKEY_PASSWORD });
          return client.ping().finally(() => client.disconnect());
        },
      };
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      names.close();
      await removeStateDir(folder);
    },
  };
}
