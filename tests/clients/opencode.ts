import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runAgent } from './agent.ts';
import { casesOf } from './client.ts';
import type { Case, Client, Feature } from './client.ts';
import { installCommand } from './install.ts';
import { emptied, prepareTask } from './task.ts';
import type { Tools } from './task.ts';

const PAGE = join(import.meta.dirname, '../../services/docs/content/opencode.md');

const TOOLS: Tools = {
  shell: (command) => ({
    calls: [{ name: 'bash', arguments: { command, description: 'A step of the task' } }],
  }),
  look: (path) => ({ calls: [{ name: 'read', arguments: { filePath: path } }] }),
};

const EXPECTED: Readonly<Partial<Record<Feature, RegExp>>> = {
  answer: /You said/u,
  'empty wallet': /credit|quota/iu,
  break: /interrupted|broke|error/iu,
  overflow: /context|too long/iu,
};
const DONE = /The task is done\./u;
const USUAL: readonly Feature[] = ['answer', 'tools', 'picture'];
const ENDS: readonly Feature[] = ['empty wallet', 'break', 'overflow'];

/** An agent that speaks to us through one package of the Vercel AI SDK. */
function opencodeBy(npm: string, cases: readonly Case[]): Client {
  return {
    name: `opencode, ${npm}`,
    packages: ['opencode-ai'],
    cases: [...casesOf(['compatible'], [...USUAL, ...ENDS]), ...cases],
    install: (home, versions) => installCommand(home, { versions, command: 'opencode' }),
    async run(asked, { scene, home }) {
      const [work, data] = [join(home, 'work'), join(home, 'data')];
      await emptied(work, data);
      const model = scene.models[asked.model];
      const config = await configOf(npm, { baseUrl: scene.baseUrl, model });
      await writeFile(join(work, 'opencode.json'), config);
      const opencode = join(home, 'node_modules/.bin/opencode');
      const quietly = ['run', '--auto', '--dir', work, '--title', 'tried'];
      await runAgent({
        asked,
        scene,
        work,
        command: [opencode, ...quietly, '-m', `tollgate/${model}`],
        prompt: await prepareTask(asked.feature, { folder: work, tools: TOOLS }),
        env: {
          PWD: work,
          OPENCODE_CONFIG: join(work, 'opencode.json'),
          HOME: data,
          XDG_DATA_HOME: data,
          XDG_CONFIG_HOME: data,
          XDG_CACHE_HOME: data,
          XDG_STATE_HOME: data,
          TOLLGATE_API_KEY: asked.feature === 'empty wallet' ? scene.poorKey : scene.key,
          OPENCODE_DISABLE_AUTOUPDATE: '1',
          OPENCODE_DISABLE_MODELS_FETCH: '1',
          OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
          OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
        },
        said: EXPECTED[asked.feature] ?? DONE,
      });
    },
  };
}

/**
 * The settings that the documentation gives to users, and what keeps opencode from asking anybody
 * else.
 */
async function configOf(npm: string, { baseUrl, model }: { baseUrl: string; model: string }) {
  const page = await readFile(PAGE, 'utf8');
  const [, reported = ''] = /^```json\n(.*?)^```/ms.exec(page) ?? [];
  const config: unknown = JSON.parse(
    reported
      .replaceAll('MODEL', model)
      .replace('BASE_URL', baseUrl)
      .replace('@ai-sdk/openai-compatible', npm),
  );
  return JSON.stringify({ ...(config as object), autoupdate: false, share: 'disabled' });
}

/** opencode over chat completions, responses and messages. */
export const OPENCODE: readonly Client[] = [
  opencodeBy('@ai-sdk/openai-compatible', casesOf(['claude', 'gemini'], USUAL)),
  opencodeBy('@ai-sdk/openai', casesOf(['codex'], USUAL)),
  opencodeBy('@ai-sdk/anthropic', casesOf(['claude', 'gemini'], USUAL)),
];
