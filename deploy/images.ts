/**
 * `node deploy/images.ts [image…]`: builds and tags every image of deploy/docker-bake.json, or
 * those that are named, and prints the command that does it. Without PUSH for the processor of this
 * machine, into its Docker; with PUSH=1 for all PLATFORMS, into REGISTRY, with provenance and a
 * bill of materials attested, on bases that are pinned by the digests of this moment. The
 * environment also has VERSION, SOURCE, NODE_IMAGE, RUNTIME_IMAGE, NPM_REGISTRY, NPMRC=<file> and
 * CA=<file>. Digests are in .tollgate/images.json afterwards.
 */
import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { OperatorError } from '@tollgate/db/command';
import { execa } from 'execa';
import { requireDocker } from './docker.ts';
import { REPOSITORY_ROOT } from './local/paths.ts';

const BAKE_FILE = 'deploy/docker-bake.json';
const DIGESTS = '.tollgate/images.json';
const PLATFORMS = 'linux/amd64,linux/arm64';

/** What the variables of the environment have to look like. */
const FORMS: Readonly<Record<string, [form: RegExp, says: string]>> = {
  REGISTRY: [
    /^[a-z0-9][a-z0-9.:/_-]*[a-z0-9]$/u,
    'a registry with a path, such as registry.example.com/tollgate',
  ],
  VERSION: [/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/u, 'a tag, such as 1.2.3'],
  PLATFORMS: [
    /^linux\/(?:amd64|arm64)(?:,linux\/(?:amd64|arm64))*$/u,
    `platforms, such as ${PLATFORMS}`,
  ],
  NPM_REGISTRY: [/^https?:\/\/[^\s@]+$/u, 'an address without a login; that belongs into NPMRC'],
  PUSH: [/^1$/u, '1, or nothing'],
};

/** Files that the build reads and no image keeps. */
const SECRETS: Readonly<Record<string, string>> = { NPMRC: 'npmrc', CA: 'ca' };

const given = (name: string): string => process.env[name] ?? '';

function assertForms(): void {
  for (const [name, [form, says]] of Object.entries(FORMS)) {
    if (given(name) !== '' && !form.test(given(name)))
      throw new OperatorError(`${name} has to be ${says}.`);
  }
  if (given('PUSH') === '1' && given('REGISTRY') === '')
    throw new OperatorError('PUSH needs REGISTRY, where the images go.');
}

async function secretFlags(): Promise<string[]> {
  const flags: string[] = [];
  for (const [name, id] of Object.entries(SECRETS)) {
    if (given(name) === '') continue;
    const file = resolve(given(name));
    const found = await stat(file).catch(() => null);
    if (found?.isFile() !== true) throw new OperatorError(`${name} names no file: ${file}`);
    flags.push('--allow', `fs.read=${dirname(file)}`, '--set', `*.secrets=id=${id},src=${file}`);
  }
  return flags;
}

async function git(...args: string[]): Promise<string> {
  const { stdout } = await execa('git', args, { cwd: REPOSITORY_ROOT, reject: false });
  return stdout;
}

/**
 * Says what the image is made of. The moment is that of the commit, so that the same commit is the
 * same image.
 */
async function labels(): Promise<Record<string, string>> {
  const [revision, created] = [
    await git('rev-parse', 'HEAD'),
    await git('show', '-s', '--format=%cI'),
  ];
  return { REVISION: revision || 'unknown', CREATED: created };
}

const BASES = ['NODE_IMAGE', 'RUNTIME_IMAGE'] as const;
const PINNED = /@sha256:[0-9a-f]{64}$/u;

/**
 * The bases of images that are pushed, each by its digest. A tag is looked up in its registry; a
 * build whose base cannot be pinned is refused.
 */
async function pinBases(): Promise<Record<string, string>> {
  const file = await readFile(join(REPOSITORY_ROOT, BAKE_FILE), 'utf8');
  const { variable } = JSON.parse(file) as { variable: Record<string, { default: string }> };
  const pinned: Record<string, string> = {};
  for (const name of BASES) {
    const base = given(name) || (variable[name]?.default ?? '');
    pinned[name] = PINNED.test(base) ? base : `${base}@${await digestOf(name, base)}`;
    process.stdout.write(`${name} is ${pinned[name]}\n`);
  }
  return pinned;
}

async function digestOf(name: string, base: string): Promise<string> {
  const args = ['buildx', 'imagetools', 'inspect', base, '--format', '{{.Manifest.Digest}}'];
  const { stdout, stderr } = await execa('docker', args, { reject: false });
  const digest = stdout.trim();
  if (PINNED.test(`@${digest}`)) return digest;
  throw new OperatorError(
    `${name}: the digest of ${base} was not found; give it as ${name}=${base}@sha256:… ${stderr}`.trim(),
  );
}

async function build(names: readonly string[]): Promise<void> {
  assertForms();
  const output =
    given('PUSH') === '1'
      ? [
          '--push',
          '--provenance',
          'mode=max',
          '--sbom',
          'true',
          '--set',
          `*.platform=${given('PLATFORMS') || PLATFORMS}`,
        ]
      : [
          '--load',
          ...(given('PLATFORMS') === '' ? [] : ['--set', `*.platform=${given('PLATFORMS')}`]),
        ];
  const args = ['buildx', 'bake', '--file', BAKE_FILE, '--metadata-file', DIGESTS];
  args.push(...output, ...(await secretFlags()), ...names);
  await requireDocker('buildx');
  const bases = given('PUSH') === '1' ? await pinBases() : {};
  await mkdir(join(REPOSITORY_ROOT, dirname(DIGESTS)), { recursive: true });
  process.stdout.write(`> docker ${args.join(' ')}\n`);
  const { failed } = await execa('docker', args, {
    cwd: REPOSITORY_ROOT,
    env: { ...(await labels()), ...bases },
    stdio: 'inherit',
    reject: false,
  });
  if (failed) throw new OperatorError('docker buildx bake failed; it says why above.');
  process.stdout.write(`The digests are in ${DIGESTS}.\n`);
}

await build(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
