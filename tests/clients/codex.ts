import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expectSaid } from './client.ts';
import type { Client, Feature } from './client.ts';
import type { Scene } from './scene.ts';
import { expectDone, promptsOf } from './task.ts';

const VERSION = '0.169.0';
const RUN_MS = 120_000;
const PAGE = join(import.meta.dirname, '../../services/docs/content/codex.md');

let home = '';

const PROMPTS = promptsOf((cmd) => ({ calls: [{ name: 'exec_command', arguments: { cmd } }] }));

/** What Codex says; where it gives up, it exits with another code than 0. */
const EXPECTED: Readonly<Partial<Record<Feature, { failed: boolean; said: RegExp }>>> = {
  answer: { failed: false, said: /You said/u },
  tools: { failed: false, said: /The task is done\./u },
  'empty wallet': { failed: true, said: /quota|usage limit|credit/iu },
  break: { failed: true, said: /stream|disconnected|retr/iu },
  overflow: { failed: true, said: /context window|context length|ran out of room/iu },
};

/** OpenAI's agent for the command line, which speaks streamed responses only. */
export const codex: Client = {
  name: `Codex CLI ${VERSION}`,
  features: ['answer', 'tools', 'empty wallet', 'break', 'overflow'],
  async install(folder) {
    home = join(folder, `codex-${VERSION}`);
    await mkdir(home, { recursive: true });
    const wanted = ['install', '--no-audit', '--no-fund', '--prefix', home];
    await execa('npm', [...wanted, `@openai/codex@${VERSION}`]);
  },
  async run(feature, scene) {
    const expected = EXPECTED[feature];
    if (expected === undefined) throw new Error('not tried');
    const [work, settings] = [join(home, 'work'), join(home, 'settings')];
    for (const folder of [work, settings]) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
    }
    await writeFile(join(settings, 'config.toml'), await configOf(scene));
    const prompt = PROMPTS[feature] ?? '';
    const key = feature === 'empty wallet' ? scene.poorKey : scene.key;
    const command = join(home, 'node_modules/.bin/codex');
    const ran = await execa(command, ['exec', '--skip-git-repo-check', '-C', work, '-'], {
      input: prompt,
      env: { CODEX_HOME: settings, TOLLGATE_API_KEY: key },
      timeout: RUN_MS,
      reject: false,
      all: true,
    });
    // Codex repeats the prompt, which is not what it says.
    const said = ran.all.replaceAll(prompt.trim(), '');
    if (ran.timedOut) throw new Error(`did not end: ${said.slice(-400)}`);
    expectSaid(said, expected.said);
    if ((ran.exitCode !== 0) !== expected.failed) throw new Error(`exit code ${ran.exitCode}`);
    if (feature === 'tools') await expectDone(work);
  },
};

/** The settings that the documentation gives to users, and what keeps Codex from asking anybody else. */
async function configOf({ baseUrl, model }: Scene): Promise<string> {
  const page = await readFile(PAGE, 'utf8');
  const [, told = ''] = /^```toml\n(.*?)^```/ms.exec(page) ?? [];
  const [head = '', provider = ''] = told.split('\n\n');
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
