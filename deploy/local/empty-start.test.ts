import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beganEmpty, beginEmpty } from './empty-start.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-empty-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a folder that began empty stays so over further starts', async () => {
  expect(beganEmpty(folder)).toBe(false);
  await beginEmpty(folder);
  await writeFile(join(folder, 'keys.json'), '{}');
  await beginEmpty(folder);
  expect(beganEmpty(folder)).toBe(true);
});

test('a folder with a demo is left as it is', async () => {
  await writeFile(join(folder, 'keys.json'), '{}');
  await expect(beginEmpty(folder)).rejects.toThrow('make reset');
  expect(beganEmpty(folder)).toBe(false);
});
