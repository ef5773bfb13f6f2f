/**
 * `make openapi`: writes the interface descriptions from the routes of all services. With `--check` it only says whether
 * they are as they would be written, by its exit code.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDocument } from './document.ts';
import type { Plane } from './document.ts';

const FOLDER = join(import.meta.dirname, '../../../services/docs/openapi');
const check = process.argv.includes('--check');

for (const plane of ['public', 'internal'] satisfies Plane[]) {
  const file = join(FOLDER, `${plane}.json`);
  const text = `${JSON.stringify(await writeDocument(plane), null, 1)}\n`;
  const before = await readFile(file, 'utf8').catch(() => '');
  if (text === before) continue;
  if (check) {
    process.stderr.write(`services/docs/openapi/${plane}.json is out of date: run make openapi\n`);
    process.exitCode = 1;
  } else {
    await writeFile(file, text);
    process.stdout.write(`wrote services/docs/openapi/${plane}.json\n`);
  }
}
