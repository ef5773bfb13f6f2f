import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runAgent } from './agent.ts';
import { casesOf } from './client.ts';
import type { Client, Feature } from './client.ts';
import { installCommand } from './install.ts';
import type { Scene } from './scene.ts';
import { emptied, prepareTask } from './task.ts';
import type { Tools } from './task.ts';

const PAGE = join(import.meta.dirname, '../../services/docs/content/codex.md');

const TOOLS: Tools = {
  shell: (cmd) => ({ calls: [{ name: 'exec_command', arguments: { cmd } }] }),
  look: (path) => ({ calls: [{ name: 'view_image', arguments: { path } }] }),
};

/** What Codex says; where it gives up, it exits with another code than 0. */
const EXPECTED: Readonly<Partial<Record<Feature, { failed: boolean; said: RegExp }>>> = {
  answer: { failed: false, said: /You said/u },
  'empty wallet': { failed: true, said: /quota|usage limit|credit/iu },
  break: { failed: true, said: /stream|disconnected|retr/iu },
  overflow: { failed: true, said: /context window|context length|ran out of room/iu },
};
const DONE = { failed: false, said: /The task is done\./u };

/** OpenAI's agent for the command line, which speaks streamed responses only. */
export const codex: Client = {
  name: 'Codex CLI',
  packages: ['@openai/codex'],
  cases: [
    ...casesOf(['codex', 'compatible', 'claude', 'gemini'], ['answer', 'tools', 'picture']),
    ...casesOf(['compatible'], ['empty wallet', 'break', 'overflow']),
  ],
  install: (home, versions) => installCommand(home, { versions, command: 'codex' }),
  async run(asked, { scene, home }) {
    const [work, settings] = [join(home, 'work'), join(home, 'settings')];
    await emptied(work, settings);
    await writeFile(
      join(settings, 'config.toml'),
      await configOf(scene, scene.models[asked.model]),
    );
    const command = join(home, 'node_modules/.bin/codex');
    await runAgent({
      asked,
      scene,
      work,
      command: [command, 'exec', '--skip-git-repo-check', '-C', work, '-'],
      prompt: await prepareTask(asked.feature, { folder: work, tools: TOOLS }),
      env: {
        CODEX_HOME: settings,
        TOLLGATE_API_KEY: asked.feature === 'empty wallet' ? scene.poorKey : scene.key,
      },
      ...(EXPECTED[asked.feature] ?? DONE),
    });
  },
};

/**
 * The settings that the documentation gives to users, and what keeps Codex from asking anybody
 * else.
 */
async function configOf({ baseUrl }: Scene, model: string): Promise<string> {
  const page = await readFile(PAGE, 'utf8');
  const [, reported = ''] = /^```toml\n(.*?)^```/ms.exec(page) ?? [];
  const [head = '', provider = ''] = reported.split('\n\n');
  return `${head}
check_for_update_on_startup = false
approval_policy = "never"
sandbox_mode = "danger-full-access"
[analytics]
enabled = false
[otel]
exporter = "none"
${provider}
request_max_retries = 0
stream_max_retries = 1
`
    .replace('MODEL', model)
    .replace('BASE_URL', baseUrl);
}
