/** `make docs`, the part that looks into the services: writes the page about commands and variables. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REFERENCE_PAGE, referencePage } from './reference.ts';

await writeFile(join(import.meta.dirname, '../../..', REFERENCE_PAGE), referencePage());
