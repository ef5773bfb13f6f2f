import { execa } from 'execa';
import pins from './versions.json' with { type: 'json' };

/** A package of npm or of PyPI; one of PyPI with the extras that it is installed with. */
export type PackageName = keyof typeof pins.npm | keyof typeof pins.pypi;
/** The version of each package that somebody asked about. */
export type Versions = Readonly<Partial<Record<PackageName, string>>>;

/** The versions of `versions.json`, which is the one place that pins them. */
export const PINNED: Versions = { ...pins.npm, ...pins.pypi };

/** `autogen-ext (0.7.5)`: how pip names the newest version that is not a preview. */
const NAMED_BY_PIP = /\(([^)]+)\)/u;

/**
 * The newest version of each package that is not a preview.
 * @throws when a registry does not say
 */
export async function newestVersions(names: readonly PackageName[]): Promise<Versions> {
  const found: Partial<Record<PackageName, string>> = {};
  for (const name of names) found[name] = await newestOf(name);
  return found;
}

/** Before the name of a package of npm that PyPI has too: `openai@npm:openai`. */
const ALIAS = /^.+@npm:/u;

/** A package without what sets it apart from one of the same name at the other registry. */
export function plainName(name: PackageName): string {
  return name.replace(ALIAS, '');
}

async function newestOf(name: PackageName): Promise<string> {
  if (name in pins.npm) {
    const { stdout } = await execa('npm', ['view', plainName(name), 'version']);
    return stdout.trim();
  }
  const [plain = name] = name.split('[');
  const { stdout } = await execa('python3', ['-m', 'pip', 'index', 'versions', plain]);
  const [, version] = NAMED_BY_PIP.exec(stdout) ?? [];
  if (version === undefined) throw new Error(`the registry names no version of ${plain}`);
  return version;
}
