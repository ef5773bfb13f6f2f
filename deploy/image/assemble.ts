/**
 * Lays the production deployment of one service into an empty folder: `node
 * deploy/image/assemble.ts <service> <folder>`. The folder is a smaller work tree: the service, the
 * libraries it needs, no tests, and their production dependencies from the lockfile. The image is
 * made by this command and a test starts what it made. Needs pnpm, or npx to get it.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeBill } from './bill.ts';

const ROOT = dirname(dirname(import.meta.dirname));
const PNPM = 'pnpm@12.21.0';
const ROOT_FILES = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];
/**
 * Where the image's build hands over the certificate of an authority that signs for a registry or a
 * proxy.
 */
const AUTHORITY = '/run/secrets/ca';
const INSTALL = ['--frozen-lockfile', '--config.confirm-modules-purge=false'];
/**
 * Docker's names of processors, and Node's. Dependencies are installed for the image, wherever the
 * build runs.
 */
const PROCESSORS: Readonly<Record<string, string>> = { amd64: 'x64', arm64: 'arm64' };
const NO_TESTS = /\.test\.ts$|node_modules/;

interface Manifest {
  dependencies?: Record<string, string>;
}

/** What a package gives to an image. */
interface Part {
  folder: string;
  files: readonly string[];
}

/** Images that are no service. The rest of these packages is for work trees. */
const COMMANDS: Readonly<Record<string, readonly Part[]>> = {
  migrate: [{ folder: 'deploy', files: ['package.json', 'migrate.ts'] }],
  operations: [
    // A folder of the lockfile has its manifest, or pnpm takes the lockfile for an older one.
    { folder: 'deploy', files: ['package.json'] },
    {
      folder: 'deploy/operations',
      files: readdirSync(join(ROOT, 'deploy/operations')).filter((name) => name !== 'node_modules'),
    },
    { folder: 'services/admin', files: ['package.json', 'src'] },
    { folder: 'services/billing', files: ['package.json', 'src'] },
  ],
};
/** Functions, views and triggers of every owner, which those commands apply. */
const SQL = ['libs', 'services'].flatMap((parent) =>
  readdirSync(join(ROOT, parent))
    .map((owner) => join(parent, owner, 'sql'))
    .filter((folder) => existsSync(join(ROOT, folder))),
);
/**
 * What a service is made of, besides its sources, if it has it: what the documentation and the
 * console serve.
 */
const SERVED = ['assets', 'content', 'openapi', 'dist'];

/** What a build runs beside its own tools. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  // The interface descriptions, with the schema of documents that the command knows.
  'services/docs': ['deploy/generators', 'services/cli'],
};

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

/** What an image is made of, by the name of its target. */
function partsOf(name: string): readonly Part[] {
  const folder = `services/${name}`;
  const served = SERVED.filter((file) => existsSync(join(ROOT, folder, file)));
  return COMMANDS[name] ?? [{ folder, files: ['package.json', 'src', ...served] }];
}

function librariesOf(folder: string, found = new Set<string>()): Set<string> {
  for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
    if (!name.startsWith('@tollgate/')) continue;
    const library = name.replace('@tollgate/', 'libs/');
    if (found.has(library)) continue;
    found.add(library);
    librariesOf(library, found);
  }
  return found;
}

/** The arguments of the build: an image for another processor, a registry, an authority. */
function platform(): string[] {
  const { TARGETARCH: docker = '' } = process.env;
  if (docker === '') return [];
  const cpu = PROCESSORS[docker];
  if (cpu === undefined) throw new Error(`TARGETARCH ${docker} is none that images are made for`);
  return ['--os', 'linux', '--libc', 'glibc', '--cpu', cpu];
}

function runPnpm(cwd: string, args: readonly string[]): void {
  const { NPM_REGISTRY: registry = '' } = process.env;
  const env = {
    ...process.env,
    // npm, which fetches pnpm, and pnpm read different names.
    ...(registry !== '' && { npm_config_registry: registry, pnpm_config_registry: registry }),
    ...(existsSync(AUTHORITY) && { NODE_EXTRA_CA_CERTS: AUTHORITY, npm_config_cafile: AUTHORITY }),
  };
  execFileSync('npx', ['-y', PNPM, ...args], { cwd, env, stdio: 'inherit' });
}

function copy(target: string, path: string): void {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  cpSync(join(ROOT, path), join(target, path), {
    recursive: true,
    filter: (source) => !NO_TESTS.test(source.slice(ROOT.length)),
  });
}

/**
 * Builds what browsers load. An image's build has no tools yet: they are installed aside from what
 * the image gets.
 */
function build(folder: string): void {
  if (!existsSync(join(ROOT, folder, 'build.ts'))) return;
  const hasTools = existsSync(join(ROOT, folder, 'node_modules/vite'));
  const tools = [folder, ...(TOOLS[folder] ?? [])].flatMap((one) => ['--filter', `{./${one}}...`]);
  if (!hasTools) runPnpm(ROOT, ['install', '--frozen-lockfile', ...tools]);
  execFileSync(process.execPath, [join(folder, 'build.ts')], { cwd: ROOT, stdio: 'inherit' });
}

function assemble(name: string, target: string): void {
  for (const file of ROOT_FILES) copy(target, file);
  if (!(name in COMMANDS)) build(`services/${name}`);
  for (const { folder, files } of partsOf(name)) {
    for (const file of files) copy(target, join(folder, file));
    for (const library of librariesOf(folder)) copy(target, library);
  }
  runPnpm(target, ['install', '--prod', ...INSTALL, ...platform()]);
  writeBill({
    tree: target,
    target: join(target, 'doc'),
    folders: partsOf(name).map(({ folder }) => folder),
    pnpm: (args) => runPnpm(target, args),
  });
  rmSync(join(target, 'pnpm-lock.yaml'));
  // Behind the installation, which knows folders of packages by their manifest alone.
  if (name in COMMANDS) for (const sql of SQL) copy(target, sql);
}

const [name = '', target = ''] = process.argv.slice(2);
if (name === '' || target === '') {
  process.stderr.write(
    'usage: node deploy/image/assemble.ts <service | migrate | operations> <folder>\n',
  );
  process.exitCode = 2;
} else {
  assemble(name, target);
}
