import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newUuid } from '@tollgate/runtime/ids';
import { eventually } from './eventually.ts';
import type { InnerTrouble } from './inner-trouble.ts';
import type { TestStack } from './stack.ts';

const LOADED = join(import.meta.dirname, 'inner-trouble.ts');
/** Small enough to be used up within a second, in mebibytes. */
const MEMORY_MAX = 192;

/** The way to trouble inside one process. */
export interface ProcessTrouble {
  /** More variables for the process, to be given to the stack. */
  env: Record<string, string>;
  /** Puts this trouble in the place of what was before; resolves once the process has it. */
  order(stack: TestStack, process: string, trouble: InnerTrouble): Promise<void>;
  drop(): Promise<void>;
}

/** Prepares trouble for one process. */
export function aProcessTrouble(): ProcessTrouble {
  const file = join(tmpdir(), `inner-trouble-${newUuid()}`);
  const seen = `${file}.seen`;
  return {
    env: {
      INNER_TROUBLE: file,
      NODE_OPTIONS: `--import=file://${LOADED} --max-old-space-size=${MEMORY_MAX}`,
    },
    async order(stack, process, trouble) {
      const text = JSON.stringify(trouble);
      await rm(seen, { force: true });
      await writeFile(file, text);
      await stack.kill(process, 'SIGUSR2');
      await eventually(async () => (await readFile(seen, 'utf8')) === text, 'no trouble was made');
    },
    async drop() {
      await rm(file, { force: true });
      await rm(seen, { force: true });
    },
  };
}
