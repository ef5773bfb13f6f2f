import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const STAMP = 'sources.sha256';
/**
 * Scripts and styles are kept by browsers and worth the last percent; on many pages this would take
 * seconds.
 */
const BEST_COMPRESSED = new Set(['.js', '.css']);
const GOOD_BROTLI_QUALITY = 9;
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt']);

/** A folder that is built, and what decides what becomes of it. */
export interface BuildTask {
  /** The folder; replaced as a whole. */
  dist: string;
  /** Files and folders that the build reads, tools and settings too. */
  sources: readonly string[];
  /** Writes everything into an empty folder. */
  build: (folder: string) => Promise<void>;
}

/**
 * Builds a folder when its sources have changed since the last build. A second build at the same
 * time does no harm: each is made aside and renamed as a whole.
 */
export async function buildWhenChanged({ dist, sources, build }: BuildTask): Promise<void> {
  const hash = await hashOf(sources);
  if ((await stampOf(dist)) === hash) return;
  const aside = `${dist}.${randomUUID()}`;
  await mkdir(aside, { recursive: true });
  try {
    await build(aside);
    await compressAll(aside);
    await writeFile(join(aside, STAMP), hash);
    // Another build of the same may have been quicker: what is there is read by others already.
    if ((await stampOf(dist)) !== hash) await replace(dist, aside);
  } finally {
    await rm(aside, { recursive: true, force: true });
    await rm(`${aside}.old`, { recursive: true, force: true });
  }
}

async function stampOf(dist: string): Promise<string> {
  return readFile(join(dist, STAMP), 'utf8').catch(() => '');
}

/** Replaces a folder by another. When several do so at the same moment any one of them stays. */
async function replace(dist: string, aside: string): Promise<void> {
  const unless =
    (...codes: string[]) =>
    (error: NodeJS.ErrnoException): void => {
      if (!codes.includes(error.code ?? '')) throw error;
    };
  await rename(dist, `${aside}.old`).catch(unless('ENOENT'));
  await rename(aside, dist).catch(unless('ENOTEMPTY', 'EEXIST'));
}

async function hashOf(sources: readonly string[]): Promise<string> {
  const files = (await Promise.all(sources.map(listFiles))).flat();
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(file).update(await readFile(file));
  return hash.digest('hex');
}

/** The files below a folder; a file itself. */
async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Puts a smaller `.br` and `.gz` beside each file that text is in. */
async function compressAll(folder: string): Promise<void> {
  const files = (await listFiles(folder)).filter((file) => COMPRESSED.has(extname(file)));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      const isBest = BEST_COMPRESSED.has(extname(file));
      const quality = isBest ? constants.BROTLI_MAX_QUALITY : GOOD_BROTLI_QUALITY;
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, { params }),
        promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
      ]);
      await writeFile(`${file}.br`, br);
      await writeFile(`${file}.gz`, gz);
    }),
  );
}
