import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { readSamples } from '../docs/samples.ts';
import { expectSaid } from './client.ts';
import type { Client, Feature } from './client.ts';
import type { Scene } from './scene.ts';

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

/** What of one SDK is tried. */
interface Tried {
  /** From PyPI, at pinned versions; the first is the SDK. */
  packages: readonly string[];
  features: readonly Feature[];
  /** The page of the documentation about the SDK, whose sample is run as it stands. */
  page?: string;
}

/** One SDK of Python: what is installed from PyPI, and the script of this folder that uses the SDK. */
function sdk(script: string, { packages, features, page }: Tried): Client {
  let python = '';
  return {
    name: packages[0] ?? script,
    features: page === undefined ? features : [...features, 'page'],
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
    async run(feature, scene) {
      if (feature === 'page') return runPage(page ?? '', { python, scene });
      const { baseUrl, key, poorKey, model, claude, film } = scene;
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

/** Runs the sample of a page, as it stands there, with a test key. @throws with what is not printed */
async function runPage(
  page: string,
  { python, scene }: { python: string; scene: Scene },
): Promise<void> {
  const found = readSamples().find((one) => one.page === page && one.mark === 'client');
  if (found === undefined) throw new Error(`the page ${page} has no sample`);
  const ran = await execa(python, ['-c', found.program], {
    env: {
      ...QUIET,
      TOLLGATE_BASE_URL: scene.baseUrl,
      TOLLGATE_API_KEY: scene.testKey,
      TOLLGATE_MODEL: 'sandbox/echo',
    },
    timeout: RUN_MS,
    reject: false,
    all: true,
  });
  if (ran.exitCode !== 0) throw new Error(ran.all.trim().slice(-SHOWN_CHARACTERS));
  for (const line of found.prints) expectSaid(ran.stdout, line);
}

const USUAL: readonly Feature[] = ['answer', 'stream', 'tools', 'empty wallet'];

/** SDKs of Python, each in an environment of its own, at pinned versions. */
export const PYTHON_SDKS: readonly Client[] = [
  sdk('openai_sdk', { packages: ['openai==3.54.0'], features: [...USUAL, 'film'] }),
  sdk('agents_sdk', {
    packages: ['openai-agents==0.24.0'],
    features: USUAL,
    page: 'openai-agents',
  }),
  sdk('pydantic_sdk', {
    packages: ['pydantic-ai-slim[openai]==2.68.0'],
    features: USUAL,
    page: 'pydantic-ai',
  }),
  sdk('langchain_sdk', {
    packages: ['langchain-openai==1.6.0'],
    features: USUAL,
    page: 'langchain',
  }),
  sdk('llama_index_sdk', {
    packages: ['llama-index-llms-openai-like==0.8.1'],
    features: USUAL,
    page: 'llama-index',
  }),
  sdk('instructor_sdk', {
    packages: ['instructor==1.17.0'],
    features: ['answer', 'empty wallet'],
    page: 'instructor',
  }),
  sdk('llm_cli', {
    packages: ['llm==0.36'],
    features: ['answer', 'stream', 'empty wallet'],
    page: 'llm',
  }),
  sdk('litellm_sdk', { packages: ['litellm==1.105.0'], features: USUAL, page: 'litellm' }),
  sdk('anthropic_sdk', {
    packages: ['anthropic==2.10.0'],
    features: [...USUAL, 'thinking'],
    page: 'anthropic-sdk',
  }),
  // What aider does with an answer instead of calling a tool: it writes a file.
  sdk('aider_cli', { packages: ['aider-chat==0.86.2'], features: USUAL }),
];
