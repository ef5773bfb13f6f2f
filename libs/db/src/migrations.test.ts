import { readdir } from 'node:fs/promises';
import { MIGRATIONS } from './migrations.ts';

test('every file of a migration is one of the steps, in the order of the names', async () => {
  const all = await readdir(new URL('migrations', import.meta.url));
  const files = all.filter((name) => name.endsWith('.ts'));
  expect(MIGRATIONS.map(({ name }) => `${name}.ts`)).toEqual(files.toSorted());
});
