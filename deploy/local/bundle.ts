/**
 * One file instead of about 1,500 for each service, so that a process starts in under half of the
 * processor time.
 */
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';
import { REPOSITORY_ROOT } from './paths.ts';

/** Packages that knex and pg load for databases that nobody has here. */
const ABSENT = /^(better-sqlite3|sqlite3|mysql|mysql2|tedious|oracledb|pg-native|pg-query-stream)$/;
/** Machine code, which cannot become part of a file of JavaScript. */
const NATIVE = '@node-rs/argon2';
const PARTS = 'parts';
/**
 * Modules come first: the other form of some packages asks for its own files as no bundle can
 * follow.
 */
const MAIN_FIELDS = ['module', 'main'];
const LOCATION = /\bimport\.meta\.(?:dirname|filename|url)\b/g;
const LOCATION_OF_COMMONJS = /\b__(?:dirname|filename)\b/;

/**
 * Native packages stay where they are; only the importer can resolve them, since pnpm shows no
 * package to others.
 */
const leaveNative: Plugin = {
  name: 'leave-native',
  resolveId: (source, importer) =>
    source === NATIVE && importer !== undefined
      ? { id: pathToFileURL(createRequire(importer).resolve(source)).href, external: true }
      : null,
};

/** Files beside a module are found where the module was written. */
const keepLocations: Plugin = {
  name: 'keep-locations',
  transform: (code, id) => {
    if (id.startsWith('\0')) return null;
    const locations: Record<string, string> = {
      'import.meta.dirname': dirname(id),
      'import.meta.filename': id,
      'import.meta.url': pathToFileURL(id).href,
    };
    const own = code.replaceAll(LOCATION, (location) => JSON.stringify(locations[location]));
    if (!LOCATION_OF_COMMONJS.test(own)) return own === code ? null : own;
    const names = `var __dirname = ${JSON.stringify(dirname(id))}, __filename = ${JSON.stringify(id)};`;
    return `${names}${own}`;
  },
};

const nameOf = (entry: string): string => entry.replaceAll('/', '-').replace(/\.ts$/, '');

/**
 * The file that {@link bundle} makes of a program.
 * @param folder where the bundle lies
 * @param entry path of the program from the root of the work tree
 */
export const bundledFile = (folder: string, entry: string): string =>
  join(folder, `${nameOf(entry)}.mjs`);

/** Where Node keeps what it has compiled of a bundle, so that both go together. */
export const cacheOf = (folder: string): string => join(folder, 'cache');

/**
 * Puts each program into one file with everything it imports, apart from what is loaded late or is
 * machine code. Code that programs share is written once.
 * @param entries paths of the programs from the root of the work tree
 * @param folder where the files go, instead of an older bundle; {@link bundledFile} names them
 */
export async function bundle(entries: string[], folder: string): Promise<void> {
  const build = await rolldown({
    input: Object.fromEntries(
      entries.map((entry) => [nameOf(entry), join(REPOSITORY_ROOT, entry)]),
    ),
    cwd: REPOSITORY_ROOT,
    platform: 'node',
    resolve: { mainFields: MAIN_FIELDS },
    external: [ABSENT],
    plugins: [leaveNative, keepLocations],
    logLevel: 'silent',
  });
  await rm(join(folder, PARTS), { recursive: true, force: true });
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: `${PARTS}/[name].mjs`,
    // Names of errors are part of what is logged and answered.
    keepNames: true,
    sourcemap: true,
  });
  await build.close();
}
