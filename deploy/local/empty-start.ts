import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a state folder has that begins empty. */
const MARK = 'empty';
/** What every state folder has after its first start. */
const KEYS = 'keys.json';

/** Whether the stack of a folder began without the demo, and so goes on without it. */
export const beganEmpty = (stateDir: string): boolean => existsSync(join(stateDir, MARK));

/**
 * Lets a folder begin without the demo; it stays so until it is deleted.
 * @throws where the folder has a demo already
 */
export async function beginEmpty(stateDir: string): Promise<void> {
  if (beganEmpty(stateDir)) return;
  if (existsSync(join(stateDir, KEYS))) {
    throw new Error('There is a demo here already: make reset deletes it, then make up EMPTY=1.');
  }
  await writeFile(join(stateDir, MARK), '');
}
