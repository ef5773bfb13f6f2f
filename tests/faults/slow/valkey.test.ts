import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { removeStateDir } from '@tollgate/deploy/local/paths';
import { freePort } from '@tollgate/deploy/local/ports';
import { execa, execaSync } from 'execa';
import { Redis } from 'ioredis';
import { eventually } from '../../support/eventually.ts';
import { aStateDir } from '../../support/state-dir.ts';
import { ROOT } from '../../tidy/source-files.ts';

/**
 * The scripts of the manifests, run here as the pods run them: three stores, each with a sentinel.
 */
const SCRIPTS = join(ROOT, 'k8s/components/valkey/scripts');
const PASSWORD = 'a-password-of-the-test';
const SERVICE_PASSWORD = 'a-password-of-the-services';
const TEST_MS = 120_000;
const COUNT = 3;
const where = (name: string): string => execaSync('which', [name], { reject: false }).stdout ?? '';

let folder: string;
let peers: string[];
interface Running {
  kill(signal: NodeJS.Signals): boolean;
  ended: Promise<unknown>;
}
const running = new Map<string, Running>();
const clients: Redis[] = [];

beforeAll(async () => {
  folder = await aStateDir();
  const bin = join(folder, 'bin');
  await mkdir(bin);
  for (const program of ['server', 'cli']) {
    const found = where(`valkey-${program}`) || where(`redis-${program}`);
    await symlink(found, join(bin, `valkey-${program}`));
  }
  const ports = await Promise.all(Array.from({ length: COUNT * 2 }, () => freePort()));
  peers = Array.from({ length: COUNT }, (_, n) => `127.0.0.1:${ports[n]}:${ports[n + COUNT]}`);
});
afterAll(async () => {
  for (const client of clients) client.disconnect();
  for (const process of running.values()) process.kill('SIGKILL');
  await Promise.all([...running.values()].map(({ ended }) => ended));
  await removeStateDir(folder);
}, TEST_MS);

async function start(script: 'valkey' | 'sentinel', peer: string): Promise<void> {
  const runDir = join(folder, `${script}-${peer.replaceAll(':', '-')}`);
  await mkdir(runDir, { recursive: true });
  const started = execa('/bin/sh', [join(SCRIPTS, `${script}.sh`)], {
    extendEnv: false,
    reject: false,
    env: {
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      PEERS: peers.join(' '),
      SELF: peer,
      RUN_DIR: runDir,
      DATA_DIR: runDir,
      VALKEY_PASSWORD: PASSWORD,
      VALKEY_SERVICE_PASSWORD: SERVICE_PASSWORD,
      DOWN_AFTER_MS: '500',
    },
  });
  running.set(`${script} ${peer}`, {
    kill: (signal) => started.kill(signal),
    ended: started.then(() => undefined),
  });
}

function store(peer: string): Redis {
  const client = new Redis({
    host: '127.0.0.1',
    port: Number(peer.split(':')[1]),
    password: PASSWORD,
    retryStrategy: () => 100,
  });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

async function roleOf(client: Redis): Promise<string> {
  const [role] = (await client.call('ROLE')) as [string];
  return role;
}

test(
  'one store is the primary; when it dies another takes over, and the old one comes back as a replica',
  async () => {
    for (const peer of peers) await start('valkey', peer);
    const stores = peers.map(store);
    const [first, ...others] = stores as [Redis, Redis, Redis];
    await eventually(async () => {
      const roles = await Promise.all(stores.map(roleOf));
      // With fewer replicas than it needs the primary takes no writes.
      return roles.join() === 'master,slave,slave' && (await first.set('before', '1')) === 'OK';
    });
    for (const peer of peers) await start('sentinel', peer);
    const sentinel = new Redis({ port: Number(peers[1]?.split(':')[2]), retryStrategy: () => 100 });
    sentinel.on('error', () => undefined);
    clients.push(sentinel);
    await eventually(async () => {
      const reported = (await sentinel.call('SENTINEL', 'MASTER', 'tollgate')) as string[];
      const numberOf = (name: string) => reported[reported.indexOf(name) + 1];
      return numberOf('num-slaves') === '2' && numberOf('num-other-sentinels') === '2';
    });

    const [firstPeer = ''] = peers;
    running.get(`valkey ${firstPeer}`)?.kill('SIGKILL');
    await running.get(`valkey ${firstPeer}`)?.ended;
    await eventually(async () => {
      const roles = await Promise.all(others.map(roleOf));
      return roles.toSorted().join() === 'master,slave';
    });
    const roles = await Promise.all(others.map(roleOf));
    const second = others[roles.indexOf('master')] as Redis;

    await start('valkey', firstPeer);
    await eventually(async () => {
      const now = await Promise.all([first, second].map(roleOf));
      return now.join() === 'slave,master' && (await second.set('after', '2')) === 'OK';
    });
    expect(await second.get('before')).toBe('1');
    const service = second.duplicate({ username: 'tollgate', password: SERVICE_PASSWORD });
    clients.push(service);
    expect(await service.get('before')).toBe('1');
    await expect(service.flushall()).rejects.toThrow('NOPERM');
    await eventually(async () => (await first.get('after')) === '2');
  },
  TEST_MS,
);
