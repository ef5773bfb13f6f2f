import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { circlesOf, importsOf } from './imports.ts';
import { listFiles, listProductionFiles, packageOf, ROOT } from './source-files.ts';

const ARCHITECTURE = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');

/**
 * A name -> the names that it may import, read from a table in ARCHITECTURE.md, in the order of the
 * table.
 */
function readTable(name: string): Map<string, ReadonlySet<string>> {
  const table = ARCHITECTURE.split(`\`\`\`${name}\n`)[1]?.split('```')[0];
  if (table === undefined) throw new Error(`ARCHITECTURE.md has no table "${name}"`);
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

const layers = readTable('layers');
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

const ROOMS = [...ARCHITECTURE.matchAll(/```rooms (libs\/\w+)/g)].map(([, owner]) => owner ?? '');

/** The room of a file below `src`: its folder, or the file itself at the top. */
const roomOf = (path: string): string => path.split('/')[0]?.replace(/\.ts$/, '') ?? '';

describe('rooms', () => {
  test('ARCHITECTURE.md has tables of rooms', () => {
    expect(ROOMS).toContain('libs/inference');
  });

  describe.each(ROOMS)('of %s', (owner) => {
    const rooms = readTable(`rooms ${owner}`);
    const src = `${owner}/src/`;
    const files = listProductionFiles()
      .filter(({ path }) => path.startsWith(src))
      .map(({ path, text }) => ({ path: path.slice(src.length), text }));

    test('the table names each room', () => {
      const there = new Set(files.map(({ path }) => roomOf(path)));
      expect([...rooms.keys()].sort()).toEqual([...there].sort());
    });

    test('a row names rooms above it only', () => {
      const order = [...rooms.keys()];
      const upwards = order.flatMap((room, index) =>
        [...(rooms.get(room) ?? [])]
          .filter((other) => !order.slice(0, index).includes(other))
          .map((other) => `${room} -> ${other}`),
      );
      expect(upwards).toEqual([]);
    });

    test('a room imports what its row names, and each name is used', () => {
      const used = new Map([...rooms.keys()].map((room) => [room, new Set<string>()]));
      for (const { path, text } of files) {
        for (const [, target] of text.matchAll(/from '(\.\.?\/[^']+)'/g)) {
          const other = roomOf(join(dirname(path), target ?? ''));
          if (other !== roomOf(path)) used.get(roomOf(path))?.add(other);
        }
      }
      const sorted = (of: Map<string, ReadonlySet<string>>): [string, string[]][] =>
        [...of].map(([room, others]) => [room, [...others].sort()]);
      expect(sorted(used)).toEqual(sorted(rooms));
    });
  });
});
