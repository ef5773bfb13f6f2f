import { readdir } from 'node:fs/promises';
import { MIGRATIONS } from './migrations.ts';

test('every file of a migration is one of the steps, in the order of the names', async () => {
  const files = await readdir(new URL('migrations', import.meta.url));
  expect(MIGRATIONS.map(({ name }) => `${name}.ts`)).toEqual(files.toSorted());
});
