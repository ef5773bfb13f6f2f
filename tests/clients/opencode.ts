import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expectSaid } from './client.ts';
import type { Client, Feature } from './client.ts';
import type { Scene } from './scene.ts';
import { expectDone, promptsOf } from './task.ts';

const VERSION = '1.18.33';
const RUN_MS = 120_000;
const LIMIT = { context: 128_000, output: 16_000 };

const PROMPTS = promptsOf((command) => ({
  calls: [{ name: 'bash', arguments: { command, description: 'A step of the task' } }],
}));

const EXPECTED: Readonly<Partial<Record<Feature, RegExp>>> = {
  answer: /You said/u,
  tools: /The task is done\./u,
  'empty wallet': /credit|quota/iu,
  break: /interrupted|broke|error/iu,
  overflow: /context|too long/iu,
};

/** An agent that speaks to us through one package of the Vercel AI SDK. */
function opencodeBy(npm: string): Client {
  let home = '';
  return {
    name: `opencode ${VERSION}, ${npm}`,
    features: ['answer', 'tools', 'empty wallet', 'break', 'overflow'],
    async install(folder) {
      home = join(folder, `opencode-${VERSION}`);
      await mkdir(home, { recursive: true });
      const wanted = ['install', '--no-audit', '--no-fund', '--prefix', home];
      await execa('npm', [...wanted, `opencode-ai@${VERSION}`]);
    },
    async run(feature, scene) {
      const [work, data] = [join(home, 'work'), join(home, 'data')];
      for (const folder of [work, data]) {
        await rm(folder, { recursive: true, force: true });
        await mkdir(folder, { recursive: true });
      }
      await writeFile(join(work, 'opencode.json'), configOf(npm, scene));
      const args = [
        'run',
        '--auto',
        '--dir',
        work,
        '--title',
        'tried',
        '-m',
        `tollgate/${scene.model}`,
      ];
      const ran = await execa(join(home, 'node_modules/.bin/opencode'), args, {
        cwd: work,
        env: {
          PWD: work,
          OPENCODE_CONFIG: join(work, 'opencode.json'),
          HOME: data,
          XDG_DATA_HOME: data,
          XDG_CONFIG_HOME: data,
          XDG_CACHE_HOME: data,
          XDG_STATE_HOME: data,
          TOLLGATE_API_KEY: feature === 'empty wallet' ? scene.poorKey : scene.key,
          OPENCODE_DISABLE_AUTOUPDATE: '1',
          OPENCODE_DISABLE_MODELS_FETCH: '1',
          OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
          OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
        },
        // No argument of a command may be as long as the longest of these prompts.
        input: PROMPTS[feature] ?? '',
        timeout: RUN_MS,
        reject: false,
        all: true,
      });
      if (ran.timedOut) throw new Error(`did not end: ${ran.all.slice(-400)}`);
      expectSaid(ran.all, EXPECTED[feature] ?? '');
      if (feature === 'tools') await expectDone(work);
    },
  };
}

function configOf(npm: string, { baseUrl, model }: Scene): string {
  const options = { baseURL: baseUrl, apiKey: '{env:TOLLGATE_API_KEY}' };
  const provider = {
    tollgate: {
      npm,
      name: 'Tollgate',
      options,
      models: { [model]: { name: model, limit: LIMIT } },
    },
  };
  return JSON.stringify({ provider, autoupdate: false, share: 'disabled' });
}

/** opencode over chat completions, responses and messages. */
export const OPENCODE: readonly Client[] = [
  '@ai-sdk/openai-compatible',
  '@ai-sdk/openai',
  '@ai-sdk/anthropic',
].map(opencodeBy);
