/**
 * `make openapi`: writes the interface descriptions from the routes of all services, and from these the types of the consoles and
 * what the console of administrators hides by. With `--check` it only says whether they are as they would be written, by its exit code.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONSOLE_NEEDS, writeConsoleNeeds } from './console-needs.ts';
import { CONSOLE_TYPES, writeConsoleTypes } from './console-types.ts';
import { writeDocument } from './document.ts';
import type { Plane } from './document.ts';

const ROOT = join(import.meta.dirname, '../../..');
const check = process.argv.includes('--check');

const keep = async (file: string, text: string): Promise<void> => {
  const before = await readFile(join(ROOT, file), 'utf8').catch(() => '');
  if (text === before) return;
  if (check) {
    process.stderr.write(`${file} is out of date: run make openapi\n`);
    process.exitCode = 1;
  } else {
    await writeFile(join(ROOT, file), text);
    process.stdout.write(`wrote ${file}\n`);
  }
};

const documents = {
  public: await writeDocument('public'),
  internal: await writeDocument('internal'),
} satisfies Record<Plane, unknown>;
for (const [plane, document] of Object.entries(documents)) {
  await keep(`services/docs/openapi/${plane}.json`, `${JSON.stringify(document, null, 1)}\n`);
}
for (const types of CONSOLE_TYPES) {
  await keep(types.file, await writeConsoleTypes(documents[types.plane], types));
}
await keep(CONSOLE_NEEDS, writeConsoleNeeds(documents.internal));
