import { setUpFamily, ANTHROPIC, GOOGLE } from '../support/family-set-up.ts';
import type { FamilySetUp } from '../support/family-set-up.ts';
import { anotherKey } from '../support/another-key.ts';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';

/** Models that clients are tried with, by what is special about the wire behind them. */
export type ModelName =
  | 'compatible'
  | 'claude'
  | 'gemini'
  | 'codex'
  | 'bedrock'
  | 'ollama'
  | 'video'
  | 'images'
  | 'echo';

/** One model of each wire, for what one of them may refuse. */
export const EVERY_WIRE: readonly ModelName[] = [
  'compatible',
  'claude',
  'gemini',
  'codex',
  'bedrock',
  'ollama',
];

/** What a client is told, and where the run of one feature happens. */
export interface Scene {
  /** With `/v1` at its end. */
  baseUrl: string;
  /** The key of a user who has credit. */
  key: string;
  /** A test key, which costs nothing. */
  testKey: string;
  /** The key of a user who has no credit. */
  poorKey: string;
  /** The public id of each model. */
  models: Readonly<Record<ModelName, string>>;
  /** The bodies that the provider was sent since the last look, each as text. */
  sent(): Promise<string[]>;
  stop(): Promise<void>;
}

const MODELS = {
  claude: 'anthropic/claude-opus-5-5',
  gemini: 'google/gemini-2.5-flash',
  video: 'google/veo-3.1-generate-preview',
  images: 'openai/gpt-image-1.5',
  // OpenAI serves this line over its Responses interface only.
  codex: 'openai/gpt-5.2-codex',
  bedrock: 'bedrock/amazon.nova-lite-v1:0',
  ollama: 'ollama/demo-small:latest',
  echo: 'sandbox/echo',
} as const;

const FAMILIES: readonly FamilySetUp[] = [
  { ...ANTHROPIC, models: [MODELS.claude] },
  { ...GOOGLE, models: [MODELS.gemini, MODELS.video] },
  {
    family: 'openai',
    credential: { api_key: 'openai-key' },
    path: '/openai/v1',
    models: [MODELS.codex, MODELS.images],
  },
  {
    family: 'bedrock',
    credential: {
      region: 'us-east-1',
      access_key_id: 'AKIAFAKEFAKEFAKEFAKE',
      secret_access_key: 'fake-secret-access-key-of-forty-letters-1',
    },
    path: '',
    models: [MODELS.bedrock],
  },
  { family: 'ollama', credential: {}, path: '', models: [MODELS.ollama] },
];

/**
 * Starts a whole stack in front of the fake provider, with a user who has credit and one who has
 * none.
 */
export async function openScene(): Promise<Scene> {
  const demo = await aDemo({ env: { RESPONSES_STREAMING: 'true' } });
  try {
    const poorKey = await anotherKey(demo, 'poor');
    for (const family of FAMILIES) await setUpFamily(demo, family);
    return {
      baseUrl: demo.env.TOLLGATE_BASE_URL,
      key: demo.env.TOLLGATE_API_KEY,
      testKey: demo.env.TOLLGATE_TEST_KEY,
      poorKey,
      models: { ...MODELS, compatible: demo.env.TOLLGATE_MODEL },
      sent: () => sentBy(demo),
      stop: () => demo.stack.drop(),
    };
  } catch (error) {
    await demo.stack.drop();
    throw error;
  }
}

async function sentBy(demo: Demo): Promise<string[]> {
  const lines = await demo.invoice();
  await demo.clearInvoice();
  return lines.map((line) =>
    JSON.stringify((line as typeof line & { request_body: unknown }).request_body),
  );
}
