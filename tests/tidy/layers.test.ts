import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { circlesOf, importsOf } from './imports.ts';
import { listFiles, listProductionFiles, packageOf, ROOT } from './source-files.ts';

/** `libs/keys` -> the libraries that it may import, read from the table in ARCHITECTURE.md. */
function readLayers(): Map<string, ReadonlySet<string>> {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const table = /```layers\n([\s\S]*?)```/.exec(text)?.[1];
  if (table === undefined) throw new Error('ARCHITECTURE.md has no table of layers');
  return new Map(
    table
      .trim()
      .split('\n')
      .map((line) => line.split('->'))
      .map(([name, allowed]) => [
        (name ?? '').trim(),
        new Set((allowed ?? '').trim().split(/\s+/).filter(Boolean)),
      ]),
  );
}

const layers = readLayers();
const packageNames = new Map(
  listFiles(/^(libs\/[^/]+|services\/[^/]+|deploy)\/package\.json$/).map(({ path, text }) => [
    (JSON.parse(text) as { name: string }).name,
    path.replace(/\/package\.json$/, ''),
  ]),
);

describe('layers', () => {
  test('the table names every package and nothing else', () => {
    expect([...layers.keys()].sort()).toEqual([...packageNames.values()].sort());
  });

  test('nobody imports what its layer does not allow', () => {
    const faults = listProductionFiles().flatMap(({ path, text }) => {
      const own = packageOf(path);
      return [...text.matchAll(/from '(@tollgate\/[\w-]+)/g)].flatMap(([, name]) => {
        const target = packageNames.get(name ?? '') ?? name ?? '';
        const short = target.replace(/^libs\//, '');
        return target === own || layers.get(own)?.has(short) ? [] : [`${path} imports ${name}`];
      });
    });
    expect(faults).toEqual([]);
  });

  test('no file imports itself through others, types included', () => {
    expect(circlesOf(importsOf(listProductionFiles(), packageNames))).toEqual([]);
  });

  test('no relative import leaves its package', () => {
    const faults = listProductionFiles().flatMap(({ path, text }) => {
      const depth = path.split('/').length - packageOf(path).split('/').length - 1;
      return [...text.matchAll(/from '((?:\.\.\/)+)/g)]
        .filter(([, ups]) => (ups ?? '').length / 3 > depth)
        .map(() => path);
    });
    expect(faults).toEqual([]);
  });

  test('a library declares what it imports', () => {
    const faults = listFiles(/^(libs|services)\/[^/]+\/package\.json$/).flatMap(
      ({ path, text }) => {
        const folder = path.replace(/\/package\.json$/, '');
        const declared = (JSON.parse(text) as { dependencies?: object }).dependencies ?? {};
        const used = new Set(
          listProductionFiles()
            .filter((file) => packageOf(file.path) === folder)
            .flatMap((file) => [...file.text.matchAll(/from '(@tollgate\/[\w-]+)/g)])
            .map(([, name]) => name ?? ''),
        );
        return Object.keys(declared)
          .filter((name) => name.startsWith('@tollgate/') && !used.has(name))
          .map((name) => `${path} declares ${name} and does not import it`);
      },
    );
    expect(faults).toEqual([]);
  });
});
