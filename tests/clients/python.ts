import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Client, Feature } from './client.ts';

const SCRIPTS = join(import.meta.dirname, 'python');
const RUN_MS = 120_000;
const SHOWN_CHARACTERS = 800;
/** Where a client's own telemetry would go if it were on. */
const QUIET = {
  OPENAI_AGENTS_DISABLE_TRACING: '1',
  LITELLM_LOCAL_MODEL_COST_MAP: 'True',
  LITELLM_TELEMETRY: 'False',
  PYTHONWARNINGS: 'ignore',
  PYTHONDONTWRITEBYTECODE: '1',
};

/** One SDK of Python: what is installed from PyPI, and the script of this folder that uses the SDK. */
function sdk(script: string, packages: readonly string[], features: readonly Feature[]): Client {
  let python = '';
  return {
    name: packages[0] ?? script,
    features,
    async install(folder) {
      const home = join(folder, `${script}-${packages.join('-').replaceAll(/[^\w.-]/gu, '_')}`);
      python = join(home, 'bin/python');
      const done = join(home, 'installed');
      if (
        await access(done).then(
          () => true,
          () => false,
        )
      )
        return;
      await mkdir(home, { recursive: true });
      await execa('python3', ['-m', 'venv', home]);
      const quietly = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
      await execa(python, [...quietly, ...packages]);
      await mkdir(done);
    },
    async run(feature, { baseUrl, key, poorKey, model, claude, film }) {
      const env = {
        ...QUIET,
        OPENAI_BASE_URL: baseUrl,
        OPENAI_API_KEY: feature === 'empty wallet' ? poorKey : key,
        CLAUDE: claude,
        MODEL: feature === 'film' ? film : model,
        FEATURE: feature,
      };
      const ran = await execa(python, [join(SCRIPTS, `${script}.py`)], {
        env,
        timeout: RUN_MS,
        reject: false,
        all: true,
      });
      if (ran.exitCode === 0) return;
      throw new Error(ran.all.trim().slice(-SHOWN_CHARACTERS) || `exit code ${ran.exitCode}`);
    },
  };
}

const USUAL: readonly Feature[] = ['answer', 'stream', 'tools', 'empty wallet'];

/** SDKs of Python, each in an environment of its own, at pinned versions. */
export const PYTHON_SDKS: readonly Client[] = [
  sdk('openai_sdk', ['openai==3.54.0'], [...USUAL, 'film']),
  sdk('agents_sdk', ['openai-agents==0.24.0'], USUAL),
  sdk('pydantic_sdk', ['pydantic-ai-slim[openai]==2.68.0'], USUAL),
  sdk('langchain_sdk', ['langchain-openai==1.6.0'], USUAL),
  sdk('llama_index_sdk', ['llama-index-llms-openai-like==0.8.1'], USUAL),
  sdk('instructor_sdk', ['instructor==1.17.0'], ['answer', 'empty wallet']),
  sdk('llm_cli', ['llm==0.36'], ['answer', 'stream', 'empty wallet']),
  sdk('litellm_sdk', ['litellm==1.105.0'], USUAL),
  sdk('anthropic_sdk', ['anthropic==2.10.0'], [...USUAL, 'thinking']),
  // What aider does with an answer instead of calling a tool: it writes a file.
  sdk('aider_cli', ['aider-chat==0.86.2'], USUAL),
];
