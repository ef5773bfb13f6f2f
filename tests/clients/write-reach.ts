/** A part of `make docs`: writes the page of what is reached by which client. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REACH_PAGE, reachPage } from './reach-page.ts';

await writeFile(join(import.meta.dirname, '../..', REACH_PAGE), reachPage());
