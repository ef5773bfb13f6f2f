/** `make screenshots` ends with it: one page for each console with all of its pictures. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contactSheets, PICTURES } from './pictures.ts';

for (const [name, sheet] of contactSheets(await readdir(PICTURES))) {
  await writeFile(join(PICTURES, name), sheet);
  process.stdout.write(`${join(PICTURES, name)}\n`);
}
