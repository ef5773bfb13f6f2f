import { listFiles } from './source-files.ts';

/** What a library lets others import: `./records/filter` and the file that stands for it. */
const exported = listFiles(/^libs\/[^/]+\/package\.json$/).flatMap(({ path, text }) => {
  const { name, exports } = JSON.parse(text) as { name: string; exports: Record<string, string> };
  const folder = path.replace(/\/package\.json$/, '');
  return Object.entries(exports).map(([from, to]) => ({
    folder,
    specifier: `${name}/${from.slice(2)}`,
    file: `${folder}/${to.slice(2)}`,
  }));
});
const named = exported.filter(({ specifier }) => !specifier.includes('*'));
const sources = listFiles(/^(libs|services|deploy|tests)\/.*\.ts$/);

describe('exports of libraries', () => {
  test('some libraries name their public files', () => {
    expect(new Set(named.map(({ folder }) => folder)).size).toBeGreaterThan(1);
  });

  test('each file that is named is there, and is imported from outside', () => {
    const paths = new Set(sources.map(({ path }) => path));
    const used = new Set(
      sources.flatMap(({ path, text }) =>
        [...text.matchAll(/'(@tollgate\/[^']+)'/g)].map(
          ([, specifier]) => `${path.split('/').slice(0, 2).join('/')} ${specifier}`,
        ),
      ),
    );
    const outside = (folder: string, specifier: string): boolean =>
      [...used].some((use) => use.endsWith(` ${specifier}`) && !use.startsWith(`${folder} `));
    const faults = named.filter(
      ({ folder, specifier, file }) => !paths.has(file) || !outside(folder, specifier),
    );
    expect(faults).toEqual([]);
  });
});
