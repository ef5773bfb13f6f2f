import { createHash } from 'node:crypto';
import { access, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Client } from './client.ts';
import type { PackageName, Versions } from './versions.ts';

/** Enough for the largest client over a slow line, in milliseconds. */
const INSTALL_MS = 1_800_000;
const DIGEST_CHARACTERS = 12;

/**
 * Installs a client below a folder that outlives a run; what is there already is kept.
 * @returns the folder of the client
 * @throws when the client cannot be had on this machine
 */
export async function installed(client: Client, folder: string, all: Versions): Promise<string> {
  const versions = Object.fromEntries(client.packages.map((name) => [name, all[name]]));
  const digest = createHash('sha256').update(JSON.stringify(versions)).digest('hex');
  const [first] = client.packages;
  const title = first.replaceAll(/[^a-z0-9]+/gu, '-').replace(/^-/u, '');
  const home = join(folder, `${title}-${versions[first]}-${digest.slice(0, DIGEST_CHARACTERS)}`);
  const mark = join(home, 'installed');
  const isThere = await access(mark).then(
    () => true,
    () => false,
  );
  if (isThere) return home;
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  await client.install(home, versions);
  await mkdir(mark);
  return home;
}

/** Installs packages of npm. @throws with what npm says */
export async function installNpm(home: string, versions: Versions): Promise<void> {
  const wanted = ['install', '--no-audit', '--no-fund', '--prefix', home];
  await execa('npm', [...wanted, ...exactly(versions, '@')], { timeout: INSTALL_MS });
}

/**
 * Installs a command of npm and starts it once: the program of a platform comes as a package of its
 * own, or by a download after the installation, and npm does not mind when it is missing.
 * @throws with what npm or the command says
 */
export async function installCommand(
  home: string,
  { versions, command }: { versions: Versions; command: string },
): Promise<void> {
  await installNpm(home, versions);
  await execa(join(home, 'node_modules/.bin', command), ['--version'], {
    env: { HOME: home, DISABLE_AUTOUPDATER: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' },
    timeout: INSTALL_MS,
  });
}

/**
 * Installs packages of PyPI into an environment of their own.
 * @throws with what pip says, and where there is no Python
 */
export async function installPypi(home: string, versions: Versions): Promise<void> {
  await execa('python3', ['-m', 'venv', home]);
  const quietly = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  await execa(join(home, 'bin/python'), [...quietly, ...exactly(versions, '==')], {
    timeout: INSTALL_MS,
  });
}

function exactly(versions: Versions, sign: '@' | '=='): string[] {
  return (Object.entries(versions) as [PackageName, string][]).map(
    ([name, version]) => name + sign + version,
  );
}
