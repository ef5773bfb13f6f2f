import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scriptValue } from '../fake-provider/behaviours/answers.ts';
import type { ScriptStep } from '../fake-provider/behaviours/answers.ts';
import { expectSaid } from './client.ts';
import type { Feature } from './client.ts';

/** More words than the context of the fake provider has tokens. */
const OVERFLOW_WORDS = 140_000;
const FILE = 'told.txt';

/**
 * What agents are asked, feature by feature. The task has five turns: a tool that fails is one of them.
 * @param shell the call that runs a command in the agent's own tool
 */
export function promptsOf(
  shell: (command: string) => ScriptStep,
): Readonly<Partial<Record<Feature, string>>> {
  const task = scriptValue([
    shell(`echo first > ${FILE}`),
    shell('a-command-that-nobody-has'),
    shell(`echo second >> ${FILE}`),
    shell(`cat ${FILE}`),
    { text: 'The task is done.' },
  ]);
  return {
    answer: 'Say hello.',
    tools: `[[provider: script=${task}]] Do the task.`,
    'empty wallet': 'Say hello.',
    break: '[[provider: cut after=4]] Say hello.',
    overflow: 'word '.repeat(OVERFLOW_WORDS),
  };
}

/** @param folder where the agent worked. @throws Error when the task of {@link promptsOf} has not been done there */
export async function expectDone(folder: string): Promise<void> {
  expectSaid(await readFile(join(folder, FILE), 'utf8'), 'first\nsecond\n');
}
