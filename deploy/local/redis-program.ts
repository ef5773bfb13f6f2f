import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa, type Options } from 'execa';
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

const installed = async (): Promise<RedisProgram | undefined> => {
  for (const name of COMMANDS) {
    const command = await findOnPath(name);
    if (command !== undefined) return { command, env: {} };
  }
  return undefined;
};

const succeeds = async (command: string[], options: Options = {}): Promise<boolean> => {
  const [file = '', ...args] = command;
  const { exitCode } = await execa(file, args, { ...options, stdin: 'ignore', reject: false });
  return exitCode === 0;
};

/** Installs with apt; the lists are fetched only when the first attempt does not succeed. */
const aptInstall = async (prefix: string[]): Promise<void> => {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const apt = [...prefix, 'apt-get', '-o', APT_LOCK_TIMEOUT];
  const install = [...apt, 'install', '-y', '--no-install-recommends', 'redis-server'];
  if (await succeeds(install, { env })) return;
  await succeeds([...apt, 'update'], { env });
  await succeeds(install, { env });
};

const installForMachine = async (): Promise<void> => {
  if (process.platform === 'darwin') {
    if (await findOnPath('brew')) await succeeds(['brew', 'install', 'redis']);
    return;
  }
  if (!(await findOnPath('apt-get'))) return;
  if (process.getuid?.() === 0) return aptInstall([]);
  if ((await findOnPath('sudo')) && (await succeeds(['sudo', '-n', 'true']))) {
    await aptInstall(['sudo', '-n']);
  }
};

const libraryFolders = async (root: string): Promise<string[]> => {
  const found: string[] = [];
  for (const base of [join(root, 'usr/lib'), join(root, 'lib')]) {
    const entries = await readdir(base, { withFileTypes: true }).catch(() => []);
    const folders = entries.filter((entry) => entry.isDirectory());
    found.push(base, ...folders.map((entry) => join(base, entry.name)));
  }
  return found;
};

const unpacked = async (root: string): Promise<RedisProgram | undefined> => {
  const command = join(root, 'usr/bin/redis-server');
  if (!(await isExecutable(command))) return undefined;
  const env = { LD_LIBRARY_PATH: (await libraryFolders(root)).join(':') };
  return (await succeeds([command, '--version'], { env })) ? { command, env } : undefined;
};

const missingPackages = async (apt: string[]): Promise<string[]> => {
  const simulate = ['install', '--simulate', '--no-install-recommends', ...PACKAGES];
  const { stdout } = await execa('apt-get', [...apt, ...simulate], { reject: false });
  return [...stdout.matchAll(/^Inst (\S+)/gm)].map((match) => match[1] ?? '');
};

/**
 * Without the right to install anything: fetches the Debian packages that the machine lacks and
 * unpacks them in a folder of our own. Uses the machine's package lists, or fetches its own.
 */
const unpackForUser = async (root: string): Promise<RedisProgram | undefined> => {
  if (!(await findOnPath('apt-get')) || !(await findOnPath('dpkg'))) return undefined;
  const work = join(root, 'apt');
  await mkdir(join(work, 'cache/archives/partial'), { recursive: true });
  await mkdir(join(work, 'lists/partial'), { recursive: true });
  const cache = ['-o', `Dir::Cache=${join(work, 'cache')}`, '-o', 'Debug::NoLocking=1'];
  const ownLists = [...cache, '-o', `Dir::State::lists=${join(work, 'lists')}`];
  for (const apt of [cache, ownLists]) {
    if (apt === ownLists) await succeeds(['apt-get', ...apt, 'update']);
    const packages = await missingPackages(apt);
    if (packages.length === 0) continue;
    if (!(await succeeds(['apt-get', ...apt, 'download', ...packages], { cwd: work }))) continue;
    for (const file of (await readdir(work)).filter((name) => name.endsWith('.deb'))) {
      await succeeds(['dpkg', '-x', join(work, file), root]);
    }
    const program = await unpacked(root);
    if (program !== undefined) return program;
  }
  return undefined;
};

/**
 * Finds a Redis (or Valkey) server: on the PATH, unpacked by an earlier call, installed for the
 * machine when we may, unpacked in the work tree's state folder otherwise. Throws an error of one
 * line that says what to install.
 */
export const findRedisProgram = async (log: Log): Promise<RedisProgram> => {
  const root = join(DEFAULT_STATE_DIR, 'redis-program');
  const present = (await installed()) ?? (await unpacked(root));
  if (present !== undefined) return present;
  log('Redis is not installed: fetching it');
  await installForMachine();
  const program = (await installed()) ?? (await unpackForUser(root));
  if (program === undefined) throw new Error(ADVICE);
  return program;
};
