import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { execa } from 'execa';

/** A work tree of an earlier commit, and a link that leads to it until it is turned to this one. */
export interface PreviousTree {
  commit: string;
  /** Files that this work tree has otherwise. */
  changes: number;
  /** What processes are started from. */
  link: string;
  /** From now on processes that start are of this work tree. */
  turn(): Promise<void>;
  drop(): Promise<void>;
}

const git = (...args: string[]) => execa('git', args, { cwd: REPOSITORY_ROOT, reject: false });

async function gitOrThrow(...args: string[]): Promise<string> {
  const ran = await git(...args);
  if (ran.exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${ran.stderr}`);
  return ran.stdout;
}

/**
 * The commit to upgrade from: `UPGRADE_FROM`, else the newest tag, else the commit before this one.
 * Null where there is no history.
 * @throws when `UPGRADE_FROM` names no commit
 */
export async function findPreviousCommit(): Promise<string | null> {
  const wanted = process.env['UPGRADE_FROM'];
  if (wanted !== undefined) return gitOrThrow('rev-parse', '--verify', `${wanted}^{commit}`);
  const release = await findPreviousRelease();
  if (release !== null) return release;
  const found = await git('rev-parse', '--verify', '--quiet', 'HEAD~1^{commit}');
  return found.exitCode === 0 ? found.stdout : null;
}

/** The packages of the work tree beside libraries and services. */
const OTHER_PACKAGES = ['tests', 'deploy', 'deploy/generators', 'deploy/operations'];

/** The last commit whose migrations are those from before the baseline. */
const BEFORE_BASELINE = '2d99832665e7796fe0694789a7e5199abd94a013';

/** The last commit before the baseline; null where the history does not reach so far. */
export async function findCommitBeforeBaseline(): Promise<string | null> {
  const found = await git('cat-file', '-e', `${BEFORE_BASELINE}^{commit}`);
  return found.exitCode === 0 ? BEFORE_BASELINE : null;
}

/** The commit of the newest release; null while there was none. */
export async function findPreviousRelease(): Promise<string | null> {
  const tag = await git('describe', '--tags', '--abbrev=0', 'HEAD~1');
  return tag.exitCode === 0 ? gitOrThrow('rev-parse', '--verify', `${tag.stdout}^{commit}`) : null;
}

/**
 * Checks a commit out beside this work tree. Its libraries are those that are installed here: only
 * our own code differs.
 */
export async function aPreviousTree(commit: string): Promise<PreviousTree> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-previous-'));
  const tree = join(folder, 'previous');
  const link = join(folder, 'running');
  // Trees of runs that were killed.
  await gitOrThrow('worktree', 'prune');
  await gitOrThrow('worktree', 'add', '--detach', tree, commit);
  await symlink(join(REPOSITORY_ROOT, 'node_modules'), join(tree, 'node_modules'));
  await linkPackages(tree);
  await symlink(tree, link);
  const changed = await gitOrThrow('diff', '--name-only', commit);
  return {
    commit,
    changes: changed.split('\n').filter(Boolean).length,
    link,
    async turn() {
      await rm(link);
      await symlink(REPOSITORY_ROOT, link);
    },
    async drop() {
      await git('worktree', 'remove', '--force', tree);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The links of each package are relative, so those to our own packages lead to those of the earlier
 * commit.
 */
async function linkPackages(tree: string): Promise<void> {
  const libs = (await readdir(join(tree, 'libs'))).map((name) => join('libs', name));
  const services = (await readdir(join(tree, 'services'))).map((name) => join('services', name));
  const folders = [...libs, ...services, ...OTHER_PACKAGES].filter((path) =>
    existsSync(join(tree, path, 'package.json')),
  );
  const own = new Map<string, string>();
  for (const folder of folders) own.set((await manifestOf(tree, folder)).name, join(tree, folder));
  for (const folder of folders) {
    await copyLinks(folder, tree);
    await addLinks(folder, tree, own);
  }
}

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
}

async function manifestOf(tree: string, folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(tree, folder, 'package.json'), 'utf8')) as Manifest;
}

async function copyLinks(path: string, tree: string): Promise<void> {
  const from = join(REPOSITORY_ROOT, path, 'node_modules');
  const to = join(tree, path, 'node_modules');
  await mkdir(to, { recursive: true });
  await cp(from, to, { recursive: true, verbatimSymlinks: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  });
}

/**
 * Links what the earlier commit depends on and this one does not; every installed package is
 * hoisted inside the store.
 */
async function addLinks(
  folder: string,
  tree: string,
  own: ReadonlyMap<string, string>,
): Promise<void> {
  const { dependencies = {} } = await manifestOf(tree, folder);
  for (const name of Object.keys(dependencies)) {
    const link = join(tree, folder, 'node_modules', name);
    if (existsSync(link)) continue;
    const target = own.get(name) ?? join(REPOSITORY_ROOT, 'node_modules/.pnpm/node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await rm(link, { force: true });
    await symlink(target, link);
  }
}
