import { join } from 'node:path';
import { openBuiltFolder } from '@tollgate/http/built-files';
import type { BuiltFile } from '@tollgate/http/built-files';

/**
 * One console: its first page and the files by their path below it, such as
 * `assets/main-1a2b3c.js`.
 */
export interface Build {
  index: BuiltFile;
  files: ReadonlyMap<string, BuiltFile>;
}

/** The console of users and that of administrators. */
export interface Builds {
  users: Build;
  platform: Build;
}

const DIST = join(import.meta.dirname, '../dist');
const INDEX = 'index.html';
/** What tests read of a build, and nobody asks for. */
const MANIFEST = 'manifest.json';

/** Reads both builds once: what is asked for later is looked up by its name, never opened. */
export async function readBuilds(folder = DIST): Promise<Builds> {
  return {
    users: await readBuild(join(folder, 'users')),
    platform: await readBuild(join(folder, 'platform')),
  };
}

async function readBuild(folder: string): Promise<Build> {
  const { paths, find } = await openBuiltFolder(folder);
  const files = new Map<string, BuiltFile>();
  for (const path of paths) {
    const file = path === MANIFEST ? undefined : await find(path);
    if (file !== undefined) files.set(path, file);
  }
  const index = files.get(INDEX);
  if (index === undefined) throw new Error(`${folder} has no ${INDEX}: build the console first`);
  files.delete(INDEX);
  return { index, files };
}
