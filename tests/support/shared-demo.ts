import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoOf } from './demo.ts';
import type { Demo } from './demo.ts';
import { endWithFile } from './left-running.ts';
import { giveBackSharedStack, takeSharedStack } from './shared-stacks.ts';
import type { SharedStackOptions } from './shared-stacks.ts';

const refuse = (): never => {
  throw new Error('This stack is shared: who breaks processes takes aDemo.');
};

/**
 * The demo on a stack that other test files have before and after this one: with rows, ids, limits
 * and a provider of its own, and processes whose counters go on. For files that do not break
 * processes. Every other environment is another stack. `stack.drop` gives it back.
 */
export async function aSharedDemo(options: SharedStackOptions = {}): Promise<Demo> {
  const shared = await takeSharedStack(options);
  const giveBack = endWithFile(() => giveBackSharedStack(shared));
  const stack = {
    ...shared,
    pid: (name: string) => shared.pids[name],
    kill: refuse,
    stop: refuse,
    start: refuse,
    restart: refuse,
    ready: refuse,
    logs: (name: string) => readFile(join(shared.stateDir, 'logs', `${name}.log`), 'utf8'),
    drop: giveBack,
  };
  return demoOf(stack).catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
}
