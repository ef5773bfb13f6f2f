import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Names the folder of what all processes of a run build once; absent where jest runs by itself,
 * whose cluster has such a folder then.
 */
export const RUN_VARIABLE = 'TOLLGATE_TEST_RUN';
const POLL_MS = 100;
const DONE = 'done';

const claim = (folder: string): Promise<boolean> =>
  mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return false;
    },
  );

/**
 * Does work of which a run needs one, and waits where another process does it. What fails is tried
 * again by the next that asks.
 * @param folder does not exist before the work; its parent does
 * @param work may write into the folder
 */
export async function once(folder: string, work: () => Promise<void>): Promise<void> {
  const done = join(folder, DONE);
  while (!existsSync(done)) {
    if (!(await claim(folder))) {
      await pause(POLL_MS);
      continue;
    }
    try {
      await work();
      await writeFile(done, '');
    } catch (error) {
      await rm(folder, { recursive: true });
      throw error;
    }
  }
}
