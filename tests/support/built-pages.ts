import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildPages } from '@tollgate/deploy/local/pages';
import { SERVICES } from '@tollgate/deploy/local/services';

const POLL_MS = 100;

const claim = (folder: string): Promise<boolean> =>
  mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return false;
    },
  );

/**
 * Builds the pages of all services, once for all test files of a run: each build writes the
 * interface descriptions first, and two at a time would do all of it twice.
 * @param runDir folder of the run, in which is noted that they are built
 */
export async function buildPagesOnce(runDir: string): Promise<void> {
  const folder = join(runDir, 'pages');
  const built = join(folder, 'built');
  while (!existsSync(built)) {
    if (!(await claim(folder))) {
      await pause(POLL_MS);
      continue;
    }
    try {
      await buildPages(SERVICES);
      await writeFile(built, '');
    } catch (error) {
      await rm(folder, { recursive: true });
      throw error;
    }
  }
}
