/**
 * The papers of an image: a bill of materials (CycloneDX) of what lies in it, and the text of each
 * licence. Both are made while the image is, from what was installed.
 */
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { LICENCES } from './licences.ts';

/** What an image is made of besides packages: the base image has the licence of Node here. */
const NODE_LICENCE = '/usr/local/LICENSE';
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/iu;
/** What builds for browsers leave: the packages that they bundled. */
const BUNDLED = '**/dist/**/licences*.json';
/** The list is served to browsers in these forms too. */
const COMPRESSED = ['.br', '.gz'];
const STORE = 'node_modules/.pnpm';

interface Component {
  type: string;
  name: string;
  version: string;
  group?: string;
  purl?: string;
  'bom-ref'?: string;
  licenses?: object[];
  [other: string]: unknown;
}

interface Bill {
  components: Component[];
  dependencies?: { ref: string; dependsOn?: string[] }[];
  [other: string]: unknown;
}

/** A package in an image, with the text of its licence. */
export interface Paper {
  name: string;
  version: string;
  licence: string;
  /** Empty where the package carries none. */
  text: string;
}

/** What the papers are written of. */
export interface BillOptions {
  /**
   * The folder of the image's content, in which production dependencies are installed and the
   * lockfile lies.
   */
  tree: string;
  /** The folder to write to. */
  target: string;
  /** The packages of ours that the image runs, as folders. */
  folders: readonly string[];
  /** Runs pnpm in that folder. */
  pnpm: (args: readonly string[]) => void;
}

/**
 * Writes `sbom.cdx.json` and `licences.txt`.
 * @throws Error when a package has a licence that is not among those that may be used
 */
export function writeBill({ tree, target, folders, pnpm }: BillOptions): void {
  mkdirSync(target, { recursive: true });
  const file = join(target, 'sbom.cdx.json');
  const filters = folders.flatMap((folder) => ['--filter', `./${folder}`]);
  const form = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6'];
  pnpm(['sbom', '--prod', ...form, '--sbom-type', 'application', ...filters, '--out', file]);
  const installed = listInstalled(tree);
  const bundled = takeBundled(tree);
  const papers = [...installed, ...bundled, nodePaper()].toSorted((one, other) =>
    `${one.name} ${one.version}`.localeCompare(`${other.name} ${other.version}`, 'en'),
  );
  const strange = papers.filter(({ licence }) => !LICENCES.has(licence));
  if (strange.length > 0)
    throw new Error(
      `No licence that may be used: ${strange.map((one) => `${one.name} ${one.licence}`).join(', ')}`,
    );
  const bill = JSON.parse(readFileSync(file, 'utf8')) as Bill;
  writeFileSync(file, `${JSON.stringify(narrowed(bill, installed, bundled), null, 1)}\n`);
  writeFileSync(join(target, 'licences.txt'), textOf(papers));
}

/**
 * pnpm lists what the lockfile has for every platform; an image has one. What browsers get comes on
 * top, and Node below.
 */
function narrowed(bill: Bill, installed: readonly Paper[], bundled: readonly Paper[]): Bill {
  const present = new Set(installed.map(({ name, version }) => `${name}@${version}`));
  const nameOf = ({ group, name }: Component): string =>
    group === undefined ? name : `${group}/${name}`;
  const isOurs = ({ group }: Component): boolean => group === '@tollgate';
  const kept = bill.components.filter(
    (one) => isOurs(one) || present.has(`${nameOf(one)}@${one.version}`),
  );
  const added = bundled.filter(({ name, version }) => !present.has(`${name}@${version}`));
  const components = [...kept, ...added.map(componentOf), nodeComponent()];
  const refs = new Set(kept.map((one) => one['bom-ref']));
  const isKnown = (ref: string): boolean =>
    refs.has(ref) || !bill.components.some((one) => one['bom-ref'] === ref);
  const dependencies = bill.dependencies
    ?.filter(({ ref }) => isKnown(ref))
    .map((one) => ({ ...one, dependsOn: one.dependsOn?.filter(isKnown) ?? [] }));
  return { ...bill, components, ...(dependencies && { dependencies }) };
}

function componentOf({ name, version, licence }: Paper): Component {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [group, short = name] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return {
    type: 'library',
    ...(group !== undefined && { group }),
    name: short,
    version,
    purl,
    'bom-ref': purl,
    licenses: [{ license: { id: licence } }],
  };
}

const nodeComponent = (): Component => ({
  type: 'platform',
  name: 'node',
  version: process.versions.node,
  purl: `pkg:generic/node@${process.versions.node}`,
  'bom-ref': `pkg:generic/node@${process.versions.node}`,
  licenses: [{ license: { id: 'MIT' } }],
});

const nodePaper = (): Paper => ({
  name: 'node',
  version: process.versions.node,
  licence: 'MIT',
  text: existsSync(NODE_LICENCE) ? readFileSync(NODE_LICENCE, 'utf8') : '',
});

/** Every package of others that is installed below a folder. */
export function listInstalled(tree: string): Paper[] {
  return readdirSync(join(tree, STORE)).flatMap((entry) => {
    const [, name] = /^((?:@[^+]+\+)?[^@]+)@/u.exec(entry) ?? [];
    if (name === undefined) return [];
    const folder = join(tree, STORE, entry, 'node_modules', name.replace('+', '/'));
    if (!existsSync(join(folder, 'package.json'))) return [];
    const found = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
      license?: string | { type: string };
    };
    const { license = 'none' } = found;
    const texts = readdirSync(folder)
      .filter((file) => LICENCE_FILE.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return {
      name: found.name,
      version: found.version,
      licence: typeof license === 'object' ? license.type : license,
      text: texts.join('\n\n'),
    };
  });
}

/**
 * Reads what builds have written of the packages that browsers get, and takes it out of what is
 * served.
 */
function takeBundled(tree: string): Paper[] {
  const found = new Map<string, Paper>();
  for (const file of globSync(BUNDLED, { cwd: tree, exclude: ['**/node_modules/**'] })) {
    const path = join(tree, file);
    const listed = JSON.parse(readFileSync(path, 'utf8')) as {
      name: string;
      version: string;
      identifier: string | null;
      text: string | null;
    }[];
    for (const { name, version, identifier, text } of listed) {
      const paper = { name, version, licence: identifier ?? 'none', text: text ?? '' };
      found.set(`${name}@${version}`, paper);
    }
    for (const form of ['', ...COMPRESSED]) rmSync(`${path}${form}`, { force: true });
  }
  return [...found.values()];
}

function textOf(papers: readonly Paper[]): string {
  const seen = new Map(papers.map((one) => [`${one.name} ${one.version}`, one]));
  const line = '='.repeat(78);
  const pieces = [...seen].map(
    ([title, paper]) =>
      `${line}\n${title}\n${paper.licence}\n${line}\n\n${paper.text || elsewhere(paper, papers)}\n`,
  );
  return `${HEADING}\n${pieces.join('\n')}`;
}

const HEADING = `What of others is in this image, and under which licences.
What the base image brings has its own in /usr/share/doc/<package>/copyright.
`;

/** A package that carries no text is under one that another carries. */
function elsewhere({ licence }: Paper, papers: readonly Paper[]): string {
  const other = papers.find((one) => one.licence === licence && one.text !== '');
  if (other === undefined) return `No text comes with it. SPDX: ${licence}`;
  return `No text comes with it. The licence is that of ${other.name}:\n\n${other.text}`;
}
