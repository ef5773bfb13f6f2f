import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import type { TestStack } from '../support/stack.ts';
import type { Order, ProcessReading } from './inside.ts';

const LOADED = join(import.meta.dirname, 'inside.ts');

/** A look into the processes of a stack. */
export interface ProcessesInside {
  /** More variables for every process, to be given to the stack. */
  env: Record<string, string>;
  /** What a process tells of itself. */
  ask(stack: TestStack, process: string): Promise<ProcessReading>;
  /**
   * Has a process die of an error that carries a secret; resolves once another has taken its place.
   */
  die(stack: TestStack, process: string, secret: string): Promise<void>;
  drop(): Promise<void>;
}

/** Prepares a look into processes that start afterwards. */
export async function aLookInside(): Promise<ProcessesInside> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-inside-'));
  const order = async (stack: TestStack, process: string, what: Order): Promise<string> => {
    const file = join(folder, String(stack.pid(process)));
    await rm(file, { force: true });
    await writeFile(join(folder, 'order'), JSON.stringify(what));
    await stack.kill(process, 'SIGUSR2');
    return file;
  };
  return {
    env: { INSIDE_DIR: folder, NODE_OPTIONS: `--import=file://${LOADED}` },
    async ask(stack, process) {
      const file = await order(stack, process, {});
      let reported = '';
      await eventually(async () => {
        reported = await readFile(file, 'utf8');
        return true;
      }, `${process} tells nothing`);
      return JSON.parse(reported) as ProcessReading;
    },
    async die(stack, process, secret) {
      const before = stack.pid(process);
      await order(stack, process, { secret });
      await eventually(() => stack.pid(process) !== before, `${process} lives on`);
      await stack.ready(process);
    },
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}
