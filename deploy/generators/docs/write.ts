/**
 * `make docs`, the part that looks into the services: writes the pages about commands and variables
 * and about roles.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REFERENCE_PAGE, referencePage } from './reference.ts';
import { ROLES_PAGE, rolesPage } from './roles.ts';

const ROOT = join(import.meta.dirname, '../../..');
await writeFile(join(ROOT, REFERENCE_PAGE), referencePage());
await writeFile(join(ROOT, ROLES_PAGE), rolesPage());
