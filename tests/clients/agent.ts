import { execa } from 'execa';
import { expectSaid } from './client.ts';
import type { Case } from './client.ts';
import type { Scene } from './scene.ts';
import { expectDone } from './task.ts';

const RUN_MS = 180_000;
const SHOWN_CHARACTERS = 400;

/** One run of an agent for the command line. */
interface Run {
  asked: Case;
  scene: Scene;
  command: readonly [string, ...string[]];
  /** The folder in which the agent works. */
  work: string;
  env: Record<string, string>;
  prompt: string;
  said: RegExp;
  /** Whether the agent has to give up with another exit code than 0; absent: either will do. */
  failed?: boolean;
}

/**
 * Runs an agent and looks at what it says and what it has done.
 * @throws Error with what is missing
 */
export async function runAgent(run: Run): Promise<void> {
  const { asked, scene, work, prompt } = run;
  await scene.sent();
  const [file, ...args] = run.command;
  const ran = await execa(file, args, {
    cwd: work,
    env: run.env,
    // No argument of a command may be as long as the longest prompt.
    input: prompt,
    timeout: RUN_MS,
    reject: false,
    all: true,
  });
  // Some repeat the prompt, which is not what they say.
  const said = ran.all.replaceAll(prompt.trim(), '');
  if (ran.timedOut) throw new Error(`did not end: ${said.slice(-SHOWN_CHARACTERS)}`);
  expectSaid(said, run.said);
  if (run.failed !== undefined && (ran.exitCode !== 0) !== run.failed) {
    throw new Error(`exit code ${ran.exitCode}: ${said.slice(-SHOWN_CHARACTERS)}`);
  }
  await expectDone(asked.feature, { folder: work, scene });
}
