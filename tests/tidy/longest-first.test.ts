import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, ROOT } from './source-files.ts';

test('each file that begins first because it takes long exists', () => {
  const text = readFileSync(join(ROOT, 'tests/jest/longest-first.mjs'), 'utf8');
  const named = [...text.matchAll(/'(tests\/\S+\.test\.ts)'/g)].map(([, path]) => path);
  const paths = new Set(listFiles(/\.test\.ts$/).map(({ path }) => path));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => !paths.has(path ?? ''))).toEqual([]);
});
