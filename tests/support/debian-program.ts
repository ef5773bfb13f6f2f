import { join } from 'node:path';
import {
  libraryPathOf,
  succeeds,
  unpackDebianPackages,
} from '@tollgate/deploy/local/debian-packages';
import { DEFAULT_STATE_DIR, findOnPath, isExecutable } from '@tollgate/deploy/local/paths';

/** A program that tests run and the product does not. */
export interface DebianProgram {
  command: string;
  env: Record<string, string>;
}

/** Where a program comes from. */
export interface ProgramSource {
  /** Its name on the PATH. */
  name: string;
  /** Debian's package that has it. */
  debian: string;
  /** Its place in the package. */
  path: string;
  /** An argument with which it ends well at once. */
  probe: string;
}

/** Checks and plays the rules of Prometheus. */
export const PROMTOOL: ProgramSource = {
  name: 'promtool',
  debian: 'prometheus',
  path: 'usr/bin/promtool',
  probe: '--version',
};

/** Leads connections to the primary of the stores. */
export const HAPROXY: ProgramSource = {
  name: 'haproxy',
  debian: 'haproxy',
  path: 'usr/sbin/haproxy',
  probe: '-v',
};

/** Keeps the objects of an API server. */
export const ETCD: ProgramSource = {
  name: 'etcd',
  debian: 'etcd-server',
  path: 'usr/bin/etcd',
  probe: '--version',
};

/**
 * Finds a program on the PATH or unpacked by an earlier call, and unpacks it from Debian's package
 * otherwise. Throws one line that says what to install.
 */
export async function findDebianProgram(source: ProgramSource): Promise<DebianProgram> {
  const { name, debian, path, probe } = source;
  const installed = await findOnPath(name);
  if (installed !== undefined) return { command: installed, env: {} };
  const root = join(DEFAULT_STATE_DIR, 'programs', name);
  const find = async (folder: string): Promise<DebianProgram | undefined> => {
    const command = join(folder, path);
    if (!(await isExecutable(command))) return undefined;
    const env = { LD_LIBRARY_PATH: await libraryPathOf(folder) };
    return (await succeeds([command, probe], { env })) ? { command, env } : undefined;
  };
  const found =
    (await find(root)) ?? (await unpackDebianPackages({ root, packages: [debian], find }));
  if (found === undefined) {
    throw new Error(`${name} is missing: install ${debian} with your package manager.`);
  }
  return found;
}
