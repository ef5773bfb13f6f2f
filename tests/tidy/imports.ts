import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

/** The files that each file imports, for their values or for their types. */
type Imports = ReadonlyMap<string, readonly string[]>;

/**
 * Where an import names its file: statements of both kinds, imports for side effects, and
 * `import()`.
 */
const SPECIFIER = /\b(?:from|import)\s*\(?\s*'([^']+)'/g;

/**
 * Reads which of the files import which.
 * @param folders the folder of each package, by the package's name
 */
export function importsOf(
  files: readonly SourceFile[],
  folders: ReadonlyMap<string, string>,
): Imports {
  const known = new Set(files.map(({ path }) => path));
  const targetOf = (from: string, name: string): string => {
    if (name.startsWith('.')) return posix.join(posix.dirname(from), name);
    const [scope, pack, ...rest] = name.split('/');
    return `${folders.get(`${scope}/${pack}`)}/src/${rest.join('/')}.ts`;
  };
  return new Map(
    files.map(({ path, text }) => {
      const names = [...text.matchAll(SPECIFIER)].map(([, name]) => name ?? '');
      return [path, names.map((name) => targetOf(path, name)).filter((file) => known.has(file))];
    }),
  );
}

/**
 * The shortest circle through each file that is in one, as `a.ts -> b.ts -> a.ts`; each circle
 * once.
 */
export function circlesOf(imports: Imports): string[] {
  const circles = new Map<string, string>();
  for (const file of [...imports.keys()].toSorted()) {
    const circle = wayBack(imports, file);
    if (circle === null) continue;
    const key = circle.toSorted().join();
    if (!circles.has(key)) circles.set(key, [...circle, file].join(' -> '));
  }
  return [...circles.values()];
}

/**
 * The files on the shortest way from a file to itself, that file first; null when there is none.
 */
function wayBack(imports: Imports, start: string): string[] | null {
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of imports.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return way;
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return null;
}
