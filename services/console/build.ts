/**
 * `node services/console/build.ts`: builds both consoles into `dist` when their sources have changed since the last build. A second
 * build at the same time does no harm: each is made aside and put in place as a whole.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');
const STAMP = 'sources.sha256';
const CONSOLES = ['users', 'platform'] as const;
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg']);

/** Everything that decides what a build becomes. */
async function hashSources(): Promise<string> {
  const entries = await readdir(join(HERE, 'web'), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const lock = join(HERE, '../../pnpm-lock.yaml');
  const hash = createHash('sha256');
  for (const file of [...files, lock, import.meta.filename].toSorted()) {
    hash.update(file.slice(HERE.length)).update(await readFile(file));
  }
  return hash.digest('hex');
}

async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && COMPRESSED.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  for (const file of files) {
    const bytes = await readFile(file);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params: quality }));
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}

async function buildInto(folder: string): Promise<void> {
  // Tests run with an environment of their own, which would make a build for development.
  process.env['NODE_ENV'] = 'production';
  const { build } = await import('vite');
  for (const name of CONSOLES) {
    await build({
      configFile: join(HERE, 'web/vite.config.ts'),
      mode: name,
      logLevel: 'warn',
      build: { outDir: join(folder, name), emptyOutDir: true },
    });
  }
  await compressAll(folder);
}

async function run(): Promise<void> {
  const hash = await hashSources();
  const before = await readFile(join(DIST, STAMP), 'utf8').catch(() => '');
  if (before === hash) return;
  const aside = `${DIST}.${process.pid}`;
  await mkdir(aside, { recursive: true });
  try {
    await buildInto(aside);
    await writeFile(join(aside, STAMP), hash);
    if (existsSync(DIST)) await rename(DIST, `${aside}.old`);
    await rename(aside, DIST);
  } finally {
    await rm(aside, { recursive: true, force: true });
    await rm(`${aside}.old`, { recursive: true, force: true });
  }
}

await run();
