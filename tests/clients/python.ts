import { join } from 'node:path';
import { execa } from 'execa';
import { readSamples } from '../docs/samples.ts';
import { casesOf, expectSaid } from './client.ts';
import type { Case, Client, Feature } from './client.ts';
import { installPypi } from './install.ts';
import { environmentOf, runScript, SCRIPT_MS, SHOWN_CHARACTERS } from './script.ts';
import { EVERY_WIRE } from './models.ts';
import type { Scene } from './scene.ts';

const SCRIPTS = join(import.meta.dirname, 'python');
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
  packages: Client['packages'];
  cases: readonly Case[];
  /** The page of the documentation about the SDK, whose sample is run as it stands. */
  page?: string;
}

/**
 * One SDK of Python: what is installed from PyPI, and the script of the folder `python` that uses
 * the SDK.
 */
function sdk(script: string, { packages, cases, page }: Tried): Client {
  return {
    name: `${packages[0]} (Python)`,
    packages,
    cases: page === undefined ? cases : [...cases, { feature: 'page', model: 'echo' }],
    install: installPypi,
    async run(asked, { scene, home }) {
      const python = join(home, 'bin/python');
      if (asked.feature === 'page') return runPage(page ?? '', { python, scene });
      const env = { ...QUIET, ...environmentOf(asked, scene) };
      await runScript([python, join(SCRIPTS, `${script}.py`)], env);
    },
  };
}

/**
 * Runs the sample of a page, as it stands there, with a test key.
 * @throws with what is not printed
 */
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
      TOLLGATE_MODEL: scene.models.echo,
    },
    timeout: SCRIPT_MS,
    reject: false,
    all: true,
  });
  if (ran.exitCode !== 0) throw new Error(ran.all.trim().slice(-SHOWN_CHARACTERS));
  for (const line of found.prints) expectSaid(ran.stdout, line);
}

const USUAL: readonly Feature[] = ['answer', 'stream', 'tools', 'empty wallet'];
/** SDKs of Python, each in an environment of its own. */
export const PYTHON_SDKS: readonly Client[] = [
  sdk('openai_sdk', {
    packages: ['openai'],
    cases: [
      ...casesOf(['compatible'], USUAL),
      { feature: 'video', model: 'video' },
      { feature: 'images', model: 'images' },
    ],
  }),
  sdk('agents_sdk', {
    packages: ['openai-agents'],
    cases: casesOf(['compatible'], USUAL),
    page: 'openai-agents',
  }),
  sdk('pydantic_sdk', {
    packages: ['pydantic-ai-slim[openai]'],
    cases: casesOf(['compatible'], USUAL),
    page: 'pydantic-ai',
  }),
  sdk('langchain_sdk', {
    packages: ['langchain-openai'],
    cases: casesOf(['compatible'], USUAL),
    page: 'langchain',
  }),
  sdk('llama_index_sdk', {
    packages: ['llama-index-llms-openai-like'],
    cases: casesOf(['compatible'], USUAL),
    page: 'llama-index',
  }),
  sdk('instructor_sdk', {
    packages: ['instructor'],
    cases: casesOf(['compatible'], ['answer', 'empty wallet']),
    page: 'instructor',
  }),
  sdk('llm_cli', {
    packages: ['llm'],
    cases: casesOf(['compatible'], ['answer', 'stream', 'empty wallet']),
    page: 'llm',
  }),
  sdk('litellm_sdk', {
    packages: ['litellm'],
    cases: casesOf(['compatible'], USUAL),
    page: 'litellm',
  }),
  sdk('anthropic_sdk', {
    packages: ['anthropic'],
    cases: [
      ...casesOf(['claude', 'compatible'], USUAL),
      { feature: 'thinking', model: 'claude' },
      ...casesOf(EVERY_WIRE, ['tool runner']),
    ],
    page: 'anthropic-sdk',
  }),
  // What aider does with an answer instead of calling a tool: it writes a file.
  sdk('aider_cli', { packages: ['aider-chat'], cases: casesOf(['compatible'], USUAL) }),
  sdk('autogen_sdk', {
    packages: ['autogen-agentchat', 'autogen-ext[openai]'],
    cases: casesOf(EVERY_WIRE, ['agent']),
  }),
  sdk('semantic_kernel_sdk', {
    packages: ['semantic-kernel'],
    cases: casesOf(EVERY_WIRE, ['agent']),
  }),
];
