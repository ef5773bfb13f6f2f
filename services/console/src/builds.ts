import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';

/** How a file may be sent. */
export type Coding = 'br' | 'gzip' | 'identity';

/** A file of a build, in memory. */
export interface BuiltFile {
  type: string;
  etag: string;
  /** Its name changes with its content. */
  isImmutable: boolean;
  /** The bytes by coding; `identity` is always there. */
  bytes: Readonly<Partial<Record<Coding, Buffer>>>;
}

/** One console: its first page and the files by their path below it, such as `assets/main-1a2b3c.js`. */
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
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const SUFFIX = { br: '.br', gzip: '.gz' } as const;
const INDEX = 'index.html';
/** Vite puts everything with a hash in its name there. */
const HASHED = 'assets/';

/** Reads both builds once: what is asked for later is looked up by its name, never opened. */
export async function readBuilds(folder = DIST): Promise<Builds> {
  return {
    users: await readBuild(join(folder, 'users')),
    platform: await readBuild(join(folder, 'platform')),
  };
}

async function readBuild(folder: string): Promise<Build> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const all = new Set(paths);
  const plain = paths.filter((path) => extname(path) in TYPES);
  const files = new Map(
    await Promise.all(
      plain.map(async (path): Promise<[string, BuiltFile]> => [
        path,
        await readBuilt(folder, path, all),
      ]),
    ),
  );
  const index = files.get(INDEX);
  if (index === undefined) throw new Error(`${folder} has no ${INDEX}: build the console first`);
  files.delete(INDEX);
  return { index, files };
}

async function readBuilt(
  folder: string,
  path: string,
  all: ReadonlySet<string>,
): Promise<BuiltFile> {
  const identity = await readFile(join(folder, path));
  const bytes: Partial<Record<Coding, Buffer>> = { identity };
  for (const coding of ['br', 'gzip'] as const) {
    const name = `${path}${SUFFIX[coding]}`;
    if (all.has(name)) bytes[coding] = await readFile(join(folder, name));
  }
  const digest = createHash('sha256').update(identity).digest('base64url');
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    etag: `"${digest.slice(0, 22)}"`,
    isImmutable: path.startsWith(HASHED),
    bytes,
  };
}
