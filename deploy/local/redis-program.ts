import { join } from 'node:path';
import { libraryPathOf, succeeds, unpackDebianPackages } from './debian-packages.ts';
import { DEFAULT_STATE_DIR, findOnPath, isExecutable } from './paths.ts';

const COMMANDS = ['redis-server', 'valkey-server'];
const PACKAGES = ['redis-server', 'redis-tools'];
const APT_LOCK_TIMEOUT = 'DPkg::Lock::Timeout=120';
const ADVICE =
  'Redis is missing: install redis-server (or valkey-server) with your package manager, or set REDIS_URL.';

/** The Redis program of this machine and the extra environment it needs. */
export interface RedisProgram {
  command: string;
  env: Record<string, string>;
}

type Log = (line: string) => void;

async function installed(): Promise<RedisProgram | undefined> {
  for (const name of COMMANDS) {
    const command = await findOnPath(name);
    if (command !== undefined) return { command, env: {} };
  }
  return undefined;
}

/** Installs with apt; the lists are fetched only when the first attempt does not succeed. */
async function aptInstall(prefix: string[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const apt = [...prefix, 'apt-get', '-o', APT_LOCK_TIMEOUT];
  const install = [...apt, 'install', '-y', '--no-install-recommends', 'redis-server'];
  if (await succeeds(install, { env })) return;
  await succeeds([...apt, 'update'], { env });
  await succeeds(install, { env });
}

async function installForMachine(): Promise<void> {
  if (process.platform === 'darwin') {
    if (await findOnPath('brew')) await succeeds(['brew', 'install', 'redis']);
    return;
  }
  if (!(await findOnPath('apt-get'))) return;
  if (process.getuid?.() === 0) return aptInstall([]);
  if ((await findOnPath('sudo')) && (await succeeds(['sudo', '-n', 'true']))) {
    await aptInstall(['sudo', '-n']);
  }
}

async function unpacked(root: string): Promise<RedisProgram | undefined> {
  const command = join(root, 'usr/bin/redis-server');
  if (!(await isExecutable(command))) return undefined;
  const env = { LD_LIBRARY_PATH: await libraryPathOf(root) };
  return (await succeeds([command, '--version'], { env })) ? { command, env } : undefined;
}

/** Without the right to install anything. */
const unpackForUser = (root: string): Promise<RedisProgram | undefined> =>
  unpackDebianPackages({ root, packages: PACKAGES, find: unpacked });

/**
 * Finds a Redis (or Valkey) server: on the PATH, unpacked by an earlier call, installed for the
 * machine when we may, unpacked in the work tree's state folder otherwise. Throws an error of one
 * line that says what to install.
 */
export async function findRedisProgram(log: Log): Promise<RedisProgram> {
  const root = join(DEFAULT_STATE_DIR, 'redis-program');
  const present = (await installed()) ?? (await unpacked(root));
  if (present !== undefined) return present;
  log('Redis is not installed: fetching it');
  await installForMachine();
  const program = (await installed()) ?? (await unpackForUser(root));
  if (program === undefined) throw new Error(ADVICE);
  return program;
}
