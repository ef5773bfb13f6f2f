/**
 * Writes what describes the API: the interface descriptions and the schema of documents of
 * configuration, which are built wherever they are needed. `make openapi` also writes the digest,
 * which is kept and reviewed; `--check` says whether it is as it would be written, by its exit
 * code; `--build` leaves it alone.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CONFIGURATION_SCHEMA, configurationSchema } from '../docs/configuration-schema.ts';
import { DIGEST, digestOf } from './digest.ts';
import { writeDocument } from './document.ts';

const ROOT = join(import.meta.dirname, '../../..');

function textOf(file: string): Promise<string> {
  return readFile(join(ROOT, file), 'utf8').catch(() => '');
}

/** Replaces a file as a whole: others may read it at any moment. */
async function keep(file: string, text: string): Promise<void> {
  if (text === (await textOf(file))) return;
  const path = join(ROOT, file);
  const aside = `${path}.${process.pid}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(aside, text);
  await rename(aside, path);
  process.stdout.write(`wrote ${file}\n`);
}

const internal = await writeDocument('internal');
const digest = digestOf(internal);
if (process.argv.includes('--check')) {
  if (digest !== (await textOf(DIGEST))) {
    process.stderr.write(
      `The API is another than ${DIGEST} says: run make openapi, and commit the lines that differ if they are meant.\n`,
    );
    process.exitCode = 1;
  }
} else {
  for (const [plane, document] of [
    ['public', await writeDocument('public')],
    ['internal', internal],
  ] as const) {
    await keep(`services/docs/openapi/${plane}.json`, `${JSON.stringify(document, null, 1)}\n`);
  }
  await keep(CONFIGURATION_SCHEMA, configurationSchema());
  if (!process.argv.includes('--build')) await keep(DIGEST, digest);
}
