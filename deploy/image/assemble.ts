/**
 * Lays the production deployment of one service into an empty folder: `node deploy/image/assemble.ts <service> <folder>`. The
 * folder is a smaller work tree: the service, the libraries it needs, no tests, and their production dependencies from the
 * lockfile. The image is made by this command and a test starts what it made. Needs pnpm, or npx to get it.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = dirname(dirname(import.meta.dirname));
const PNPM = 'pnpm@12.21.0';
const ROOT_FILES = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];
const NO_TESTS = /\.test\.ts$|node_modules/;

interface Manifest {
  dependencies?: Record<string, string>;
}

/** What the migration command is made of; the rest of its package is for work trees. */
const MIGRATE = { folder: 'deploy', files: ['package.json', 'migrate.ts'] };
/** Functions, views and triggers of every owner, which the migration command applies. */
const SQL = ['libs', 'services'].flatMap((parent) =>
  readdirSync(join(ROOT, parent))
    .map((owner) => join(parent, owner, 'sql'))
    .filter((folder) => existsSync(join(ROOT, folder))),
);
/** What a service is made of, besides its sources, if it has it: what the documentation and the console serve. */
const SERVED = ['assets', 'content', 'openapi', 'dist'];

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

const librariesOf = (folder: string, found = new Set<string>()): Set<string> => {
  for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
    if (!name.startsWith('@tollgate/')) continue;
    const library = name.replace('@tollgate/', 'libs/');
    if (found.has(library)) continue;
    found.add(library);
    librariesOf(library, found);
  }
  return found;
};

const copy = (target: string, path: string): void => {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  cpSync(join(ROOT, path), join(target, path), {
    recursive: true,
    filter: (source) => !NO_TESTS.test(source.slice(ROOT.length)),
  });
};

/** Builds what browsers load. An image's build has no tools yet: they are installed aside from what the image gets. */
const build = (folder: string): void => {
  if (!existsSync(join(ROOT, folder, 'build.ts'))) return;
  const hasTools = existsSync(join(ROOT, folder, 'node_modules/vite'));
  const install = ['-y', PNPM, 'install', '--frozen-lockfile', '--filter', `./${folder}...`];
  if (!hasTools) execFileSync('npx', install, { cwd: ROOT, stdio: 'inherit' });
  execFileSync(process.execPath, [join(folder, 'build.ts')], { cwd: ROOT, stdio: 'inherit' });
};

const assemble = (service: string, target: string): void => {
  const isMigrate = service === 'migrate';
  const folder = isMigrate ? MIGRATE.folder : `services/${service}`;
  for (const file of ROOT_FILES) copy(target, file);
  build(folder);
  const served = SERVED.filter((name) => existsSync(join(ROOT, folder, name)));
  for (const file of isMigrate ? MIGRATE.files : ['package.json', 'src', ...served]) {
    copy(target, join(folder, file));
  }
  for (const library of librariesOf(folder)) copy(target, library);
  const flags = ['install', '--prod', '--frozen-lockfile', '--config.confirm-modules-purge=false'];
  execFileSync('npx', ['-y', PNPM, ...flags], { cwd: target, stdio: 'inherit' });
  rmSync(join(target, 'pnpm-lock.yaml'));
  // Behind the installation, which knows folders of packages by their manifest alone.
  if (isMigrate) for (const sql of SQL) copy(target, sql);
};

const [service = '', target = ''] = process.argv.slice(2);
if (service === '' || target === '') {
  process.stderr.write('usage: node deploy/image/assemble.ts <service | migrate> <folder>\n');
  process.exitCode = 2;
} else {
  assemble(service, target);
}
