import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa, type Options } from 'execa';
import { findOnPath } from './paths.ts';

/** Runs a command without input; says whether it ended well. */
export async function succeeds(command: string[], options: Options = {}): Promise<boolean> {
  const [file = '', ...args] = command;
  const { exitCode } = await execa(file, args, { ...options, stdin: 'ignore', reject: false });
  return exitCode === 0;
}

/**
 * The folders of libraries below a root that packages were unpacked into, as LD_LIBRARY_PATH lists
 * them.
 */
export async function libraryPathOf(root: string): Promise<string> {
  const found: string[] = [];
  for (const base of [join(root, 'usr/lib'), join(root, 'lib')]) {
    const entries = await readdir(base, { recursive: true, withFileTypes: true }).catch(() => []);
    const folders = entries.filter((entry) => entry.isDirectory());
    found.push(base, ...folders.map((entry) => join(entry.parentPath, entry.name)));
  }
  return found.join(':');
}

async function missingPackages(apt: string[], packages: readonly string[]): Promise<string[]> {
  const simulate = ['install', '--simulate', '--no-install-recommends', ...packages];
  const { stdout } = await execa('apt-get', [...apt, ...simulate], { reject: false });
  return [...stdout.matchAll(/^Inst (\S+)/gm)].map((match) => match[1] ?? '');
}

/** The packages to unpack, and the folder for them. */
export interface Unpacking<Program> {
  /** A folder of our own. */
  root: string;
  packages: readonly string[];
  /** Finds the program below a folder; undefined when it is not there, or does not run. */
  find: (folder: string) => Promise<Program | undefined>;
}

async function unpackInto(
  folder: string,
  { packages, find }: Pick<Unpacking<unknown>, 'packages' | 'find'>,
): Promise<boolean> {
  const work = join(folder, 'apt');
  await mkdir(join(work, 'cache/archives/partial'), { recursive: true });
  await mkdir(join(work, 'lists/partial'), { recursive: true });
  const cache = ['-o', `Dir::Cache=${join(work, 'cache')}`, '-o', 'Debug::NoLocking=1'];
  const ownLists = [...cache, '-o', `Dir::State::lists=${join(work, 'lists')}`];
  for (const apt of [cache, ownLists]) {
    if (apt === ownLists) await succeeds(['apt-get', ...apt, 'update']);
    const missing = await missingPackages(apt, packages);
    if (missing.length === 0) continue;
    if (!(await succeeds(['apt-get', ...apt, 'download', ...missing], { cwd: work }))) continue;
    for (const file of (await readdir(work)).filter((name) => name.endsWith('.deb'))) {
      await succeeds(['dpkg', '-x', join(work, file), folder]);
    }
    if ((await find(folder)) !== undefined) return true;
  }
  return false;
}

/**
 * Fetches Debian packages, and those of their dependencies that the machine lacks, and unpacks them
 * without installing anything. Uses the machine's package lists, or fetches its own. Processes that
 * want the same at once each unpack for themselves, and the first one's is kept: the content of the
 * root is whole. Gives what `find` finds then; undefined when there is none to be had.
 */
export async function unpackDebianPackages<Program>({
  root,
  packages,
  find,
}: Unpacking<Program>): Promise<Program | undefined> {
  if (!(await findOnPath('apt-get')) || !(await findOnPath('dpkg'))) return undefined;
  const own = `${root}.${process.pid}`;
  try {
    if (!(await unpackInto(own, { packages, find }))) return undefined;
    // Fails where another process was first, or where an earlier version left what does not run.
    const isFirst = await rename(own, root).then(
      () => true,
      () => false,
    );
    const kept = await find(root);
    if (kept !== undefined || isFirst) return kept;
    await rm(root, { recursive: true, force: true });
    await rename(own, root);
    return await find(root);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
