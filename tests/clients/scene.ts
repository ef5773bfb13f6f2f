import { setUpFamily, ANTHROPIC, GOOGLE } from '../support/family-set-up.ts';
import { anotherKey } from '../support/another-key.ts';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';

/** What a client is told, and where the run of one feature happens. */
export interface Scene {
  /** With `/v1` at its end. */
  baseUrl: string;
  /** Of a user who has credit. */
  key: string;
  /** A test key, which costs nothing. */
  testKey: string;
  /** Of a user who has none. */
  poorKey: string;
  model: string;
  /** A model that speaks Anthropic's own wire. */
  claude: string;
  /** A model that makes films. */
  film: string;
  /** How many calls the provider has served since the last look. */
  served(): Promise<number>;
  stop(): Promise<void>;
}

const CLAUDE = 'anthropic/claude-opus-5-5';
const FILM = 'google/veo-3.1-generate-preview';

/** Starts a whole stack in front of the fake provider, with a user who has credit and one who has none. */
export async function openScene(): Promise<Scene> {
  const demo = await aDemo({ env: { RESPONSES_STREAMING: 'true' } });
  try {
    const poorKey = await anotherKey(demo, 'poor');
    await setUpFamily(demo, { ...ANTHROPIC, models: [CLAUDE] });
    await setUpFamily(demo, { ...GOOGLE, models: [FILM] });
    return {
      baseUrl: demo.env.TOLLGATE_BASE_URL,
      key: demo.env.TOLLGATE_API_KEY,
      testKey: demo.env.TOLLGATE_TEST_KEY,
      poorKey,
      model: demo.env.TOLLGATE_MODEL,
      claude: CLAUDE,
      film: FILM,
      served: () => servedBy(demo),
      stop: () => demo.stack.drop(),
    };
  } catch (error) {
    await demo.stack.drop();
    throw error;
  }
}

async function servedBy(demo: Demo): Promise<number> {
  const lines = await demo.invoice();
  await demo.clearInvoice();
  return lines.filter(({ status }) => status === 200).length;
}
