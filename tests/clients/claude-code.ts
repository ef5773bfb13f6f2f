import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runAgent } from './agent.ts';
import { casesOf } from './client.ts';
import type { Client, Feature } from './client.ts';
import { installCommand } from './install.ts';
import type { Scene } from './scene.ts';
import { emptied, prepareTask } from './task.ts';
import type { Tools } from './task.ts';

const PAGE = join(import.meta.dirname, '../../services/docs/content/claude-code.md');

const call = (name: string, given: object): { calls: { name: string; arguments: object }[] } => ({
  calls: [{ name, arguments: given }],
});
const TOOLS: Tools = {
  shell: (command) => call('Bash', { command, description: 'A step of the task' }),
  // Claude Code edits only what it has read, and hands the call back with defaults that the model
  // did not write.
  edit: ({ path, from, to }) => [
    call('Read', { file_path: path }),
    call('Edit', { file_path: path, old_string: from, new_string: to }),
  ],
  look: (path) => call('Read', { file_path: path }),
};

/** What Claude Code says; where it gives up, it exits with another code than 0. */
const EXPECTED: Readonly<Partial<Record<Feature, { failed: boolean; said: RegExp }>>> = {
  answer: { failed: false, said: /You said/u },
  'empty wallet': { failed: true, said: /credit/iu },
  break: { failed: true, said: /interrupted|broke|API Error/iu },
  overflow: { failed: true, said: /prompt is too long/iu },
};
const DONE = { failed: false, said: /The task is done\./u };

/**
 * Anthropic's agent for the command line, which speaks messages only: to a model of its own
 * provider, whose requests pass as they came, and to others.
 */
export const claudeCode: Client = {
  name: 'Claude Code',
  packages: ['@anthropic-ai/claude-code'],
  cases: [
    ...casesOf(['claude', 'codex', 'gemini', 'compatible'], ['answer', 'tools', 'edit', 'picture']),
    ...casesOf(['claude', 'compatible'], ['empty wallet', 'break']),
    // No prompt that Claude Code sends is beyond the context of the model that Anthropic offers.
    ...casesOf(['compatible'], ['overflow']),
  ],
  install: (home, versions) => installCommand(home, { versions, command: 'claude' }),
  async run(asked, { scene, home }) {
    const [work, settings] = [join(home, 'work'), join(home, 'settings')];
    await emptied(work, settings);
    await runAgent({
      asked,
      scene,
      work,
      command: [join(home, 'node_modules/.bin/claude'), '-p', '--allowedTools', 'Bash,Read,Edit'],
      prompt: await prepareTask(asked.feature, { folder: work, tools: TOOLS }),
      env: {
        ...(await environmentOf(scene, scene.models[asked.model])),
        ANTHROPIC_AUTH_TOKEN: asked.feature === 'empty wallet' ? scene.poorKey : scene.key,
        HOME: settings,
        CLAUDE_CONFIG_DIR: settings,
        CLAUDE_CODE_MAX_RETRIES: '1',
        DISABLE_AUTOUPDATER: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_ERROR_REPORTING: '1',
      },
      ...(EXPECTED[asked.feature] ?? DONE),
    });
  },
};

/** The settings that the documentation gives to users. */
async function environmentOf({ baseUrl }: Scene, model: string): Promise<Record<string, string>> {
  const page = await readFile(PAGE, 'utf8');
  const reported = [...page.matchAll(/^export ([A-Z_]+)="?([^"\n]*)"?$/gm)];
  const address = baseUrl.replace(/\/v1$/u, '');
  return Object.fromEntries(
    reported.map(([, name = '', value = '']) => [
      name,
      value.replace('ADDRESS', address).replace('MODEL', model),
    ]),
  );
}
