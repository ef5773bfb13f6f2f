import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buildWhenChanged } from './build-folder.ts';

let folder: string;
let builds = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-build-'));
  builds = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const source = (): string => join(folder, 'source.md');
const run = (fault?: Error): Promise<void> =>
  buildWhenChanged({
    dist: join(folder, 'dist'),
    sources: [source()],
    build: async (into) => {
      builds += 1;
      await writeFile(join(into, `page-${builds}.html`), await readFile(source()));
      if (fault !== undefined) throw fault;
    },
  });
const built = async (): Promise<string[]> => (await readdir(join(folder, 'dist'))).toSorted();

describe('a folder that is built', () => {
  test('is built again when a source has changed, and only then, as a whole', async () => {
    await writeFile(source(), 'one');
    await run();
    await run();
    expect(builds).toBe(1);
    await writeFile(source(), 'two');
    await run();
    expect(await built()).toEqual([
      'page-2.html',
      'page-2.html.br',
      'page-2.html.gz',
      'sources.sha256',
    ]);
  });

  test('has smaller files beside those that text is in', async () => {
    await writeFile(source(), 'words '.repeat(500));
    await run();
    const read = (name: string) => readFile(join(folder, 'dist', name));
    const plain = await read('page-1.html');
    expect(gunzipSync(await read('page-1.html.gz'))).toEqual(plain);
    expect(brotliDecompressSync(await read('page-1.html.br'))).toEqual(plain);
  });

  test('is there as a whole when several build it at once', async () => {
    for (const text of ['one', 'two']) {
      await writeFile(source(), text);
      await Promise.all([run(), run(), run()]);
      const [page = ''] = await built();
      expect(await readFile(join(folder, 'dist', page), 'utf8')).toBe(text);
    }
    expect((await readdir(folder)).toSorted()).toEqual(['dist', 'source.md']);
  });

  test('stays as it is when a build fails, and nothing is left aside', async () => {
    await writeFile(source(), 'one');
    await run();
    const before = await built();
    await writeFile(source(), 'two');
    await expect(run(new Error('broken'))).rejects.toThrow('broken');
    expect(await built()).toEqual(before);
    expect((await readdir(folder)).toSorted()).toEqual(['dist', 'source.md']);
    await run();
    expect(builds).toBe(3);
  });
});
