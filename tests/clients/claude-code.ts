import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expectSaid } from './client.ts';
import type { Client, Feature } from './client.ts';
import type { Scene } from './scene.ts';
import { expectDone, promptsOf } from './task.ts';

const VERSION = '2.1.330';
const RUN_MS = 120_000;
const PAGE = join(import.meta.dirname, '../../services/docs/content/claude-code.md');

let home = '';

const PROMPTS = promptsOf((command) => ({
  calls: [{ name: 'Bash', arguments: { command, description: 'A step of the task' } }],
}));

/** What Claude Code says; where it gives up, it exits with another code than 0. */
const EXPECTED: Readonly<Partial<Record<Feature, { failed: boolean; said: RegExp }>>> = {
  answer: { failed: false, said: /You said/u },
  tools: { failed: false, said: /The task is done\./u },
  'empty wallet': { failed: true, said: /credit/iu },
  break: { failed: true, said: /interrupted|broke|API Error/iu },
  overflow: { failed: true, said: /prompt is too long/iu },
};

/** Anthropic's agent for the command line, which speaks messages only: to a model of its own provider, whose requests pass as they came, and to another. */
export const CLAUDE_CODE: readonly Client[] = [by('claude'), by('model')];

function by(choice: 'claude' | 'model'): Client {
  return {
    name: `Claude Code ${VERSION}${choice === 'claude' ? ', Anthropic' : ''}`,
    // No prompt that Claude Code sends is beyond the context of the model that Anthropic offers.
    features: ['answer', 'tools', 'empty wallet', 'break', ...overflowOf(choice)],
    async install(folder) {
      home = join(folder, `claude-code-${VERSION}`);
      await mkdir(home, { recursive: true });
      const wanted = ['install', '--no-audit', '--no-fund', '--prefix', home];
      await execa('npm', [...wanted, `@anthropic-ai/claude-code@${VERSION}`]);
    },
    async run(feature, scene) {
      const expected = EXPECTED[feature];
      if (expected === undefined) throw new Error('not tried');
      const [work, settings] = [join(home, 'work'), join(home, 'settings')];
      for (const folder of [work, settings]) {
        await rm(folder, { recursive: true, force: true });
        await mkdir(folder, { recursive: true });
      }
      const key = feature === 'empty wallet' ? scene.poorKey : scene.key;
      const command = join(home, 'node_modules/.bin/claude');
      const ran = await execa(command, ['-p', '--allowedTools', 'Bash'], {
        cwd: work,
        input: PROMPTS[feature] ?? '',
        env: {
          ...(await environmentOf(scene, scene[choice])),
          ANTHROPIC_AUTH_TOKEN: key,
          HOME: settings,
          CLAUDE_CONFIG_DIR: settings,
          CLAUDE_CODE_MAX_RETRIES: '1',
          DISABLE_AUTOUPDATER: '1',
          DISABLE_TELEMETRY: '1',
          DISABLE_ERROR_REPORTING: '1',
        },
        timeout: RUN_MS,
        reject: false,
        all: true,
      });
      if (ran.timedOut) throw new Error(`did not end: ${ran.all.slice(-400)}`);
      expectSaid(ran.all, expected.said);
      if ((ran.exitCode !== 0) !== expected.failed) throw new Error(`exit code ${ran.exitCode}`);
      if (feature === 'tools') await expectDone(work);
    },
  };
}

function overflowOf(choice: 'claude' | 'model'): Feature[] {
  return choice === 'model' ? ['overflow'] : [];
}

/** The settings that the documentation gives to users. */
async function environmentOf({ baseUrl }: Scene, model: string): Promise<Record<string, string>> {
  const page = await readFile(PAGE, 'utf8');
  const told = [...page.matchAll(/^export ([A-Z_]+)="?([^"\n]*)"?$/gm)];
  const address = baseUrl.replace(/\/v1$/u, '');
  return Object.fromEntries(
    told.map(([, name = '', value = '']) => [
      name,
      value.replace('ADDRESS', address).replace('MODEL', model),
    ]),
  );
}
